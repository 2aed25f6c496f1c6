/**
 * Cells to paint: the reader marks those that they would keep, by pointer, finger or keys. It lies over a canvas and draws
 * frames alone; what the cells hold is drawn below it. It knows no run: only names, places and, for the answer, a mask.
 */

import { neighbour, positionAt } from "../../cells/layout.ts";
import { freshId } from "../../dom/elements.ts";
import type { Layout } from "../../cells/layout.ts";

/** Its name for screen readers; one that is not open is not the reader's to decide. */
export type Cell = { name: string; open: boolean };

/** A stroke is followed in steps of so many pixels, which no cell is smaller than. */
const FINENESS = 8;
const ARROWS = /^Arrow(Left|Right|Up|Down)$/;

/** Sends the events `change` (other cells are painted) and `point` (the pointer or the keys are on another cell). */
export class Paint extends EventTarget {
  /** 1 at positions that are painted. */
  chosen: Uint8Array<ArrayBuffer>;
  /** 1 where the rule keeps the cell, once that is shown. */
  shown: ArrayLike<number> | null = null;
  /** The cell that the pointer or the keys are on. */
  pointed: number | null = null;
  /** Where the keys are. */
  at: number;
  options: HTMLDivElement[];
  root: HTMLDivElement;
  laid: Layout | null = null;

  /**
   * @param name of all of it, for screen readers
   * @param cells by position
   * @param layout where the cells are now, from the upper left corner of what holds `root`
   */
  constructor(
    name: string,
    public cells: Cell[],
    public layout: () => Layout,
  ) {
    super();
    this.chosen = new Uint8Array(cells.length);
    this.at = cells.findIndex(({ open }) => open);
    const drawn = (role: string, name: string) =>
      Object.assign(document.createElement("div"), { role, ariaLabel: name });
    this.options = cells.map(({ name }) => {
      const id = freshId("tdp-paint");
      return Object.assign(drawn("option", name), { className: "tdp-paint-cell", id });
    });
    this.root = Object.assign(drawn("listbox", name), {
      className: "tdp-paint",
      tabIndex: 0,
      ariaMultiSelectable: "true",
    });
    this.root.append(...this.options.filter((_, position) => cells[position].open));
    this.#paint();
    this.#listen();
  }

  /** Follows the layout. */
  place() {
    const layout = this.layout();
    if (layout === this.laid) return;
    this.laid = layout;
    this.root.style.width = `${layout.width}px`;
    this.root.style.height = `${layout.height}px`;
    this.options.forEach(({ style }, position) => {
      const { x, y, width, height } = layout.boxes[position];
      style.transform = `translate(${x}px, ${y}px)`;
      style.width = `${width}px`;
      style.height = `${height}px`;
    });
  }

  /** Takes all paint away. */
  clear() {
    this.#set([...this.chosen.keys()], false);
  }

  /**
   * Shows what a rule keeps below what the reader keeps; nothing is painted any more.
   *
   * @param mask by position; null to paint on
   * @param rule what keeps it
   * @param both what keeps it and the reader too
   */
  answer(
    mask: ArrayLike<number> | null,
    rule: string = "the sampler keeps it",
    both: string = "you and the sampler keep it",
  ) {
    this.shown = mask;
    this.root.setAttribute("aria-readonly", String(mask !== null));
    this.cells.forEach(({ name }, position) => {
      const option = this.options[position];
      const either = this.chosen[position] ? ["you keep it", both] : ["", rule];
      const words = mask === null ? "" : either[Number(mask[position] === 1)];
      option.classList.toggle("tdp-paint-kept", mask?.[position] === 1);
      option.setAttribute("aria-label", words === "" ? name : `${name}: ${words}`);
    });
  }

