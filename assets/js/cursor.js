/** The pointer and the arrow keys on the grid of cells; frames around the chosen position and the one pointed at. */

import { cornerOf, positionAt } from "./layout.js";
import { element } from "./view.js";

export class GridCursor {
  /**
   * @param {HTMLElement} stage holds the canvas at its upper left corner
   * @param {HTMLCanvasElement} canvas
   * @param {() => import("./layout.js").Grid} grid the one that is drawn
   * @param {{ choose: (position: number | null) => void, point: (position: number | null) => void }} callbacks
   */
  constructor(stage, canvas, grid, { choose, point }) {
    this.grid = grid;
    this.positions = 0;
    /** @type {number | null} */
    this.chosen = null;
    this.pointedFrame = element("i", { class: "tdp-cursor", hidden: "" });
    this.chosenFrame = element("i", { class: "tdp-cursor tdp-cursor-chosen", hidden: "" });
    stage.append(this.pointedFrame, this.chosenFrame);
    canvas.tabIndex = 0;
    const under = (/** @type {MouseEvent} */ event) => positionAt(grid(), event.offsetX, event.offsetY, this.positions);
    canvas.onpointermove = (event) => point(under(event));
    canvas.onpointerleave = () => point(null);
    canvas.onclick = (event) => {
      const position = under(event);
      choose(position === this.chosen ? null : position);
    };
    canvas.onkeydown = (event) => {
      const turn = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -grid().columns, ArrowDown: grid().columns }[event.key];
      if (turn === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      const to = this.chosen === null ? 0 : this.chosen + turn;
      if (to < 0 || to >= this.positions) return;
      this.chosen = to; // at once: the next key may come before the next picture
      choose(to);
    };
  }

  /**
   * @param {number} positions
   * @param {number | null} chosen
   */
  paint(positions, chosen) {
    this.positions = positions;
    this.chosen = chosen;
    this.#place(this.chosenFrame, chosen);
  }

  /** @param {number | null} position */
  point(position) {
    this.#place(this.pointedFrame, position);
  }

  /**
   * @param {HTMLElement} frame
   * @param {number | null} position
   */
  #place(frame, position) {
    frame.hidden = position === null;
    if (position === null) return;
    const { cellWidth, cellHeight } = this.grid();
    const { x, y } = cornerOf(this.grid(), position);
    frame.style.transform = `translate(${x}px, ${y}px)`;
    frame.style.width = `${cellWidth}px`;
    frame.style.height = `${cellHeight}px`;
  }
}
