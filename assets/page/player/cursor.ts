/** The pointer and the arrow keys on the cells, and the frames around the chosen position and the one under the pointer. */

import { neighbour, positionAt } from "../cells/layout.ts";
import { element } from "../dom/elements.ts";
import type { Layout } from "../cells/layout.ts";

export class CellCursor {
  chosen: number | null = null;
  pointedFrame = element("i.tdp-cursor", { hidden: "" });
  chosenFrame = element("i.tdp-cursor.tdp-cursor-chosen", { hidden: "" });
  /** Did the keyboard choose the position? */
  keyed = false;

  /**
   * @param stage has the canvas in its upper left corner
   * @param layout returns the present layout
   */
  constructor(
    stage: HTMLElement,
    canvas: HTMLCanvasElement,
    public layout: () => Layout,
    { choose, point }: { choose: (position: number | null) => void; point: (position: number | null) => void },
  ) {
    stage.append(this.pointedFrame, this.chosenFrame);
    canvas.tabIndex = 0;
    const under = (event: MouseEvent) => positionAt(layout(), event.offsetX, event.offsetY);
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

  paint(chosen: number | null) {
    this.chosen = chosen;
    this.#place(this.chosenFrame, chosen);
  }

  point(position: number | null) {
    this.#place(this.pointedFrame, position);
  }

  #place(frame: HTMLElement, position: number | null) {
    frame.hidden = position === null;
    if (position === null) return;
    const { x, y, width, height } = this.layout().boxes[position];
    frame.style.transform = `translate(${x}px, ${y}px)`;
    frame.style.width = `${width}px`;
    frame.style.height = `${height}px`;
  }
}
