/** What the page says about three ways of writing the same prompt. */

import { joined } from "../../rules/intervals.ts";
import { WAYS, wayOf } from "../../rules/ways.ts";
import { percent } from "../../words/units.ts";
import { LETTERS } from "../../run/lane-sentences.ts";
import { LITTLE } from "../../run/point.ts";
import type { Card, Figure } from "../../run/card.ts";
import type { Recording } from "../../run/recording.ts";

/** @returns of the prompt's own task; none if only a like one was measured */
export const figuresOf = ({ tasks }: Card): Figure[] => tasks.find(({ exact }) => exact)?.rows ?? [];

/** The three ways, in the order of a race. */
export const RACERS = Object.keys(WAYS);

/**
 * @param lanes of a race
 * @param rows of just this task, over many cases; none where nobody knows
 * @param known of many seeds of just this prompt, in a sentence; "" for nothing
 * @returns why its score says little, and what is known of many such runs
 */
export function raceSentence(lanes: Recording[], rows: Figure[], known: string = ""): string {
  const [{ header: first }] = lanes;
  const others = lanes.some(
    ({ header }) => header.spec.model !== first.spec.model || header.spec.revision !== first.spec.revision,
  );
  if (others)
    return "These lanes were written by different weights, so this is no race. Press Generate, then race again.";
  if (known !== "") return `${LITTLE} ${known}`;
  const many = lanes.flatMap(({ header }, at) => {
    const row = rows.find(({ way }) => way === wayOf(header).name);
    return row ? [`${LETTERS[at]} ${row.right} of ${row.cases}`] : [];
  });
  return many.length === 0 ? LITTLE : `${LITTLE} Over many such prompts this many were right: ${many.join(", ")}.`;
}

/**
 * @param rows of one task
 * @returns which way of diffusion got more right, and whether that may be chance: the interval of the difference says
 */
export function leadSentence(rows: Figure[]): string {
  const [first, second] = rows
    .filter(({ way }) => !WAYS[way].causal)
    .sort((a, b) => b.right / b.cases - a.right / a.cases);
  if (!second || first.right * second.cases === second.right * first.cases) return "";
  const interval = joined([second.right, second.cases], [first.right, first.cases]);
  const gap = 100 * (first.right / first.cases - second.right / second.cases);
  const [low, high] = interval.map((end) => String(Math.round(100 * end)).replace("-", "−"));
  const chance = interval[0] <= 0 ? " So it may be chance." : "";
  return `Here ${WAYS[first.way].label} got more right than ${WAYS[second.way].label}: ${Math.round(gap)} points, 95% interval ${low} to ${high}.${chance}`;
}

/** @returns how the ways were trained, and how each decodes */
export function mixSentence({ shares, settings }: Card): string {
  const parts = RACERS.filter((way) => way in shares).map((way) => `${percent(shares[way])} ${WAYS[way].label}`);
  const mix = parts.length > 1 ? `The weights saw unequal amounts of each in training: ${parts.join(", ")}. ` : "";
  return `${mix}Uniform diffusion draws its tokens (${settings}). The other two take the most probable token each time.`;
}
