/** What is said of passes whose cost is computed by formula, and of those that were counted. */

import { LIMITS, bytesText, flopsText, timeText } from "../../words/cost.ts";
import { counted, digits } from "../../words/units.ts";
import { autoregressivePass, denoiserPass, roofline, total } from "../../rules/cost.ts";
import { REHEARSED } from "./rehearsed.ts";
import type { Machine, Shape } from "../../rules/cost.ts";
import type { Part } from "./rehearsed.ts";

/** Of computed passes: the model, bytes per number, tokens before the canvas. */
export type Setting = { shape: Shape; width: number; prefix: number };

/** Kinds of the bytes of a step, in words. */
const FLOOR: Record<string, string> = {
  experts: "experts",
  embeddings: "embeddings, twice,",
  weights: "other weights",
  cache: "what was read before",
  logits: "logits for the next step",
};

/** Up to this factor one time is about the other. */
const ABOUT = 1.1;

/** What a step of the 26B model must move at the least, in words. */
export const REHEARSED_FLOOR = `COUNTED, nothing ran: a step of the 26B model in bfloat16, one row after ${REHEARSED.prefix} tokens, moves ${bytesText(total(REHEARSED.floor))} at the least: ${Object.entries(
  REHEARSED.floor,
)
  .map(([kind, bytes]) => `${FLOOR[kind]} ${bytesText(bytes)}`)
  .join(
    ", ",
  )}. The table has what its operations read and write besides weights, before compiling fuses any. “Static” is what is compiled: keys and values in buffers of a few lengths, or of one with fixed seats.`;

/**
 * What a step does by part: a name, then operations and bytes for each way of running it.
 *
 * @returns the names of the columns first
 */
export function rehearsedRows(): string[][] {
  const ways = Object.values(REHEARSED.steps);
  const cell = (parts: Part[]) => {
    const operations = parts.reduce((sum, part) => sum + part.operations, 0);
    return `${operations.toLocaleString("en")} operations, ${bytesText(parts.reduce((sum, part) => sum + part.bytes, 0))}`;
  };
  return [
    ["", ...Object.keys(REHEARSED.steps)],
    ...Object.keys(ways[0]).map((part) => [part, ...ways.map((parts) => cell([parts[part]]))]),
    ["the step", ...ways.map((parts) => cell(Object.values(parts)))],
  ];
}

const machineText = ({ bytesPerS, flopsPerS }: Machine) =>
  `${bytesText(bytesPerS)}/s between memory and processors, ${flopsText(flopsPerS)}/s in matrix products`;

/**
 * @param machine null before it is known
 * @param isMeasured is it the one that makes the runs?
 * @param complaint why that one could not be measured
 */
export function aboutSentence(machine: Machine | null, isMeasured: boolean, complaint: string): string {
  if (isMeasured && complaint) return complaint;
  if (machine === null) return "This machine is measured, which takes about two seconds.";
  const rates = machineText(machine);
  if (isMeasured)
    return `${machine.name}, measured: ${rates}. Other work slows it down, and what stays in a cache may be faster than memory allows.`;
  return `COMPUTED, not measured: the 26B model in bfloat16 on an ${machine.name}, by the rates that its maker publishes: ${rates}.`;
}

/**
 * @param positions in a pass
 * @param people whose runs share it
 */
export function pointSentence(machine: Machine, { shape, width, prefix }: Setting, positions: number, people: number) {
  const cost = denoiserPass(shape, { positions, rows: people, prefix, width });
  const { seconds, limit } = roofline(cost, machine);
  const who = people === 1 ? "one person" : `${people} people`;
  return `${counted(positions, "position")} for ${who}, ${prefix.toLocaleString("en")} tokens before them: ${flopsText(total(cost.flops))} and ${bytesText(total(cost.bytes))}. At best ${timeText(seconds)}: ${LIMITS[limit]}.`;
}

/**
 * The claim about text diffusion that a pass over a canvas costs about what a pass over one position does: where it
 * holds.
 */
export function claimSentence(machine: Machine, { shape, width, prefix }: Setting, people: number) {
  const { canvas, experts, routed } = shape;
  const at = (positions: number) =>
    roofline(denoiserPass(shape, { positions, rows: people, prefix, width }), machine).seconds;
  const token = roofline(autoregressivePass(shape, { prefix, rows: people, width }), machine).seconds;
  const [single, all] = [at(1), at(canvas)];
  const written = `A pass that writes one token after the others takes ${timeText(token)}.`;
  if (all <= single * ABOUT)
    return `Here a pass over all ${canvas} positions costs about what a pass over one does: ${timeText(all)} and ${timeText(single)}. ${written}`;
  const why =
    experts > 1
      ? `, because ${people === 1 ? `one position goes through ${routed} of ${experts} experts` : `${people} positions go through few of ${experts} experts`} and many go through nearly all`
      : "";
  const flat = [...Array(Math.ceil(Math.log2(canvas)))]
    .map((_, power) => 2 ** power)
    .find((positions) => all <= at(positions) * ABOUT);
  const holds = flat
    ? `It holds from about ${flat} positions on: ${timeText(at(flat))} at ${flat}, ${timeText(all)} at ${canvas}.`
    : `It does not hold here at all: ${timeText(at(canvas / 2))} at ${canvas / 2}, ${timeText(all)} at ${canvas}.`;
  return `“A pass over a canvas costs about what a pass over one position does” is not true here from the start: one takes ${timeText(single)}, ${canvas} take ${digits(all / single, 2)} times as long${why}. ${holds} ${written}`;
}
