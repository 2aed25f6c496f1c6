/** What a component draws below the canvas, as long as it is there itself. */

import { render } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { element } from "../../dom/elements.ts";
import type { ComponentChildren } from "preact";
import type { Player } from "../../player/player.ts";

/** @param selector of its place, such as `p.tdp-hint` @param shown is it to be seen? */
export function useBelow(player: Player, selector: string, shown: boolean, content: ComponentChildren) {
  const place = useMemo(() => element(selector), []);
  useLayoutEffect(() => {
    player.view.lanes.after(place);
    return () => {
      render(null, place);
      place.remove();
    };
  }, []);
  useLayoutEffect(() => {
    place.hidden = !shown;
    render(content, place);
  });
}
