/** Settings that somebody changes: their values, those of the checkpoint, and what is wrong with them. */

import { belongs, problemOf } from "../rules/knobs.ts";
import { defaultsIn } from "../rules/ways.ts";
import type { Knob, Value } from "../rules/knobs.ts";

/** The setting that matters only for a text that is favoured. */
const MARGIN = "favour_margin";

/** Says "change" when what shows them is out of date. */
export class Knobs extends EventTarget {
  seed = 0;
  /** The checkpoint's own values; null until they are known. */
  shipped: Record<string, Value> | null = null;
  /** The ways that the checkpoint can write in; null for all. */
  ways: string[] | null = null;
  #values: Record<string, Value>;
  #favours = false;

  /**
   * @param table in the order in which they are shown
   * @param mostSeed that the server takes
   * @param edited the reader changed something
   */
  constructor(
    public table: Knob[],
    public mostSeed: number,
    private edited: () => void,
  ) {
    super();
    this.#values = this.#usual;
  }

  get #usual(): Record<string, Value> {
    return Object.fromEntries(this.table.map(({ name, value }) => [name, value]));
  }

  /** As they stand, which may be out of bounds; an emptied field is not a number. */
  get values(): Record<string, Value> {
    return { ...this.#values };
  }

  /** @param values those that are not named stay */
  set values(values) {
    for (const [name, value] of Object.entries(values)) if (name in this.#values) this.#values[name] = value;
    this.#changed();
  }

  /** Does the run favour a text of the reader's own? Only then is there a margin to set. */
  set favours(favours: boolean) {
    this.#favours = favours;
    this.#changed();
  }

  /** The reader sets one. */
  set(name: string, value: Value) {
    this.values = { [name]: value, ...(name === "way" && this.defaultsOf(String(value))) };
    this.edited();
  }

  /** The reader wants another one. */
  setSeed(seed: number) {
    this.seed = seed;
    this.#changed();
    this.edited();
  }

  /** Every setting as the checkpoint has it. */
  reset() {
    this.values = this.shipped ?? {};
    this.edited();
  }

  /** Does a run of these values have the setting? */
  has(knob: Knob): boolean {
    return belongs(knob, this.#values.sampler) && (knob.name !== MARGIN || this.#favours);
  }

  /** Is it another value than the checkpoint's own? */
  changes({ name }: Knob): boolean {
    return this.shipped?.[name] !== undefined && this.shipped[name] !== this.#values[name];
  }

  /** What is wrong with a setting, in one sentence; "" if nothing is. */
  problemOf(knob: Knob): string {
    const { t_max: first, t_min: last } = this.#values;
    const problem = problemOf(knob, this.#values[knob.name]);
    if (problem !== "" || knob.name !== "t_min" || !(last > first)) return problem;
    return `Last temperature: at most the first one, which is ${first}.`;
  }

  get seedProblem(): string {
    return problemOf({ label: "Seed", minimum: 0, maximum: this.mostSeed, whole: true }, this.seed);
  }

  /** The first thing that is wrong, in one sentence; "" if nothing is. */
  get problem(): string {
    const problems = this.table.map((knob) => (this.has(knob) ? this.problemOf(knob) : ""));
    return problems.find((problem) => problem !== "") ?? this.seedProblem;
  }

  /** @param way of writing @returns its defaults with this checkpoint */
  defaultsOf(way: string): Record<string, Value> {
    return defaultsIn(way, this.shipped ?? this.#usual);
  }

  /**
   * @param values the checkpoint's own values
   * @param ways that it can write in
   */
  setOwn(values: Record<string, Value>, ways: string[] | null = null) {
    Object.assign(this, { shipped: values, ways });
    this.#changed();
  }

  /** Takes the checkpoint's own values if it cannot write in the way that is set. @returns did it? */
  fit(): boolean {
    const fits = this.ways?.includes(String(this.#values.way)) ?? true;
    if (!fits) this.values = this.shipped ?? {};
    return !fits;
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
