/** All settings of the form, in compact rows. Those of a sampler are shown while that sampler is chosen. */

import { element, numberField } from "../dom/elements.ts";
import { defaultsIn } from "../rules/ways.ts";
import { digits } from "../words/units.ts";
import { KnobRow } from "./knob-row.ts";
import { ScheduleLine } from "./schedule-line.ts";
import type { Knob, Value } from "../rules/knobs.ts";

/** The setting that matters only for a text that is favoured. */
export const MARGIN = "favour_margin";

export class Knobs {
  rows: Record<string, KnobRow>;
  line: ScheduleLine;
  seed: HTMLInputElement;
  reset = element("button.tdp-pill.tdp-reset-all", "Reset all");

  /** @param root will be filled */
  constructor(
    public root: HTMLElement,
    table: Knob[],
    mostSeed: number,
    edited: () => void,
  ) {
    const changed = (name: string) => {
      if (name === "way") this.values = this.defaultsOf(String(this.rows.way.value));
      this.#show();
      edited();
    };
    this.rows = Object.fromEntries(table.map((knob) => [knob.name, new KnobRow(knob, () => changed(knob.name))]));
    this.line = new ScheduleLine();
    this.rows.schedule?.menu?.before(this.line.root);
    this.seed = numberField("Seed", 0, mostSeed, { step: "1", value: "0" });
    const dice = element("button", { id: "dice", title: "Another seed", "aria-label": "Another seed" }, "⚄");
    const complaint = element("p.tdp-complaint", { role: "alert" });
    const valid = () =>
      Number.isInteger(this.seed.valueAsNumber) && this.seed.valueAsNumber >= 0 && this.seed.valueAsNumber <= mostSeed;
    this.seed.oninput = () => {
      complaint.textContent = valid() ? "" : `Seed: allowed is a whole number from 0 to ${digits(mostSeed, 16)}.`;
      edited();
    };
    dice.onclick = () => {
      this.seed.value = String(crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000);
      complaint.textContent = "";
      edited();
    };
    this.reset.title = "Every setting back to the model's own";
    this.reset.onclick = () => {
      for (const row of Object.values(this.rows)) if (row.modelValue !== null) row.value = row.modelValue;
      this.#show();
      edited();
    };
    const seed = element(
      "div.tdp-knob",
      { id: "seed" },
      element("span.tdp-knob-name", "Seed", this.reset),
      dice,
      this.seed,
      complaint,
    );
    const first = ["sampler", ...table.filter(({ samplers }) => samplers.length > 0).map(({ name }) => name)];
    const names = [...first, ...Object.keys(this.rows).filter((name) => !first.includes(name))];
    root.replaceChildren(...names.map((name) => this.rows[name].root), seed);
    this.#show();
  }

  #favours = false;

  /** Does the run favour a text of the reader's own? Only then is there a margin to set. */
  set favours(favours: boolean) {
    this.#favours = favours;
    this.#show();
  }

  get values(): Record<string, Value> {
    return Object.fromEntries(Object.entries(this.rows).map(([name, row]) => [name, row.value]));
  }

  /** @param values those that are not named stay */
  set values(values: Record<string, Value>) {
    for (const [name, value] of Object.entries(values)) if (name in this.rows) this.rows[name].value = value;
    this.#show();
  }

  /** The first thing that is wrong, in one sentence; empty if nothing is. */
  get problem() {
    return (
      [...this.root.querySelectorAll(".tdp-knob:not([hidden]) .tdp-complaint")]
        .map(({ textContent }) => textContent ?? "")
        .find((said) => said !== "") ?? ""
    );
  }

  /** The checkpoint's own values; null until they are known. */
  get shipped(): Record<string, Value> | null {
    const rows = Object.entries(this.rows).flatMap(([name, { modelValue }]) =>
      modelValue === null ? [] : [[name, modelValue]],
    );
    return rows.length === 0 ? null : Object.fromEntries(rows);
  }

  /** @param way of writing @returns its defaults with this checkpoint */
  defaultsOf(way: string): Record<string, Value> {
    const usual = Object.values(this.rows).map(({ knob }) => [knob.name, knob.value]);
    return defaultsIn(way, this.shipped ?? Object.fromEntries(usual));
  }

  /** The ways that the checkpoint can write in; null for all. */
  #ways: string[] | null = null;

  /**
   * @param values the checkpoint's own values
   * @param ways that it can write in; the menu offers no others
   */
  setOwn(values: Record<string, Value>, ways: string[] | null = null) {
    this.#ways = ways;
    for (const [name, value] of Object.entries(values)) this.rows[name]?.setOwn(value);
    for (const option of this.rows.way.menu?.options ?? []) option.disabled = !(ways?.includes(option.value) ?? true);
    this.#show();
  }

  /** Takes the checkpoint's own values if it cannot write in the way that is set. @returns did it? */
  fit(): boolean {
    const fits = this.#ways?.includes(String(this.rows.way.value)) ?? true;
    if (!fits) this.values = this.shipped ?? {};
    return !fits;
  }

  #show() {
    const { t_max: first, t_min: last, sampler } = this.rows;
    for (const { knob, root } of Object.values(this.rows))
      root.hidden =
        (knob.samplers.length > 0 && !knob.samplers.includes(String(sampler.value))) ||
        (knob.name === MARGIN && !this.#favours);
    if (last && first && last.problem === "") {
      last.complain(
        last.value > first.value ? `Last temperature: at most the first one, which is ${first.value}.` : "",
      );
    }
    this.line.paint(this.values);
    this.reset.hidden = Object.values(this.rows).every(({ changes, root }) => root.hidden || !changes);
  }
}
