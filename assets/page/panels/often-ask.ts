/** What a study is asked for: how many seeds, what varies and how, and what counts as right. */

import { button, element } from "../dom/elements.ts";
import { takeTurns } from "../dom/focus.ts";
import { MEASURES } from "../rules/measures.ts";
import type { Knob } from "../rules/knobs.ts";
import type { Measure } from "../rules/measures.ts";
import type { StudyRequest } from "../run/study.ts";

const SEEDS = ["16", "32", "64"];
/** The most values that are suggested for a setting. */
const MOST_SUGGESTED = 4;

export class OftenAsk {
  seeds = element(
    "select",
    { "aria-label": "How many seeds" },
    ...SEEDS.map((value) => element("option", { value }, `${value} seeds`)),
  );
  vary = element("select", { "aria-label": "What varies" }, element("option", { value: "" }, "settings as they are"));
  values = element("input", {
    type: "text",
    maxlength: "200",
    hidden: "",
    "aria-label": "Values that it takes, up to 8",
  });
  run = button("Run", "Run all of them");
  stop = button("Stop", "Stop; what is done stays");
  measure = element("select", { "aria-label": "What counts as right" });
  wanted = element("input", { type: "text", maxlength: "500", hidden: "" });

  /** @param root will be filled */
  constructor(
    root: HTMLElement,
    public knobs: Knob[],
    {
      run,
      stop,
      measured,
    }: { run: (seeds: number, vary: string, values: string) => void; stop: () => void; measured: () => void },
  ) {
    for (const { name, label } of knobs) this.vary.append(element("option", { value: name }, `vary: ${label}`));
    this.run.classList.add("tdp-often-run");
    this.vary.onchange = () => this.#suggest();
    this.run.onclick = () => run(Number(this.seeds.value), this.vary.value, this.values.value);
    this.stop.onclick = stop;

    for (const [value, name, hint] of MEASURES) this.measure.append(element("option", { value, title: hint }, name));
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
   * @param there does a rule judge texts of this prompt, where its runs are made?
   * @returns does something else count as right from now on?
   */
  offerRule(there: boolean): boolean {
    const [rule, next] = this.measure.options;
    rule.hidden = rule.disabled = !there;
    if (there || !rule.selected) return false;
    this.measure.value = next.value;
    this.#explain();
    return true;
  }

  /** @param request here, beside the lanes, or by an address */
  fill({ seeds, vary, values, measure: { kind, wanted } }: StudyRequest) {
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

  set busy(busy: boolean) {
    takeTurns(this.run, this.stop, busy);
  }

  /** @param reference the tokens of the run that is shown */
  measureOf(reference: Uint32Array | null): Measure {
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
