/** The runs beside the first one, and what differs between them at each moment. One run alone has no lanes to show. */

import { boardOf } from "../rules/board.js";
import { wayOf } from "../rules/ways.js";
import { anyOf, differing, incomparable } from "../run/lanes.js";
import { laneTitles } from "../words/lanes.js";
import { Lane } from "./lane.js";

/** @typedef {import("../run/recording.js").Recording} Recording */

export class Lanes {
  /**
   * @param {{ root: HTMLElement, lanes: HTMLElement, stage: HTMLElement, cells: HTMLElement }} view
   * @param {{ choose: (position: number | null) => void, point: (position: number | null) => void }} reader
   * @param {(recording: Recording) => void} close takes a lane away
   * @param {() => void} enlarged a lane has another size
   */
  constructor(view, reader, close, enlarged) {
    this.view = view;
    this.reader = reader;
    this.close = close;
    this.enlarged = enlarged;
    /** The first one is the run that is shown. @type {Lane[]} */
    this.all = [];
    /** Which can be compared with the first, position by position. @type {boolean[]} */
    this.comparable = [];
  }

  /** @param {Recording} first @param {Recording[]} others @param {import("../run/axis.js").Guest | null} guest */
  show(first, others, guest) {
    const { view, reader } = this;
    const runs = others.length > 0 || guest ? [first, ...others] : [];
    view.root.classList.toggle("tdp-has-lanes", runs.length > 0);
    view.lanes.classList.toggle(
      "tdp-side-by-side",
      runs.length > 0 && runs.every(({ header }) => boardOf(header) !== null),
    );
    const titles = runs.length === 1 ? [{ letter: "A", title: wayOf(first.header).label }] : laneTitles(runs);
    this.all = runs.map((recording, at) => {
      const title = titles[at];
      const close = at === 0 ? null : () => this.close(recording);
      return new Lane(recording, title, reader, { enlarged: this.enlarged, close }, at === 0 ? view.stage : undefined);
    });
    this.comparable = runs.map((recording) => recording !== first && incomparable(first, recording) === "");
    view.cells.hidden = !this.compares;
    view.lanes.replaceChildren(
      ...(this.all.length > 0 ? [...this.all.map(({ root }) => root), ...(guest ? [guest.root] : [])] : [view.stage]),
    );
  }

  /** @param {"grid" | "text"} shape @param {import("../cells/colour.js").Theme} theme @param {number} scale @param {boolean} low may cells be so low that they read as text? */
  prepare(shape, theme, scale, low) {
    for (const lane of this.all) lane.prepare(shape, theme, scale, low);
  }

  /**
   * @param {number[]} places the moment of each lane
   * @param {import("../cells/draw.js").Look & { cells: string }} look "differing" colours only cells that differ
   * @param {import("../cells/appearance.js").Half} half
   * @param {number | null} chosen
   * @param {import("../words/special.js").Taste} taste
   * @returns {Uint8Array | undefined} 1 where the first one is to be coloured; undefined where all of it is
   */
  paint(places, { cells, ...look }, half, chosen, taste) {
    const [first] = this.all;
    const differ = this.all.map(({ recording }, number) =>
      this.comparable[number]
        ? differing(first.recording, recording, places[0], look.layer, places[number])
        : undefined,
    );
    const only = cells === "differing" && this.compares;
    this.all.forEach((lane, number) => {
      const [differs, apart] = only ? [undefined, differ[number]] : [differ[number], undefined];
      lane.paint(places[number], { ...look, differs, apart }, half, chosen, taste);
    });
    return only ? anyOf(differ.flatMap((differs) => differs ?? [])) : undefined;
  }

  /** Is there a run that can be compared with the first, position by position? */
  get compares() {
    return this.comparable.some(Boolean);
  }

  /** @param {number | null} position under the pointer */
  point(position) {
    for (const { cursor, recording } of this.all)
      cursor?.point(position !== null && position < recording.header.canvas_length ? position : null);
  }
}
