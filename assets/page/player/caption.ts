/** The sentences below the canvas keep their height, so that nothing jumps: what is too long for it is set closer. */

/**
 * @param caption what is still too long can be scrolled, with the keyboard too
 * @param signal stops it
 */
export function fitCaption(caption: HTMLElement, signal: AbortSignal) {
  const isFull = () => caption.scrollHeight > caption.clientHeight;
  const fit = () => {
    caption.classList.remove("tdp-close-set");
    if (isFull()) caption.classList.add("tdp-close-set");
    if (isFull()) caption.tabIndex = 0;
    else caption.removeAttribute("tabindex");
  };
  const words = new MutationObserver(fit);
  const room = new ResizeObserver(fit);
  words.observe(caption, { characterData: true, childList: true, subtree: true });
  room.observe(caption, { box: "border-box" }); // a scroll bar within it is no other room
  signal.addEventListener("abort", () => {
    words.disconnect();
    room.disconnect();
  });
}
