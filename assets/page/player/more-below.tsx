/** Where cells go on below the edge of their place, the edge says so; a press there shows them. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

/** What hides less than this is no row of cells, in pixels. */
const LEAST_PX = 6;
/** A press shows what follows, but for this share of the place, which stays in sight. */
const STAYS = 0.2;

/** @param view has a stage that scrolls, with its canvas */
export function MoreBelow({ view }: { view: Record<"stage" | "canvas", HTMLElement> }) {
  const hidden = useSignal(true);
  useLayoutEffect(() => {
    const { stage, canvas } = view;
    // Its own height: what lies over it follows later.
    const tell = () => (hidden.value = canvas.offsetHeight - stage.clientHeight - stage.scrollTop < LEAST_PX);
    stage.onscroll = tell;
    const sizes = new ResizeObserver(tell);
    for (const place of [stage, canvas]) sizes.observe(place);
    return () => sizes.disconnect();
  }, []);
  const show = () => view.stage.scrollBy({ top: (1 - STAYS) * view.stage.clientHeight });
  // Whoever does not see the edge moves from cell to cell, and needs no way to the others.
  return (
    <div class="tdp-more-below" aria-hidden="true" hidden={hidden}>
      <button type="button" tabIndex={-1} onClick={show}>
        <span>▾ more below</span>
      </button>
    </div>
  );
}
