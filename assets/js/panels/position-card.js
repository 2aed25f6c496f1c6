/** One position of a step: its candidates as bars, and its history over the steps of the block as a table. */

import { shadeOf, shades } from "../cells/colour.js";
import { element, setText } from "../dom/elements.js";
import { historySentence } from "../rules/explain.js";
import { historyOf } from "../run/history.js";
import { NAMES } from "../run/status.js";
import { namesOf } from "../words/terms.js";
import { entropyText, percent } from "../words/units.js";
import { fillTrack, setToken, tokenText } from "./panel.js";

/** A sign for each status code, for people who cannot tell the colours apart. */
export const GLYPHS = ["●", "◉", "○", "✕"];

/** Room for a token's text, in pixels: for a candidate, and in a cell of the history. */
const [CANDIDATE_WIDTH, CELL_WIDTH] = [64, 48];

/** @typedef {import("./panel.js").Recording} Recording */

export class PositionCard {
  /** @param {(step: number) => void} seek */
  constructor(seek) {
    this.seek = seek;
    this.title = element("h3");
    this.now = element("p", { class: "tdp-now" });
    this.candidates = element("ol", { class: "tdp-candidates", "aria-label": "Most probable tokens at this step" });
    /** @type {ReturnType<typeof bar>[]} */
    this.bars = [];
    this.rest = element("p", { class: "tdp-rest" });
    this.summary = element("p", { class: "tdp-summary" });
    this.head = element("thead");
    this.rows = element("tbody");
    this.table = element("table", { class: "tdp-history" }, this.head, this.rows);
    this.scroller = element(
      "div",
      { class: "tdp-scroller", tabindex: "0", role: "region", "aria-label": "History of the position" },
      this.table,
    );
    const key = element(
      "p",
      { class: "tdp-glyph-key", "aria-hidden": "true" },
      NAMES.map((name, code) => `${GLYPHS[code]} ${name}`).join("   "),
    );
    this.root = element(
      "section",
      { class: "tdp-card", hidden: "" },
      this.title,
      this.now,
      this.candidates,
      this.rest,
      this.summary,
      this.scroller,
      key,
    );
    /** @type {Recording | null} */
    this.recording = null;
    /** @type {import("../words/units.js").Unit} */
    this.unit = "nats";
    this.shades = shades("light");
    /** What the history's rows were built from. */
    this.built = "";
    this.current = -1;
    this.measured = { head: 0, line: 0, room: 0 };
    this.scrolled = 0;
    this.scroller.onscroll = () => (this.scrolled = this.scroller.scrollTop);
    this.rows.onclick = (event) => {
      const line = /** @type {HTMLElement} */ (event.target).closest("tr");
      if (line) this.seek(Number(line.dataset.at));
    };
  }

  /**
   * @param {Recording} recording
   * @param {import("./panel.js").Theme} theme
   * @param {import("./panel.js").Taste} taste
   */
  show(recording, theme, { unit }) {
    Object.assign(this, { recording, unit, shades: shades(theme), built: "" });
    this.head.replaceChildren(
      element(
        "tr",
        {},
        ...["step", "status", "input", "sampled", "argmax", unit].map((name) => element("th", { scope: "col" }, name)),
      ),
    );
  }

  /**
   * @param {number} step
   * @param {number | null} position null shows nothing
   */
  paint(step, position) {
    const frame = this.recording?.frames[step];
    this.root.hidden = position === null || frame === undefined;
    if (!this.recording || frame === undefined || position === null) return;
    setText(this.title, `Position ${position}`);
    const moments = historyOf(this.recording, step, position);
    const sampled = tokenText(this.recording, frame.sampled_ids[position]);
    const entropy = `${entropyText(frame.entropy[position], this.unit)} ${this.unit}`;
    setText(this.now, `Step ${frame.step}: “${sampled}” sampled, entropy ${entropy}, ${namesOf(this.recording.header.way)[frame.status[position]]}.`);
    this.#candidates(frame, position);
    setText(this.summary, historySentence(moments.filter((moment) => moment.at <= step)));
    this.#history(moments, step, position);
  }

