/** The cells on their canvas, the pointer and the arrow keys on them, and frames around the chosen one and the one pointed at. */

import { signal } from "@preact/signals";
import { neighbour, positionAt } from "../cells/layout.ts";
import { isModified } from "./keyboard.ts";
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Reader } from "./panel.ts";
import type { Box, Layout } from "../cells/layout.ts";

export class CellCursor {
  chosen: number | null = null;
  chosenBox = signal<Box | null>(null);
  pointedBox = signal<Box | null>(null);
  /** Did the keyboard choose the position? */
  keyed = false;
  /** Of the canvas, for screen readers. */
  name: Signal<string | undefined>;

  /** @param layout returns the present layout, of cells in the upper left corner of the stage */
  constructor(
    public layout: () => Layout,
    public reader: Pick<Reader, "choose" | "point">,
    name?: string,
  ) {
    this.name = signal(name);
  }

  /** Of the canvas. */
  listeners = {
    onPointerMove: (event: PointerEvent) => {
      this.keyed = false;
      if (event.pointerType !== "touch") this.reader.point(this.#under(event));
    },
    onPointerLeave: () => this.reader.point(null),
    onBlur: () => void (this.keyed = false),
    onClick: (event: MouseEvent) => {
      const position = this.#under(event);
      if (position !== null) this.reader.choose(position === this.chosen ? null : position);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!/^Arrow(Left|Right|Up|Down)$/.test(event.key) || event.shiftKey || isModified(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const to = this.chosen === null ? 0 : neighbour(this.layout(), this.chosen, event.key);
      if (to === null) return;
      this.keyed = true;
      this.chosen = to; // now, because the next key may come before the next picture
      this.reader.choose(to);
    },
  };

  #under({ offsetX, offsetY }: MouseEvent) {
    return positionAt(this.layout(), offsetX, offsetY);
  }

  paint(chosen: number | null) {
    this.chosen = chosen;
    this.chosenBox.value = this.#boxOf(chosen);
  }

  point(position: number | null) {
    this.pointedBox.value = this.#boxOf(position);
  }

  #boxOf(position: number | null): Box | null {
    return position === null ? null : this.layout().boxes[position];
  }
}

interface Props {
  cursor: CellCursor;
  canvas: (canvas: HTMLCanvasElement | null) => void;
  /** Says what is under the pointer. */
  hint?: Signal<string | undefined>;
  /** Over the cells, below the frames. */
  children?: ComponentChildren;
}

export const Cells = ({ cursor, canvas, hint, children }: Props) => (
  <>
    <canvas
      class="tdp-canvas"
      role="application"
      aria-roledescription="grid of tokens"
      aria-label={cursor.name}
      title={hint}
      tabIndex={0}
      ref={canvas}
      {...cursor.listeners}
    />
    {children}
    <Frame around={cursor.pointedBox} name="tdp-cursor" />
    <Frame around={cursor.chosenBox} name="tdp-cursor tdp-cursor-chosen" />
  </>
);

const Frame = ({ around: { value: box }, name }: { around: Signal<Box | null>; name: string }) => (
  <i
    class={name}
    hidden={box === null}
    style={box ? `transform: translate(${box.x}px, ${box.y}px); width: ${box.width}px; height: ${box.height}px` : ""}
  />
);
