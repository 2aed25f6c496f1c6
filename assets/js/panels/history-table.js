/** One position at every step of its block, as a table: its status, its three tokens and its uncertainty. */

import { shadeOf, shades } from "../cells/colour.js";
import { element } from "../dom/elements.js";
import { NAMES } from "../run/status.js";
import { namesOf } from "../words/terms.js";
import { entropyText } from "../words/units.js";
import { setToken, tokenText } from "./panel.js";

/** @typedef {import("./panel.js").Recording} Recording */

/** A sign for each status code, for people who cannot tell the colours apart. */
export const GLYPHS = ["●", "◉", "○", "✕"];

/** Room for a token's text, in pixels. */
const CELL_WIDTH = 48;

export class HistoryTable {
  /** @param {(step: number) => void} seek */
  constructor(seek) {
    this.head = element("thead");
    this.rows = element("tbody");
    this.table = element("table.tdp-history", this.head, this.rows);
    this.scroller = element(
      "div.tdp-scroller",
      { tabindex: "0", role: "region", "aria-label": "History of the position" },
      this.table,
    );
    this.key = element("p.tdp-glyph-key", { "aria-hidden": "true" });
    /** @type {Recording | null} */
    this.recording = null;
    /** Of the block's first step, in the run's frames. */
    this.first = 0;
    /** @type {import("../words/units.js").Unit} */
    this.unit = "nats";
    this.shades = shades("light");
    this.names = NAMES;
    this.current = -1;
    this.measured = { head: 0, line: 0, room: 0 };
    this.scrolled = 0;
    this.scroller.onscroll = () => (this.scrolled = this.scroller.scrollTop);
    this.rows.onclick = (event) => {
      const line = /** @type {HTMLElement} */ (event.target).closest("tr");
      if (line) seek(Number(line.dataset.at));
    };
  }

  /** @type {import("./panel.js").Panel["show"]} */
  show(recording, theme, { unit, terms }) {
    const names = namesOf(recording.header.way, terms);
    const tokens = terms === "plain" ? ["went in", "drawn", "best guess"] : ["input", "sampled", "argmax"];
    Object.assign(this, { recording, unit, names, shades: shades(theme) });
    this.head.replaceChildren(
      element("tr", ...["step", "status", ...tokens, unit].map((name) => element("th", { scope: "col" }, name))),
    );
    this.key.textContent = names.map((name, code) => `${GLYPHS[code]} ${name}`).join("   ");
  }

  /** @param {import("../run/history.js").Moment[]} moments */
  build(moments) {
    this.current = -1;
    this.first = moments[0].at;
    this.rows.replaceChildren(...moments.map((moment) => this.#line(moment)));
    this.measured = {
      head: this.head.offsetHeight,
      line: this.rows.offsetHeight / moments.length,
      room: this.scroller.clientHeight,
    };
  }

  /** @param {number} step of those that it was built from */
  paint(step) {
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
   *
   * @param {number} index
   */
  #follow(index) {
    const { head, line, room } = this.measured;
    this.table.style.backgroundPositionY = `${head + index * line}px`;
    this.table.style.backgroundSize = `100% ${line}px`;
    if (index * line >= this.scrolled && head + (index + 1) * line <= this.scrolled + room) return;
    this.scrolled = index * line;
    // At the beginning of the next picture: scrolling now, after changes, would force another layout.
    requestAnimationFrame(() => (this.scroller.scrollTop = this.scrolled));
  }

  /** @param {import("../run/history.js").Moment} moment */
  #line({ at, step, input, sampled, argmax, entropy, status }) {
    const recording = /** @type {Recording} */ (this.recording);
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
