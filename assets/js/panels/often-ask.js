/** What a study is asked for: how many seeds, what varies and how, and what counts as right. */

import { button, element } from "../dom/elements.js";
import { takeTurns } from "../dom/focus.js";
import { MEASURES } from "../rules/measures.js";

/** @typedef {import("../page/address.js").Knob} Knob */

const SEEDS = ["16", "32", "64"];
/** The most values that are suggested for a setting. */
const MOST_SUGGESTED = 4;

export class OftenAsk {
  /**
   * @param {HTMLElement} root will be filled
   * @param {Knob[]} knobs
   * @param {{ run: (seeds: number, vary: string, values: string) => void, stop: () => void, measured: () => void }} actions
   */
  constructor(root, knobs, { run, stop, measured }) {
    this.knobs = knobs;
    this.seeds = element(
      "select",
      { "aria-label": "How many seeds" },
      ...SEEDS.map((value) => element("option", { value }, `${value} seeds`)),
    );
    this.vary = element(
      "select",
      { "aria-label": "What varies" },
      element("option", { value: "" }, "settings as they are"),
    );
    for (const { name, label } of knobs) this.vary.append(element("option", { value: name }, `vary: ${label}`));
    this.values = element("input", {
      type: "text",
      maxlength: "200",
      hidden: "",
      "aria-label": "Values that it takes, up to 8",
    });
    this.run = button("Run", "Run all of them");
    this.run.classList.add("tdp-often-run");
    this.stop = button("Stop", "Stop; what is done stays");
    this.vary.onchange = () => this.#suggest();
    this.run.onclick = () => run(Number(this.seeds.value), this.vary.value, this.values.value);
    this.stop.onclick = stop;

    this.measure = element("select", { "aria-label": "What counts as right" });
    for (const [value, name, hint] of MEASURES) this.measure.append(element("option", { value, title: hint }, name));
    this.wanted = element("input", { type: "text", maxlength: "500", hidden: "" });
    this.measure.onchange = () => {
      this.#explain();
      measured();
    };
    this.wanted.onchange = measured;
    root.append(
      element("div.tdp-often-row", this.seeds, this.vary, this.values, this.run, this.stop),
      element("label.tdp-often-row", "A text counts as right if it ", this.measure, this.wanted),
    );
  }

  /**
   * @param {boolean} there does a rule judge texts of this prompt, where its runs are made?
   * @returns {boolean} does something else count as right from now on?
   */
  offerRule(there) {
    const [rule, next] = this.measure.options;
    rule.hidden = rule.disabled = !there;
    if (there || !rule.selected) return false;
    this.measure.value = next.value;
    this.#explain();
    return true;
  }

  /** @param {import("../page/studies.js").StudyRequest} request here, beside the lanes, or by an address */
  fill({ seeds, vary, values, measure: { kind, wanted } }) {
    this.measure.value = kind;
    this.#explain();
    this.wanted.value = wanted;
    const usual = [...this.seeds.options].some(({ value }) => value === String(seeds));
    if (!usual) this.seeds.append(element("option", { value: String(seeds) }, `${seeds} seeds`));
    this.seeds.value = String(seeds);
    this.vary.value = vary;
    this.values.hidden = vary === "";
    this.values.value = values.join(", ");
  }

  /** @param {boolean} busy */
  set busy(busy) {
    takeTurns(this.run, this.stop, busy);
  }

  /**
   * @param {Uint32Array | null} reference the tokens of the run that is shown
   * @returns {import("../rules/measures.js").Measure}
   */
  measureOf(reference) {
    return { kind: this.measure.value, wanted: this.wanted.value, reference };
  }

  /** Values that the chosen setting might take. */
  #suggest() {
    const knob = this.knobs.find(({ name }) => name === this.vary.value);
    this.values.hidden = knob === undefined;
    if (knob === undefined) return;
    const { choices, slider, value, whole, minimum, maximum } = knob;
    const [low, high] = slider;
    const names = Object.keys(choices);
    const numbers = [0.25, 1, 4]
      .map((factor) => factor * Number(value))
      .map((number) => (whole ? Math.round(number) : +number.toPrecision(3)));
    const suggested =
      names.length > 0
        ? names.slice(0, MOST_SUGGESTED)
        : [...new Set(numbers)].filter((number) => number >= low && number <= high);
    this.values.value = suggested.join(", ");
    this.values.title =
      names.length > 0 ? `Up to 8 of: ${names.join(", ")}` : `Up to 8 numbers from ${minimum} to ${maximum}`;
  }

  #explain() {
    const [kind, name, hint, example] = MEASURES.find(([one]) => one === this.measure.value) ?? MEASURES[0];
    this.wanted.hidden = example === "";
    this.wanted.value = kind === "agrees" ? example : "";
    this.wanted.placeholder = example;
    this.wanted.title = hint;
    this.wanted.setAttribute("aria-label", name);
  }
}