  /** @param keeps are they painted from now on? */
  #set(positions: number[], keeps: boolean) {
    const others = positions.filter((position) => this.cells[position].open && keeps !== (this.chosen[position] === 1));
    if (others.length === 0 || this.shown !== null) return;
    for (const position of others) this.chosen[position] = Number(keeps);
    this.#paint();
    this.dispatchEvent(new Event("change"));
  }

  #paint() {
    this.options.forEach((option, position) => {
      option.setAttribute("aria-selected", String(this.chosen[position] === 1));
      option.classList.toggle("tdp-paint-at", position === this.at);
    });
    if (this.at >= 0) this.root.setAttribute("aria-activedescendant", this.options[this.at].id);
  }

  #point(position: number | null) {
    const pointed = position !== null && this.cells[position].open ? position : null;
    if (pointed === this.pointed) return;
    this.pointed = pointed;
    this.dispatchEvent(new Event("point"));
  }

  #listen() {
    const { root } = this;
    let stroke: { x: number; y: number; keeps: boolean; before: Uint8Array } | null = null;
    const within = ({ clientX, clientY }: PointerEvent) => {
      const { left, top } = root.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };
    const under = ({ x, y }: { x: number; y: number }) => positionAt(this.layout(), x, y);
    const follow = (to: { x: number; y: number }) => {
      if (stroke === null) return;
      const { x, y, keeps } = stroke;
      const count = Math.ceil(Math.hypot(to.x - x, to.y - y) / FINENESS);
      const along = Array.from({ length: count + 1 }, (_, at) => {
        const share = count === 0 ? 1 : at / count;
        return under({ x: x + share * (to.x - x), y: y + share * (to.y - y) });
      });
      Object.assign(stroke, to);
      this.#set(
        [...new Set(along)].filter((position) => position !== null),
        keeps,
      );
    };
    root.onpointerdown = (event) => {
      if (event.button !== 0) return;
      const from = within(event);
      const position = under(from);
      if (position === null || !this.cells[position].open || this.shown !== null) return;
      stroke = { ...from, keeps: this.chosen[position] === 0, before: this.chosen.slice() };
      this.at = position;
      if (event.pointerType === "touch") return; // it may be about to scroll
      root.setPointerCapture(event.pointerId);
      follow(from);
    };
    root.onpointermove = (event) => {
      if (event.pointerType !== "touch") this.#point(under(within(event)));
      follow(within(event));
    };
    root.onpointerup = (event) => {
      follow(within(event));
      stroke = null;
    };
    root.onpointercancel = () => {
      if (stroke !== null) {
        const { before } = stroke;
        const differ = [...before.keys()].filter((position) => before[position] !== this.chosen[position]);
        this.#set(differ, !stroke.keeps);
      }
      stroke = null;
    };
    root.onpointerleave = () => this.#point(null);
    root.onblur = () => this.#point(null);
    root.onclick = ({ detail, target }) => {
      const position = this.options.indexOf(target as any);
      if (detail === 0 && position >= 0) this.#set([position], this.chosen[position] === 0); // a screen reader's press
    };
    root.onkeydown = (event) => this.#key(event);
    for (const name of ["touchstart", "touchend"]) root.addEventListener(name, (event) => event.stopPropagation()); // a stroke is no swipe
  }

  /** @param event moves, and paints with Space; with Shift it paints along the way */
  #key(event: KeyboardEvent) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || this.at < 0) return;
    const open = this.cells.flatMap(({ open }, position) => (open ? [position] : []));
    const ends = { Home: open[0], End: open[open.length - 1] }[key];
    const to = ends ?? (ARROWS.test(key) ? neighbour(this.layout(), this.at, key) : null);
    if (key !== " " && ends === undefined && !ARROWS.test(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === " ") return this.#set([this.at], this.chosen[this.at] === 0);
    if (to === null || !this.cells[to].open) return;
    const keeps = this.chosen[this.at] === 1;
    this.at = to;
    if (event.shiftKey) this.#set([to], keeps);
    this.#paint();
    this.options[to].scrollIntoView({ block: "nearest" });
    this.#point(to);
  }
}
