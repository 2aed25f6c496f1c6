/** What runs spend besides passes: work by formula, and seconds that were measured. Fetched when runs are compared. */

import { total } from "../rules/cost.js";
import { stepCosts } from "../run/costs.js";
import { timesOf } from "../run/lanes.js";
import { flopsText } from "../words/cost.js";
import { LETTERS } from "../words/lanes.js";
import { digits } from "../words/units.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {"work" | "seconds"} Measure */

/** @type {Record<Measure, (recording: Recording) => number[] | string>} what each step took; or why that is not known */
const STEPS = {
  work: (recording) =>
    stepCosts(recording)?.map(({ flops, encoder }) => flops + (encoder ? total(encoder.flops) : 0)) ??
    "is of a model whose shape is not known",
  seconds: ({ frames }) => {
    const seconds = frames.map((frame) => frame.seconds ?? NaN);
    return seconds.some(Number.isNaN) ? "was recorded without the times of its steps" : seconds;
  },
};

/** @type {Record<Measure, (amount: number) => string>} */
const TEXTS = { work: flopsText, seconds: (seconds) => `${digits(seconds, 3)} s` };

/** @param {Measure} measure @param {number} amount */
export const amountText = (measure, amount) => (amount === 0 ? "0" : TEXTS[measure](amount));

/**
 * @param {Recording[]} lanes
 * @param {Measure} measure
 * @param {import("../run/axis.js").Guest | null} [guest] beside them
 * @returns {{ spent: number[][], why: string }} what each lane has spent at each of its moments, the noise of a block included, the guest last; or why that is not known
 */
export function spending(lanes, measure, guest = null) {
  /** @type {number[][]} */
  const spent = [];
  const times = measure === "seconds" ? timesOf(lanes) : [];
  const late = times.findIndex(({ note }) => note !== "");
  if (late >= 0) {
    const { note } = times[late];
    return { spent, why: times.every((time) => time.note === note) ? note : `${LETTERS[late]}: ${note}` };
  }
  for (const [lane, recording] of lanes.entries()) {
    const steps = STEPS[measure](recording);
    if (typeof steps === "string") return { spent: [], why: `${LETTERS[lane]} ${steps}` };
    let sum = 0;
    const after = steps.map((step) => (sum += step));
    spent.push(recording.moments.map(({ step, noise }) => (noise ? (after[step - 1] ?? 0) : after[step])));
  }
  const theirs = guest ? guest.spent(measure) : null;
  if (typeof theirs === "string") return { spent: [], why: `R ${theirs}` };
  return { spent: theirs ? [...spent, theirs] : spent, why: "" };
}
