/** Notices when the canvas gets more or less room, the screen another sharpness, or the page another theme. */

/** @param signal stops it */
export function followRoom(
  { stage, timeline }: { stage: HTMLElement; timeline: HTMLElement },
  prepare: () => void,
  signal: AbortSignal,
) {
  let room = "";
  const sizes = new ResizeObserver(() => {
    const now = `${stage.clientWidth} ${stage.clientHeight} ${timeline.clientWidth}`;
    if (now === room) return;
    room = now;
    prepare();
  });
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
