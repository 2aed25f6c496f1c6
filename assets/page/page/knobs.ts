/** Settings that somebody changes: their values, those of the checkpoint, and what is wrong with them. */

import { signal } from "@preact/signals";
import { belongs, problemOf } from "../rules/knobs.ts";
import { defaultsIn } from "../rules/ways.ts";
import type { Knob, Value } from "../rules/knobs.ts";

/** The setting that matters only for a text that is favoured. */
const MARGIN = "favour_margin";

export class Knobs {
  seed = signal(0);
  /** The checkpoint's own values; null until they are known. */
  shipped = signal<Record<string, Value> | null>(null);
  /** The ways that the checkpoint can write in; null for all. */
  ways = signal<string[] | null>(null);
  /** Does the run favour a text of the reader's own? Only then is there a margin to set. */
  favours = signal(false);
  #values = signal<Record<string, Value>>({});

  /**
   * @param table in the order in which they are shown
   * @param mostSeed that the server takes
   */
  constructor(
    public table: Knob[],
    public mostSeed: number,
  ) {
    this.#values.value = this.#usual;
  }

  get #usual(): Record<string, Value> {
    return Object.fromEntries(this.table.map(({ name, value }) => [name, value]));
  }

  /** As they stand, which may be out of bounds; an emptied field is not a number. */
  get values(): Record<string, Value> {
    return { ...this.#values.value };
  }

  /** @param values those that are not named stay */
  set values(values) {
    const known = Object.entries(values).filter(([name]) => name in this.#values.peek());
    this.#values.value = { ...this.#values.peek(), ...Object.fromEntries(known) };
  }

  /** The reader sets one. */
  set(name: string, value: Value) {
    this.values = { [name]: value, ...(name === "way" && this.defaultsOf(String(value))) };
  }

  /** Every setting as the checkpoint has it. */
  reset() {
    this.values = this.shipped.value ?? {};
  }

  /** Does a run of these values have the setting? */
  has(knob: Knob): boolean {
    return belongs(knob, this.#values.value.sampler) && (knob.name !== MARGIN || this.favours.value);
  }

  /** Is it another value than the checkpoint's own? */
  changes({ name }: Knob): boolean {
    const shipped = this.shipped.value?.[name];
    return shipped !== undefined && shipped !== this.#values.value[name];
  }

  /** What is wrong with a setting, in one sentence; "" if nothing is. */
  problemOf(knob: Knob): string {
    const { t_max: first, t_min: last, [knob.name]: value } = this.#values.value;
    const problem = problemOf(knob, value);
    if (problem !== "" || knob.name !== "t_min" || !(last > first)) return problem;
    return `Last temperature: at most the first one, which is ${first}.`;
  }

  get seedProblem(): string {
    return problemOf({ label: "Seed", minimum: 0, maximum: this.mostSeed, whole: true }, this.seed.value);
  }

  /** The first thing that is wrong, in one sentence; "" if nothing is. */
  get problem(): string {
    const problems = this.table.map((knob) => (this.has(knob) ? this.problemOf(knob) : ""));
    return problems.find((problem) => problem !== "") ?? this.seedProblem;
  }

  /** @param way of writing @returns its defaults with this checkpoint */
  defaultsOf(way: string): Record<string, Value> {
    return defaultsIn(way, this.shipped.value ?? this.#usual);
  }

  /**
   * @param values the checkpoint's own values
   * @param ways that it can write in
   */
  setOwn(values: Record<string, Value>, ways: string[] | null = null) {
    this.shipped.value = values;
    this.ways.value = ways;
  }

  /** Takes the checkpoint's own values if it cannot write in the way that is set. @returns did it? */
  fit(): boolean {
    const fits = this.ways.value?.includes(String(this.#values.value.way)) ?? true;
    if (!fits) this.reset();
    return !fits;
  }
}
