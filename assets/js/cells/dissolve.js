/**
 * Lets the cells that have just been thrown back dissolve into the noise that replaces them. The picture before the
 * change lies over the cells on a canvas of its own, and the compositor fades it, so fading costs no layout and no drawing.
 */

import { element } from "../dom/elements.js";

const FADE_MS = 260;

export class Dissolve {
  /**
   * @param {HTMLElement} stage has the cells in its upper left corner
   * @param {import("./draw.js").CellPainter} painter of the cells
   * @param {MediaQueryList} reducedMotion
   */
  constructor(stage, painter, reducedMotion) {
    this.painter = painter;
    this.reducedMotion = reducedMotion;
    this.canvas = element("canvas.tdp-dissolve", { "aria-hidden": "true" });
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    stage.append(this.canvas);
    /** @type {Animation | null} */
    this.fading = null;
  }

  /** The cells are about to be drawn differently: what is there now fades away over them. @param {ArrayLike<number>} ids that they show next */
  begin(ids) {
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
