/** Cells to paint on the page's canvas, as long as it shows what they are cells of. */

import { useLayoutEffect, useMemo } from "preact/hooks";
import { Paint } from "./paint.ts";
import { useEvent, useRedraw } from "./use-player.ts";
import type { Player } from "../../player/player.ts";
import type { Cell } from "./paint.ts";

/**
 * @param name of all of it, for screen readers
 * @param cells by position
 * @param here does the canvas show them?
 * @returns what is painted; the component is drawn again when that changes, and when it is shown or hidden
 */
export function usePaint(player: Player, name: string, cells: () => Cell[], here: () => boolean): Paint {
  const paint = useMemo(() => new Paint(name, cells(), () => player.painter.grid), []);
  const redraw = useRedraw();
  const follow = () => {
    const shown = here();
    if (paint.root.hidden === shown) {
      paint.root.hidden = !shown;
      redraw();
      player.views.prepare(); // cells to paint may be larger
      player.refresh();
    }
    if (shown) paint.place();
  };
  useLayoutEffect(() => {
    paint.root.hidden = true;
    player.view.stage.append(paint.root);
    follow();
    return () => paint.root.remove();
  }, []);
  useEvent(player, "paint", follow);
  useEvent(paint, "change", redraw);
  useEvent(paint, "point", redraw);
  return paint;
}
