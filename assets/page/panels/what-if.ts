/** What a step would keep with another bound: a slider, a number, and what comes of it. */

import { element, setText } from "../dom/elements.ts";
import { scaleOf } from "../rules/explain.ts";
import { boundName, supposedSentence } from "../rules/why.ts";
import { digits, plainUnit } from "../words/units.ts";
import type { Reader, Taste } from "../player/panel.ts";
import type { Decision } from "../rules/decision.ts";
import type { Explanation } from "../run/recording.ts";

/** How many places the slider has. */
const NOTCHES = 1000;
/** Where it ends by default, for entropies and divergences. */
const MOST_NATS = 5;

export class WhatIf {
  label = element("label.tdp-what-if-asked");
  range = element("input", { type: "range", min: "0", max: String(NOTCHES), step: "1" });
  number = element("input", { type: "number", min: "0", step: "any" });
  reset = element("button.tdp-pill", "Reset");
  run = element("button.tdp-pill", "Run with this");
  verdict = element("p.tdp-what-if-verdict", { "aria-live": "polite" });
  outcome: HTMLDivElement;
  root: HTMLDivElement;
  /** Of the run. */
  bound: number | null = null;
  explanation: Explanation | null = null;
  taste: Taste = { unit: "nats", layer: "sampled", terms: "plain" };
  decision: Decision | null = null;
  supposedBound: number | null = null;

  /** @param suppose another bound (for a rank, how many), or again the run's own */
  constructor(
    public suppose: (bound: number | null) => void,
    public tune: Reader["tune"],
  ) {
    this.outcome = element("div.tdp-what-if-outcome", this.verdict, this.run, this.reset);
    this.root = element(
      "div.tdp-what-if",
      element("div.tdp-what-if-row", this.label, this.range, this.number),
      this.outcome,
    );
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
  #curve(share: number, back = false) {
    if (this.#rank || this.explanation?.unit !== "nats") return share;
    return back ? Math.cbrt(share) : share ** 3;
  }

  /** @returns one that the slider reaches, as round as it is shown */
  within(bound: number): number {
    const least = Math.min(Math.max(bound, 0), this.#most);
    return this.#rank ? Math.round(least) : +least.toPrecision(3);
  }

  /** @param bound of the run */
  show(bound: number | null, explanation: Explanation, taste: Taste) {
    Object.assign(this, { bound, explanation, taste });
    const name = boundName(explanation, taste.terms);
    setText(this.label, `What if the ${name} were`);
    for (const input of [this.range, this.number]) input.setAttribute("aria-label", `Another ${name} for this step`);
  }

  /** @param supposedBound than the run's own */
  paint(decision: Decision, supposedBound: number | null) {
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
