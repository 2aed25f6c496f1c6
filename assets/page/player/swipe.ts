/** A swipe over the canvas steps back or forth. */

const LEAST_PX = 40;

export function listenToSwipes(place: HTMLElement, step: (by: number) => void) {
  let begun: Touch | null = null;
  place.addEventListener("touchstart", (event) => (begun = event.touches.length === 1 ? event.touches[0] : null), {
    passive: true,
  });
  place.addEventListener("touchend", (event) => {
    const [ended] = event.changedTouches;
    if (begun === null || ended.identifier !== begun.identifier) return;
    const [across, down] = [ended.clientX - begun.clientX, ended.clientY - begun.clientY];
    begun = null;
    if (Math.abs(across) >= LEAST_PX && Math.abs(across) > 2 * Math.abs(down)) step(across < 0 ? 1 : -1);
  });
}
