/** Frames around cells, while the reader predicts. They follow the layout of the canvas. */

import { element } from "../../dom/elements.ts";
import type { Player } from "../../player/player.ts";

export class Marks {
  root = element("div.tdp-cell-marks", { "aria-hidden": "true" });
  positions: number[] = [];

  constructor(public player: Player) {
    player.view.stage.append(this.root);
    player.addEventListener("paint", () => this.#place());
  }

  show(positions: Iterable<number>) {
    this.positions = [...positions];
    this.root.replaceChildren(...this.positions.map(() => element("i.tdp-cell-mark")));
    this.#place();
  }

  #place() {
    const { boxes } = this.player.painter.grid;
    this.positions.forEach((position, at) => {
      const box = boxes[position];
      const mark = this.root.children[at] as HTMLElement;
      mark.hidden = box === undefined;
      if (box === undefined) return;
      mark.style.transform = `translate(${box.x}px, ${box.y}px)`;
      mark.style.width = `${box.width}px`;
      mark.style.height = `${box.height}px`;
    });
  }
}
