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
  const paint = useMemo(() => {
    const paint = new Paint(name, cells(), () => player.painter.grid);
    paint.root.hidden = !here();
    return paint;
  }, []);
  const redraw = useRedraw();
  /** Cells to paint may be larger. */
  const resize = () => {
    player.views.prepare();
    player.refresh();
  };
  const follow = () => {
    const shown = here();
    if (paint.root.hidden === shown) {
      paint.root.hidden = !shown;
      redraw();
      resize();
    }
    if (shown) paint.place();
  };
  useLayoutEffect(() => {
    player.view.stage.append(paint.root);
    if (!paint.root.hidden) resize(); // they have their places with the next picture
    return () => paint.root.remove();
  }, []);
  useEvent(player, "paint", follow);
  useEvent(paint, "change", redraw);
  useEvent(paint, "point", redraw);
  return paint;
}
