/** Frames around cells, while the reader predicts. They follow the layout of the canvas. */

import { element } from "../dom/elements.js";

export class Marks {
  /** @param {import("../player/player.js").Player} player */
  constructor(player) {
    this.player = player;
    this.root = element("div.tdp-cell-marks", { "aria-hidden": "true" });
    player.view.stage.append(this.root);
    /** @type {number[]} */
    this.positions = [];
    player.addEventListener("paint", () => this.#place());
  }

  /** @param {Iterable<number>} positions */
  show(positions) {
    this.positions = [...positions];
    this.root.replaceChildren(...this.positions.map(() => element("i.tdp-cell-mark")));
    this.#place();
  }

  #place() {
    const { boxes } = this.player.painter.grid;
    this.positions.forEach((position, at) => {
      const box = boxes[position];
      const mark = /** @type {HTMLElement} */ (this.root.children[at]);
      mark.hidden = box === undefined;
      if (box === undefined) return;
      mark.style.transform = `translate(${box.x}px, ${box.y}px)`;
      mark.style.width = `${box.width}px`;
      mark.style.height = `${box.height}px`;
    });
  }
}
