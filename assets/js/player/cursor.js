/** The pointer and the arrow keys on the cells, and the frames around the chosen position and the one under the pointer. */

import { neighbour, positionAt } from "../cells/layout.js";
import { element } from "../dom/elements.js";

export class CellCursor {
  /**
   * @param {HTMLElement} stage has the canvas in its upper left corner
   * @param {HTMLCanvasElement} canvas
   * @param {() => import("../cells/layout.js").Layout} layout returns the present layout
   * @param {{ choose: (position: number | null) => void, point: (position: number | null) => void }} callbacks
   */
  constructor(stage, canvas, layout, { choose, point }) {
    this.layout = layout;
    /** @type {number | null} */
    this.chosen = null;
    this.pointedFrame = element("i.tdp-cursor", { hidden: "" });
    this.chosenFrame = element("i.tdp-cursor.tdp-cursor-chosen", { hidden: "" });
    stage.append(this.pointedFrame, this.chosenFrame);
    canvas.tabIndex = 0;
    const under = (/** @type {MouseEvent} */ event) => positionAt(layout(), event.offsetX, event.offsetY);
    /** Did the keyboard choose the position? */
    this.keyed = false;
    canvas.onpointermove = (event) => {
      this.keyed = false;
      if (event.pointerType !== "touch") point(under(event));
    };
    canvas.onpointerleave = () => point(null);
    canvas.onblur = () => (this.keyed = false);
    canvas.onclick = (event) => {
      const position = under(event);
      if (position !== null) choose(position === this.chosen ? null : position);
    };
    canvas.onkeydown = (event) => {
      if (
        !/^Arrow(Left|Right|Up|Down)$/.test(event.key) ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      const to = this.chosen === null ? 0 : neighbour(layout(), this.chosen, event.key);
      if (to === null) return;
      this.keyed = true;
      this.chosen = to; // now, because the next key may come before the next picture
      choose(to);
    };
  }

  /** @param {number | null} chosen */
  paint(chosen) {
    this.chosen = chosen;
    this.#place(this.chosenFrame, chosen);
  }

  /** @param {number | null} position */
  point(position) {
    this.#place(this.pointedFrame, position);
  }

  /** @param {HTMLElement} frame @param {number | null} position */
  #place(frame, position) {
    frame.hidden = position === null;
    if (position === null) return;
    const { x, y, width, height } = this.layout().boxes[position];
    frame.style.transform = `translate(${x}px, ${y}px)`;
    frame.style.width = `${width}px`;
    frame.style.height = `${height}px`;
  }
}