  /**
   * @param {import("../run/recording.js").Frame} frame
   * @param {number} position
   */
  #candidates({ top_ids: ids, top_probs: probs, sampled_ids, argmax_ids }, position) {
    const recording = /** @type {Recording} */ (this.recording);
    const k = ids ? ids.length / argmax_ids.length : 0;
    if (this.bars.length !== k) {
      this.bars = Array.from({ length: k }, bar);
      this.candidates.replaceChildren(...this.bars.map(({ root }) => root));
    }
    const none = recording.live
      ? "The candidates of a live run come when it has ended."
      : "This run has no candidates recorded.";
    if (!ids || !probs) return setText(this.rest, none);
    let rest = 1; // never quite 0: rounding may hide it, but every token has some probability
    this.bars.forEach(({ token, track, share, marks }, i) => {
      const at = position * k + i;
      rest -= probs[at];
      setToken(token, tokenText(recording, ids[at]), CANDIDATE_WIDTH);
      fillTrack(track, probs[at]);
      setText(share, percent(probs[at]));
      setText(
        marks,
        [ids[at] === sampled_ids[position] ? "sampled" : "", ids[at] === argmax_ids[position] ? "argmax" : ""]
          .filter(Boolean)
          .join(", "),
      );
    });
    const beyond = !ids.subarray(position * k, (position + 1) * k).includes(sampled_ids[position]);
    const others = `All other tokens together ${percent(Math.max(rest, Number.EPSILON))}${beyond ? ", the sampled one among them" : ""}.`;
    setText(this.rest, others);
  }

  /**
   * @param {import("../run/history.js").Moment[]} moments
   * @param {number} step
   * @param {number} position
   */
  #history(moments, step, position) {
    const key = `${position} ${moments[0].at} ${moments.length}`;
    if (key !== this.built) {
      this.built = key;
      this.current = -1;
      this.rows.replaceChildren(...moments.map((moment) => this.#line(moment)));
      this.measured = {
        head: this.head.offsetHeight,
        line: this.rows.offsetHeight / moments.length,
        room: this.scroller.clientHeight,
      };
    }
    if (this.current === step) return;
    this.rows.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = /** @type {HTMLElement} */ (this.rows.children[step - moments[0].at]);
    line.setAttribute("aria-current", "step");
    this.current = step;
    this.#follow(step - moments[0].at);
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
    const heat = element("td", { class: "tdp-heat" }, entropyText(entropy, this.unit));
    const shade = this.shades[shadeOf(entropy)];
    heat.style.backgroundColor = shade.fill;
    heat.style.color = shade.text;
    return element(
      "tr",
      { "data-at": String(at) },
      element("th", { scope: "row" }, String(step)),
      statusCell(status),
      ...[input, sampled, argmax].map((id) =>
        setToken(element("td", { class: "tdp-token" }), tokenText(recording, id), CELL_WIDTH),
      ),
      heat,
    );
  }
}

/**
 * Shows a sign to the eye and a word to screen readers, because four words do not fit into a column.
 *
 * @param {number} status
 */
function statusCell(status) {
  const name = NAMES[status];
  const sign = element("span", { role: "img", "aria-label": name, title: name }, GLYPHS[status]);
  return element("td", { class: `tdp-status tdp-is-${name.replace(" ", "-")}` }, sign);
}

/** One candidate. Its texts and its length follow the step. */
function bar() {
  const [token, share, marks] = ["tdp-token", "tdp-share", "tdp-marks"].map((style) =>
    element("span", { class: style }),
  );
  const track = element("span", { class: "tdp-track", "aria-hidden": "true" });
  const root = element("li", {}, token, track, share, marks);
  return { root, token, track, share, marks };
}
