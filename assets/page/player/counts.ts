/** What the clock counts while runs are compared, as the reader chose it where it is known of all of them. */

import { element, setText } from "../dom/elements.ts";
import { Axis } from "../run/axis.ts";
import { momentsOf } from "../run/lanes.ts";
import { passesOf } from "../run/recording.ts";
import type { Guest } from "../run/axis.ts";
import type { Recording } from "../run/recording.ts";
import type { Measure } from "./measures.ts";

const CHOICES: [value: string, name: string][] = [
  ["passes", "by pass"],
  ["work", "by work"],
  ["seconds", "by seconds"],
];

export class Counts {
  select: HTMLSelectElement;
  options: HTMLOptionElement[];
  /** What measures; fetched with the first lanes. */
  measures: typeof import("./measures.ts") | null = null;
  fetching = false;

  /** @param views holds what the reader chose */
  constructor(
    { by }: { by: HTMLSelectElement },
    public views: { by: string },
    public changed: () => void,
  ) {
    this.select = by;
    this.options = CHOICES.map(([value, name]) => element("option", { value }, name));
    by.append(...this.options);
    by.hidden = true;
    by.onchange = () => {
      views.by = by.value;
      changed();
    };
  }

  /** @param guest beside them */
  axisOf(lanes: Recording[], guest: Guest | null): Axis {
    const { measures, views, select } = this;
    const all = guest ? [...lanes, guest] : lanes;
    select.hidden = all.length < 2;
    if (all.length < 2) return new Axis(all);
    if (measures === null) {
      this.#fetch();
      return new Axis(all);
    }
    const counts = CHOICES.slice(1).map(([value]) => measures.spending(lanes, value as Measure, guest));
    counts.forEach(({ why }, at) => {
      const option = this.options[at + 1];
      option.disabled = why !== "";
      setText(option, why === "" ? CHOICES[at + 1][1] : `${CHOICES[at + 1][1]}: ${why}`);
    });
    const chosen = CHOICES.findIndex(([value]) => value === views.by) - 1;
    const known = chosen >= 0 && counts[chosen].why === "";
    select.value = known ? views.by : "passes";
    if (known) return new Axis(all, counts[chosen].spent, views.by);
    const several = lanes.some(({ frames }) => passesOf(frames) > frames.length);
    return several ? new Axis(all, measures.spending(lanes, "passes", guest).spent) : new Axis(all);
  }

  async #fetch() {
    if (this.fetching) return;
    this.fetching = true;
    this.measures = await import("./measures.ts").catch(() => null);
    this.fetching = false;
    if (this.measures) this.changed(); // if its script did not come, the next change tries again
  }

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
