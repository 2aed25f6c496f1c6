/**
 * Lets the cells that have just been thrown back dissolve into the noise that replaces them. The picture before the
 * change lies over the cells on a canvas of its own, and the compositor fades it, so fading costs no layout and no drawing.
 */

import type { CellPainter } from "./draw.ts";

const FADE_MS = 260;

export class Dissolve {
  context: CanvasRenderingContext2D;
  fading: Animation | null = null;

  /**
   * @param canvas over the cells
   * @param painter of the cells
   */
  constructor(
    public canvas: HTMLCanvasElement,
    public painter: CellPainter,
    public reducedMotion: MediaQueryList,
  ) {
    this.context = this.canvas.getContext("2d") as CanvasRenderingContext2D;
  }

  /**
   * The cells are about to be drawn differently: what is there now fades away over them.
   *
   * @param ids that they show next
   */
  begin(ids: ArrayLike<number>) {
    this.fading?.cancel();
    if (this.reducedMotion.matches) return;
    const { canvas, painter } = this;
    const cells = painter.canvas;
    canvas.width = cells.width;
    canvas.height = cells.height;
    canvas.style.width = cells.style.width;
    canvas.style.height = cells.style.height;
    painter.copyTo(this.context, ids);
    this.fading = canvas.animate({ opacity: [1, 0] }, { duration: FADE_MS, easing: "ease-in" });
  }

  /** What is shown next has nothing to do with it. */
  end() {
    this.fading?.cancel();
  }

  /** The cells have another size; the picture before is not to stand out beyond them. */
  clear() {
    this.end();
    this.canvas.style.width = this.canvas.style.height = "0";
  }
}
