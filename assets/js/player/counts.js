/** What the clock counts while runs are compared, as the reader chose it where it is known of all of them. */

import { element, setText } from "../dom/elements.js";
import { Axis } from "../run/axis.js";
import { momentsOf } from "../run/lanes.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("./measures.js").Measure} Measure */

/** @type {[value: string, name: string][]} */
const CHOICES = [
  ["passes", "by pass"],
  ["work", "by work"],
  ["seconds", "by seconds"],
];

export class Counts {
  /**
   * @param {{ by: HTMLSelectElement }} view
   * @param {{ by: string }} views holds what the reader chose
   * @param {() => void} changed
   */
  constructor({ by }, views, changed) {
    this.select = by;
    this.views = views;
    this.changed = changed;
    this.options = CHOICES.map(([value, name]) => element("option", { value }, name));
    by.append(...this.options);
    by.hidden = true;
    by.onchange = () => {
      views.by = by.value;
      changed();
    };
    /** What measures; fetched with the first lanes. @type {typeof import("./measures.js") | null} */
    this.measures = null;
    this.fetching = false;
  }

  /**
   * @param {Recording[]} lanes
   * @param {import("../run/axis.js").Guest | null} guest beside them
   * @returns {Axis}
   */
  axisOf(lanes, guest) {
    const { measures, views, select } = this;
    const all = guest ? [...lanes, guest] : lanes;
    select.hidden = all.length < 2;
    if (all.length < 2) return new Axis(all);
    if (measures === null) {
      this.#fetch();
      return new Axis(all);
    }
    const counts = CHOICES.slice(1).map(([value]) => measures.spending(lanes, /** @type {Measure} */ (value), guest));
    counts.forEach(({ why }, at) => {
      const option = this.options[at + 1];
      option.disabled = why !== "";
      setText(option, why === "" ? CHOICES[at + 1][1] : `${CHOICES[at + 1][1]}: ${why}`);
    });
    const chosen = CHOICES.findIndex(([value]) => value === views.by) - 1;
    const known = chosen >= 0 && counts[chosen].why === "";
    select.value = known ? views.by : "passes";
    return known ? new Axis(all, counts[chosen].spent, views.by) : new Axis(all);
  }

  async #fetch() {
    if (this.fetching) return;
    this.fetching = true;
    this.measures = await import("./measures.js").catch(() => null);
    this.fetching = false;
    if (this.measures) this.changed(); // if its script did not come, the next change tries again
  }

  /**
   * @param {Axis} axis
   * @param {Recording[]} lanes
   * @returns {((tick: number) => string) | null} what is spent by a tick, in words; null where passes are counted, and no guest comes in more pieces
   */
  text(axis, lanes) {
    const { measures } = this;
    if (axis.spent === null && axis.count > momentsOf(lanes)) return (tick) => String(Math.round(tick));
    return axis.spent === null || measures === null
      ? null
      : (tick) => measures.amountText(/** @type {Measure} */ (axis.by), axis.value(tick));
  }

  /**
   * @param {Axis} axis
   * @param {number} tick
   * @param {number[]} places
   * @returns {{ places: number[], spent: string } | undefined} for the sentence about lanes
   */
  sentenceAt(axis, tick, places) {
    const text = axis.spent && this.text(axis, []);
    return text === null ? undefined : { places, spent: text(tick) };
  }
}
