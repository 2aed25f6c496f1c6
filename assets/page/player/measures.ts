/** What runs spend: passes, where a step may take several, work by formula, and seconds that were measured. Fetched when runs are compared. */

import { total } from "../rules/cost.ts";
import { stepCosts } from "../run/costs.ts";
import { LETTERS } from "../run/lane-sentences.ts";
import { timesOf } from "../run/lanes.ts";
import { flopsText } from "../words/cost.ts";
import { digits } from "../words/units.ts";
import type { Guest } from "../run/axis.ts";
import type { Recording } from "../run/recording.ts";

export type Measure = "passes" | "work" | "seconds";

/** what each step took; or why that is not known */
const STEPS: Record<Measure, (recording: Recording) => number[] | string> = {
  passes: ({ frames }) => frames.map(({ passes = 1 }) => passes),
  work: (recording) =>
    stepCosts(recording)?.map(({ flops, encoder }) => flops + (encoder ? total(encoder.flops) : 0)) ??
    "is of a model whose shape is not known",
  seconds: ({ frames }) => {
    const seconds = frames.map((frame) => frame.seconds ?? NaN);
    return seconds.some(Number.isNaN) ? "was recorded without the times of its steps" : seconds;
  },
};

const TEXTS: Record<Measure, (amount: number) => string> = {
  passes: (count) => `${Math.round(count)} ${Math.round(count) === 1 ? "pass" : "passes"}`,
  work: flopsText,
  seconds: (seconds) => `${digits(seconds, 3)} s`,
};

export const amountText = (measure: Measure, amount: number) => (amount === 0 ? "0" : TEXTS[measure](amount));

/**
 * @param guest beside them; by pass, each of its pieces counts as one
 * @returns what each lane has spent at each of its moments, the noise of a block included, the guest last; or why that
 * is not known
 */
export function spending(
  lanes: Recording[],
  measure: Measure,
  guest: Guest | null = null,
): { spent: number[][]; why: string } {
  const spent: number[][] = [];
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
  const theirs = guest && (measure === "passes" ? [...Array(guest.moments.length).keys()] : guest.spent(measure));
  if (typeof theirs === "string") return { spent: [], why: `${guest?.letter} ${theirs}` };
  return { spent: theirs ? [...spent, theirs] : spent, why: "" };
}
