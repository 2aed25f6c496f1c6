/** How far one finger moves over a place. */

/** @param begins may a touch begin a swipe? */
export function listenToSwipes(
  place: HTMLElement,
  swipe: (across: number, down: number) => void,
  begins: (event: TouchEvent) => boolean = () => true,
) {
  let begun: Touch | null = null;
  const begin = (event: TouchEvent) => (begun = event.touches.length === 1 && begins(event) ? event.touches[0] : null);
  place.addEventListener("touchstart", begin, { passive: true });
  place.addEventListener("touchend", ({ changedTouches: [ended] }) => {
    if (begun === null || ended.identifier !== begun.identifier) return;
    swipe(ended.clientX - begun.clientX, ended.clientY - begun.clientY);
    begun = null;
  });
}
