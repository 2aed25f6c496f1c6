/** The runs beside the first one, and what differs between them at each moment. One run alone has no lanes to show. */

import { boardOf } from "../rules/board.ts";
import { wayOf } from "../rules/ways.ts";
import { laneTitles } from "../run/lane-sentences.ts";
import { anyOf, differing, incomparable } from "../run/lanes.ts";
import { Lane } from "./lane.tsx";
import type { Half } from "../cells/appearance.ts";
import type { Theme } from "../cells/colour.ts";
import type { Look } from "../cells/draw.ts";
import type { Guest } from "../run/axis.ts";
import type { Recording } from "../run/recording.ts";
import type { Taste } from "../run/special.ts";
import type { Reader } from "./panel.ts";
import type { View } from "./view.tsx";

export class Lanes {
  /** The first one is the run that is shown. */
  all: Lane[] = [];
  /** Which can be compared with the first, position by position. */
  comparable: boolean[] = [];

  /**
   * @param close takes a lane away
   * @param enlarged a lane has another size
   */
  constructor(
    public view: View,
    public reader: Pick<Reader, "choose" | "point" | "titleOf">,
    public close: (recording: Recording) => void,
    public enlarged: () => void,
  ) {}

  show(first: Recording, others: Recording[], guest: Guest | null) {
    const { view, reader } = this;
    const runs = others.length > 0 || guest ? [first, ...others] : [];
    view.root.classList.toggle("tdp-has-lanes", runs.length > 0);
    const boards = runs.length > 0 && runs.every(({ header }) => boardOf(header) !== null);
    view.lanes.classList.toggle("tdp-side-by-side", boards);
    const titles =
      runs.length === 1 ? [{ letter: "A", title: wayOf(first.header).label }] : laneTitles(runs, reader.titleOf);
    this.all = runs.map((recording, at) => {
      const title = titles[at];
      const close = at === 0 ? null : () => this.close(recording);
      return new Lane(recording, title, reader, { enlarged: this.enlarged, close }, at === 0 ? view.stage : undefined);
    });
    this.comparable = runs.map((recording) => recording !== first && incomparable(first, recording) === "");
    view.compares.value = this.compares;
    view.lanes.replaceChildren(
      ...(this.all.length > 0 ? [...this.all.map(({ root }) => root), ...(guest ? [guest.root] : [])] : [view.stage]),
    );
  }

  /** @param low may cells be so low that they read as text? */
  prepare(shape: "grid" | "text", theme: Theme, scale: number, low: boolean) {
    for (const lane of this.all) lane.prepare(shape, theme, scale, low);
  }

  /**
   * @param places the moment of each lane
   * @param wanted "differing" colours only cells that differ
   * @returns 1 where the first one is to be coloured; undefined where all of it is
   */
  paint(places: number[], wanted: Look & { cells: string }, half: Half, chosen: number | null, taste: Taste) {
    const { cells, ...look } = wanted;
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

  /** @param position under the pointer */
  point(position: number | null) {
    for (const { cursor, recording } of this.all)
      cursor?.point(position !== null && position < recording.header.canvas_length ? position : null);
  }
}
