/** Notices when the canvas gets more or less room, the screen another sharpness, or the page another theme. */

/**
 * @param resized the room may be another
 * @param prepare the sharpness or the theme is another
 * @param signal stops it
 */
export function followRoom(
  { stage, timeline }: { stage: HTMLElement; timeline: HTMLElement },
  { resized, prepare }: Record<"resized" | "prepare", () => void>,
  signal: AbortSignal,
) {
  const sizes = new ResizeObserver(resized);
  const themes = new MutationObserver(prepare);
  sizes.observe(stage);
  sizes.observe(timeline);
  themes.observe(document.body, { attributeFilter: ["class"] });
  const followSharpness = () => {
    if (signal.aborted) return;
    const same = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    same.addEventListener("change", () => (prepare(), followSharpness()), { once: true, signal });
  };
  followSharpness();
  signal.addEventListener("abort", () => {
    sizes.disconnect();
    themes.disconnect();
  });
}
