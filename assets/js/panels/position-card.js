/** One position of a step: its candidates as bars, and its history over the steps of the block as a table. */

import { shadeOf, shades } from "../colour.js";
import { historySentence } from "../explain.js";
import { historyOf } from "../history.js";
import { NAMES } from "../status.js";
import { entropyText, percent } from "../units.js";
import { element } from "../view.js";
import { setText, tokenText } from "./panel.js";

/** Status by code, for those who do not tell colours apart. */
export const GLYPHS = ["●", "◉", "○", "✕"];

/** @typedef {import("./panel.js").Recording} Recording */

export class PositionCard {
  /** @param {(row: number) => void} seek */
  constructor(seek) {
    this.seek = seek;
    this.title = element("h3");
    this.now = element("p", { class: "tdp-now" });
    this.candidates = element("ol", { class: "tdp-candidates", "aria-label": "Most probable tokens at this step" });
    this.summary = element("p", { class: "tdp-summary" });
    this.head = element("thead");
    this.rows = element("tbody");
    const table = element("table", { class: "tdp-history" }, this.head, this.rows);
    this.scroller = element("div", { class: "tdp-scroller", tabindex: "0", role: "region", "aria-label": "History of the position" }, table);
    this.root = element("section", { class: "tdp-card", hidden: "" }, this.title, this.now, this.candidates, this.summary, this.scroller);
    /** @type {Recording | null} */
    this.recording = null;
    /** What the history's rows were built from. */
    this.built = "";
    this.current = -1;
    this.rows.onclick = (event) => {
      const line = /** @type {HTMLElement} */ (event.target).closest("tr");
      if (line) this.seek(Number(line.dataset.row));
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
      element("tr", {}, ...["step", "input", "sampled", "argmax", unit, "status"].map((name) => element("th", { scope: "col" }, name))),
    );
  }

  /**
   * @param {number} row
   * @param {number | null} position null: nothing to show
   */
  paint(row, position) {
    const step = this.recording?.frames[row];
    this.root.hidden = position === null || step === undefined;
    if (!this.recording || step === undefined || position === null) return;
    setText(this.title, `Position ${position}`);
    const moments = historyOf(this.recording, row, position);
    const sampled = tokenText(this.recording, step.sampled[position]);
    const entropy = `${entropyText(step.entropy[position], this.unit ?? "nats")} ${this.unit}`;
    setText(this.now, `Step ${step.step}: “${sampled}” sampled, entropy ${entropy}, ${NAMES[step.status[position]]}.`);
    this.#candidates(step, position);
    setText(this.summary, historySentence(moments.filter((moment) => moment.row <= row)));
    this.#history(moments, row, position);
  }

  /**
   * @param {import("../recording.js").Frame} step
   * @param {number} position
   */
  #candidates({ candidates, sampled, argmax }, position) {
    if (!candidates) {
      const why = this.recording?.live ? "The candidates of a live run come when it has ended." : "This run was recorded without candidates.";
      this.candidates.replaceChildren(element("li", { class: "tdp-none" }, why));
      return;
    }
    const { k, ids, probs } = candidates;
    const lines = [];
    let rest = 1;
    for (let i = position * k; i < (position + 1) * k; i += 1) {
      rest -= probs[i];
      const marks = [ids[i] === sampled[position] ? "sampled" : "", ids[i] === argmax[position] ? "argmax" : ""].filter(Boolean).join(", ");
      lines.push(this.#bar(ids[i], probs[i], marks));
    }
    if (!ids.subarray(position * k, (position + 1) * k).includes(sampled[position])) {
      lines.push(element("li", { class: "tdp-none" }, `The sampled token is not among these ${k}.`));
    }
    lines.push(element("li", { class: "tdp-none" }, `all other tokens ${percent(Math.max(rest, 0))}`));
    this.candidates.replaceChildren(...lines);
  }

  /**
   * @param {number} id
   * @param {number} probability
   * @param {string} marks
   */
  #bar(id, probability, marks) {
    const bar = element("i");
    bar.style.transform = `scaleX(${probability})`;
    return element(
      "li",
      {},
      element("span", { class: "tdp-token" }, tokenText(/** @type {Recording} */ (this.recording), id)),
      element("span", { class: "tdp-track", "aria-hidden": "true" }, bar),
      element("span", { class: "tdp-share" }, percent(probability)),
      element("span", { class: "tdp-marks" }, marks),
    );
  }

  /**
   * @param {import("../history.js").Moment[]} moments
   * @param {number} row
   * @param {number} position
   */
  #history(moments, row, position) {
    const key = `${position} ${moments[0].row} ${moments.length}`;
    if (key !== this.built) {
      this.built = key;
      this.current = -1;
      this.rows.replaceChildren(...moments.map((moment) => this.#line(moment)));
    }
    if (this.current === row) return;
    this.rows.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = /** @type {HTMLElement} */ (this.rows.children[row - moments[0].row]);
    line.setAttribute("aria-current", "step");
    this.current = row;
    // Not scrollIntoView: that would move the page as well.
    const { scroller } = this;
    const above = line.offsetTop - 30 - scroller.scrollTop;
    const below = line.offsetTop + line.offsetHeight - scroller.clientHeight - scroller.scrollTop;
    if (above < 0) scroller.scrollTop += above;
    else if (below > 0) scroller.scrollTop += below;
  }

  /** @param {import("../history.js").Moment} moment */
  #line({ row, step, input, sampled, argmax, entropy, status }) {
    const recording = /** @type {Recording} */ (this.recording);
    const heat = element("td", { class: "tdp-heat" }, entropyText(entropy, this.unit ?? "nats"));
    const shade = this.shades?.[shadeOf(entropy)];
    heat.style.background = shade?.fill ?? "";
    heat.style.color = shade?.text ?? "";
    return element(
      "tr",
      { "data-row": String(row) },
      element("th", { scope: "row" }, String(step)),
      ...[input, sampled, argmax].map((id) => element("td", { class: "tdp-token" }, tokenText(recording, id))),
      heat,
      element("td", { class: `tdp-is-${NAMES[status].replace(" ", "-")}` }, `${GLYPHS[status]} ${NAMES[status]}`),
    );
  }
}
