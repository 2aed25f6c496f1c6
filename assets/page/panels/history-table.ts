/** One position at every step of its block, as a table: its status, its three tokens and its uncertainty. */

import { shadeOf, shades } from "../cells/colour.ts";
import { element } from "../dom/elements.ts";
import { namesOf } from "../rules/way-words.ts";
import { wayOf } from "../rules/ways.ts";
import { NAMES } from "../run/status.ts";
import { tokenText } from "../words/glyphs.ts";
import { entropyText } from "../words/units.ts";
import { setToken } from "./panel.ts";
import type { Shade, Theme } from "../cells/colour.ts";
import type { Taste } from "../player/panel.ts";
import type { Moment } from "../run/history.ts";
import type { Recording } from "../run/recording.ts";
import type { Unit } from "../words/units.ts";

/** A sign for each status code, for people who cannot tell the colours apart. */
export const GLYPHS = ["●", "◉", "○", "✕"];

/** Room for a token's text, in pixels. */
const CELL_WIDTH = 48;

export class HistoryTable {
  head = element("thead");
  rows = element("tbody");
  table: HTMLTableElement;
  scroller: HTMLDivElement;
  key = element("p.tdp-glyph-key", { "aria-hidden": "true" });
  recording: Recording | null = null;
  /** Of the block's first step, in the run's frames. */
  first = 0;
  unit: Unit = "nats";
  shades: Shade[];
  names = NAMES;
  current = -1;
  measured = { head: 0, line: 0, room: 0 };
  scrolled = 0;

  constructor(seek: (step: number) => void) {
    this.table = element("table.tdp-history", this.head, this.rows);
    this.scroller = element(
      "div.tdp-scroller",
      { tabindex: "0", role: "region", "aria-label": "History of the position" },
      this.table,
    );
    this.shades = shades("light");
    this.scroller.onscroll = () => (this.scrolled = this.scroller.scrollTop);
    this.rows.onclick = (event) => {
      const line = (event.target as HTMLElement).closest("tr");
      if (line) seek(Number(line.dataset.at));
    };
  }

  show(recording: Recording, theme: Theme, { unit, terms }: Taste): void {
    const names = namesOf(wayOf(recording.header), terms);
    const tokens = terms === "plain" ? ["went in", "drawn", "best guess"] : ["input", "sampled", "argmax"];
    Object.assign(this, { recording, unit, names, shades: shades(theme) });
    this.head.replaceChildren(
      element("tr", ...["step", "status", ...tokens, unit].map((name) => element("th", { scope: "col" }, name))),
    );
    this.key.textContent = names.map((name, code) => `${GLYPHS[code]} ${name}`).join("   ");
  }

  build(moments: Moment[]) {
    this.current = -1;
    this.first = moments[0].at;
    this.rows.replaceChildren(...moments.map((moment) => this.#line(moment)));
    this.measured = {
      head: this.head.offsetHeight,
      line: this.rows.offsetHeight / moments.length,
      room: this.scroller.clientHeight,
    };
  }

  /** @param step of those that it was built from */
  paint(step: number) {
    if (this.current === step) return;
    const index = step - this.first;
    this.rows.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.rows.children[index].setAttribute("aria-current", "step");
    this.current = step;
    this.#follow(index);
  }

  /**
   * Frames a line of the history and keeps it in sight. The frame is a background of the table, so that no line is
   * painted again. It does not use scrollIntoView, which would move the page as well. The sizes are measured once,
   * because asking for them while playing costs a layout for each picture. A line out of sight goes to the top, so
   * scrolling is rare.
   */
  #follow(index: number) {
    const { head, line, room } = this.measured;
    this.table.style.backgroundPositionY = `${head + index * line}px`;
    this.table.style.backgroundSize = `100% ${line}px`;
    if (index * line >= this.scrolled && head + (index + 1) * line <= this.scrolled + room) return;
    this.scrolled = index * line;
    // At the beginning of the next picture: scrolling now, after changes, would force another layout.
    requestAnimationFrame(() => (this.scroller.scrollTop = this.scrolled));
  }

  #line({ at, step, input, sampled, argmax, entropy, status }: Moment) {
    const recording = this.recording as Recording;
    const heat = element("td.tdp-heat", entropyText(entropy, this.unit));
    const shade = this.shades[shadeOf(entropy)];
    heat.style.backgroundColor = shade.fill;
    heat.style.color = shade.text;
    // A sign to the eye and a word to screen readers, because four words do not fit into a column.
    const name = this.names[status];
    const sign = element("span", { role: "img", "aria-label": name, title: name }, GLYPHS[status]);
    return element(
      "tr",
      { "data-at": String(at) },
      element("th", { scope: "row" }, String(step)),
      element("td", { class: `tdp-status tdp-is-${NAMES[status].replace(" ", "-")}` }, sign),
      ...[input, sampled, argmax].map((id) => setToken(element("td.tdp-token"), tokenText(recording, id), CELL_WIDTH)),
      heat,
    );
  }
}
