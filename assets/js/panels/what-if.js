/** What a step would keep with another bound: a slider, a number, and what comes of it. */

import { element, setText } from "../dom/elements.js";
import { scaleOf } from "../rules/explain.js";
import { boundName, supposedSentence } from "../words/decision.js";
import { digits, plainUnit } from "../words/units.js";

/** @typedef {import("../rules/decision.js").Decision} Decision */
/** @typedef {import("../rules/decision.js").Explanation} Explanation */

/** How many places the slider has. */
const NOTCHES = 1000;
/** Where it ends by default, for entropies and divergences. */
const MOST_NATS = 5;

export class WhatIf {
  /**
   * @param {(bound: number | null) => void} suppose another bound (for a rank, how many), or again the run's own
   * @param {import("./panel.js").Reader["tune"]} tune
   */
  constructor(suppose, tune) {
    this.suppose = suppose;
    this.tune = tune;
    this.label = element("label.tdp-what-if-asked");
    this.range = element("input", { type: "range", min: "0", max: String(NOTCHES), step: "1" });
    this.number = element("input", { type: "number", min: "0", step: "any" });
    this.reset = element("button.tdp-pill", "Reset");
    this.run = element("button.tdp-pill", "Run with this");
    this.verdict = element("p.tdp-what-if-verdict", { "aria-live": "polite" });
    this.outcome = element("div.tdp-what-if-outcome", this.verdict, this.run, this.reset);
    this.root = element(
      "div.tdp-what-if",
      element("div.tdp-what-if-row", this.label, this.range, this.number),
      this.outcome,
    );
    /** Of the run. @type {number | null} */
    this.bound = null;
    /** @type {Explanation | null} */
    this.explanation = null;
    /** @type {import("./panel.js").Taste} */
    this.taste = { unit: "nats", layer: "sampled", terms: "plain" };
    /** @type {Decision | null} */
    this.decision = null;
    /** @type {number | null} */
    this.supposedBound = null;
    this.range.oninput = () => suppose(this.within(this.#most * this.#curve(Number(this.range.value) / NOTCHES)));
    this.number.oninput = () => {
      const typed = this.number.valueAsNumber / this.#scale;
      if (Number.isFinite(typed) && typed >= 0) suppose(this.#rank ? Math.round(typed) : typed);
    };
    this.reset.onclick = () => {
      suppose(null);
      this.range.focus();
    };
    this.run.onclick = () => {
      if (tune && this.explanation?.bound && this.supposedBound !== null)
        tune({ [this.explanation.bound]: this.supposedBound });
    };
  }

  get #rank() {
    return this.explanation?.cut === "rank";
  }

  get #scale() {
    return this.explanation && !this.#rank ? scaleOf(this.explanation, this.taste.unit) : 1;
  }

  /** A run's bound may be beyond the slider's usual range. */
  get #most() {
    if (this.#rank) return this.decision?.order.length ?? 1;
    const unit = this.explanation?.unit;
    return unit === "probability" ? 1 : Math.max(unit === "nats" ? MOST_NATS : 1, 2 * (this.bound ?? 0));
  }

  /** Samplers decide among small values, so the slider moves slowly near 0. */
  #curve(/** @type {number} */ share, back = false) {
    if (this.#rank || this.explanation?.unit !== "nats") return share;
    return back ? Math.cbrt(share) : share ** 3;
  }

  /** @param {number} bound @returns {number} one that the slider reaches, as round as it is shown */
  within(bound) {
    const least = Math.min(Math.max(bound, 0), this.#most);
    return this.#rank ? Math.round(least) : +least.toPrecision(3);
  }

  /**
   * @param {number | null} bound of the run
   * @param {Explanation} explanation
   * @param {import("./panel.js").Taste} taste
   */
  show(bound, explanation, taste) {
    Object.assign(this, { bound, explanation, taste });
    const name = boundName(explanation, taste.terms);
    setText(this.label, `What if the ${name} were`);
    for (const input of [this.range, this.number]) input.setAttribute("aria-label", `Another ${name} for this step`);
  }

  /** @param {Decision} decision @param {number | null} supposedBound than the run's own */
  paint(decision, supposedBound) {
    Object.assign(this, { decision, supposedBound });
    const supposed = supposedBound ?? this.bound ?? decision.cut;
    this.range.value = String(Math.round(NOTCHES * this.#curve(Math.min(supposed / this.#most, 1), true)));
    const figure = +(supposed * this.#scale).toPrecision(3);
    if (this.number !== document.activeElement || supposedBound === null) this.number.value = String(figure);
    this.range.setAttribute(
      "aria-valuetext",
      `${digits(figure, 3)}${this.explanation?.unit === "nats" && !this.#rank ? ` ${plainUnit(this.taste.unit)}` : ""}`,
    );
    this.outcome.hidden = supposedBound === null;
    this.run.hidden = this.tune === null || !this.explanation?.bound;
    setText(
      this.verdict,
      supposedBound === null
        ? ""
        : `SIMULATED: ${supposedSentence(decision, supposedBound, this.taste)} Later steps would differ.`,
    );
  }
}
