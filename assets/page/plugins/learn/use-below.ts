/** What a component draws below the canvas, as long as it is there itself. */

import { render } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import type { VNode } from "preact";
import type { Player } from "../../player/player.ts";

/** @param content one element */
export function useBelow(player: Player, content: VNode) {
  const apart = useMemo(() => document.createDocumentFragment(), []);
  useLayoutEffect(() => render(content, apart));
  useLayoutEffect(() => {
    player.view.lanes.after(apart);
    return () => render(null, apart);
  }, []);
}
