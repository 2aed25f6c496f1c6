/** Where cells go on below the edge of their place, the edge says so; a press there shows them. */

import { element } from "../dom/elements.ts";

/** What hides less than this is no row of cells, in pixels. */
const LEAST_PX = 6;
/** A press shows what follows, but for this share of the place, which stays in sight. */
const STAYS = 0.2;

/**
 * @param stage that scrolls, with its canvas
 * @param signal stops it
 */
export function tellMoreBelow(stage: HTMLElement, signal: AbortSignal) {
  // Whoever does not see the edge moves from cell to cell, and needs no way to the others.
  const button = element("button", { tabindex: "-1" }, element("span", "▾ more below"));
  const root = element("div.tdp-more-below", { "aria-hidden": "true", hidden: "" }, button);
  const canvas = stage.querySelector("canvas") as HTMLCanvasElement;
  // Its own height: what lies over it follows later.
  const tell = () => (root.hidden = canvas.offsetHeight - stage.clientHeight - stage.scrollTop < LEAST_PX);
  button.onclick = () => stage.scrollBy({ top: (1 - STAYS) * stage.clientHeight });
  stage.append(root);
  stage.addEventListener("scroll", tell, { passive: true, signal });
  const sizes = new ResizeObserver(tell);
  for (const place of [stage, canvas]) sizes.observe(place);
  signal.addEventListener("abort", () => sizes.disconnect());
}
