/** What the clock counts while runs are compared, as the reader chose it where it is known of all of them. */

import { once } from "../dom/once.ts";
import { Axis } from "../run/axis.ts";
import { momentsOf } from "../run/lanes.ts";
import { passesOf } from "../run/recording.ts";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Guest } from "../run/axis.ts";
import type { Recording } from "../run/recording.ts";
import type { Measure } from "./measures.ts";

/** What is counted, of what can be chosen; `why` is empty, or says why one of them cannot. */
export const UNCOUNTED = {
  offered: false,
  by: "passes",
  choices: [
    { value: "passes", name: "by pass", why: "" },
    { value: "work", name: "by work", why: "" },
    { value: "seconds", name: "by seconds", why: "" },
  ],
};

export class Counts {
  /** What measures; fetched with the first lanes. */
  measures: typeof import("./measures.ts") | null = null;

  /** @param by what the reader chose */
  constructor(
    public view: { counting: Signal<typeof UNCOUNTED> },
    public by: ReadonlySignal<string>,
    public changed: () => void,
  ) {}

  /** @param guest beside them */
  axisOf(lanes: Recording[], guest: Guest | null): Axis {
    const { measures, view, by } = this;
    const all = guest ? [...lanes, guest] : lanes;
    const offered = all.length > 1;
    if (offered !== view.counting.value.offered) view.counting.value = { ...view.counting.value, offered };
    if (offered && measures === null) this.#fetch().catch(() => {}); // the next change tries again
    if (!offered || measures === null) return new Axis(all);
    const [passes, ...choices] = UNCOUNTED.choices;
    const counts = choices.map(({ value }) => measures.spending(lanes, value as Measure, guest));
    const chosen = choices.findIndex(({ value }) => value === by.value);
    const known = chosen >= 0 && counts[chosen].why === "";
    view.counting.value = {
      offered,
      by: known ? by.value : "passes",
      choices: [passes, ...choices.map((choice, at) => ({ ...choice, why: counts[at].why }))],
    };
    if (known) return new Axis(all, counts[chosen].spent, by.value);
    const several = lanes.some(({ frames }) => passesOf(frames) > frames.length);
    return several ? new Axis(all, measures.spending(lanes, "passes", guest).spent) : new Axis(all);
  }

  #fetch = once(async () => {
    this.measures = await import("./measures.ts");
    this.changed();
  });

  /** @returns what is spent by a tick, in words; null where passes are counted, and no guest comes in more pieces */
  text(axis: Axis, lanes: Recording[]): ((tick: number) => string) | null {
    const { measures } = this;
    if (axis.spent === null && axis.count > momentsOf(lanes)) return (tick) => String(Math.round(tick));
    return axis.spent === null || measures === null
      ? null
      : (tick) => measures.amountText(axis.by as Measure, axis.value(tick));
  }

  /** @returns for the sentence about lanes */
  sentenceAt(axis: Axis, tick: number, places: number[]): { places: number[]; spent: string } | undefined {
    const text = axis.spent && this.text(axis, []);
    return text === null ? undefined : { places, spent: text(tick) };
  }
}
