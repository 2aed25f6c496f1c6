/** The answers to predictions that the page finds in the trace itself, or compares with what it was given. */

import { boundOf, cutAt, decisionOf } from "../../rules/decision.ts";
import { content } from "../../run/metrics.ts";
import { RELAPSED } from "../../run/status.ts";
import { cellText } from "../../words/glyphs.ts";
import { apart, counted, digits, entropyIn } from "../../words/units.ts";
import type { Decision } from "../../rules/decision.ts";
import type { Cut, Draw, Guess, Keep, Mark, Piece, Place, Press } from "./lesson.ts";
import type { Frame, Recording } from "../../run/recording.ts";
import type { Edit } from "../../run/spec-schema.ts";
import type { Outcome } from "./guess-words.ts";

/** `right` is null where there are only degrees */
export type Verdict = Outcome & { right: boolean | null; sentence: Piece[] };

/** @returns the positions that are right */
export function pressAnswer(recording: Recording, { row, rule, among }: Press): number[] {
  const frame = recording.frames[row];
  if (rule === "just missed") {
    const decision = decisionOf(frame, recording.header);
    return decision === null || decision.cut >= decision.order.length ? [] : [decision.order[decision.cut]];
  }
  const text = content(recording, row);
  const open = among.length > 0 ? among : Array.from(text.keys()).filter((position) => text[position] === 1);
  if (rule === "reopened") return open.filter((position) => frame.status[position] === RELAPSED);
  const figures = open.map((position) => frame.entropy[position]);
  const wanted = rule === "surest" ? Math.min(...figures) : Math.max(...figures);
  return open.filter((position) => frame.entropy[position] === wanted);
}

const nameOf = ({ tokens }: Recording, { sampled_ids }: Frame, position: number): string =>
  `“${cellText(tokens.get(sampled_ids[position]) ?? "")}”`;

/** @param pressed position */
export function pressVerdict(recording: Recording, question: Press, pressed: number): Verdict {
  const { row, rule } = question;
  const frame = recording.frames[row];
  const answers = pressAnswer(recording, question);
  const right = answers.includes(pressed);
  const name = (position: number) => nameOf(recording, frame, position);
  const nats = (position: number) => entropyIn(frame.entropy[position], "nats");
  const placed = (position: number) => `${name(position)} at position ${position}`;
  const outcome = { guess: name(pressed), answer: answers.map(name).join(", "), share: Number(right), right };
  const sentence = () => {
    if (rule === "reopened" && right) return `${name(pressed)} was kept one step before, and is not kept now.`;
    if (rule === "reopened") return `Reopened here: ${answers.map(placed).join(", ")}.`;
    const [answer] = answers;
    if (rule === "just missed") {
      const decision = decisionOf(frame, recording.header);
      const [sum, bound] = apart(decision?.held[decision.cut] ?? NaN, boundOf(recording.header) ?? NaN);
      return `${name(answer)} is the next: those surer than it add up to ${sum} nats, and the budget is ${bound}.`;
    }
    const theirs = `${name(pressed)} has ${nats(pressed)}`;
    return right ? `${theirs}.` : `${theirs}, and ${placed(answer)} has ${nats(answer)}.`;
  };
  return { ...outcome, sentence: [`${right ? "Right." : "No."} ${sentence()}`] };
}

/**
 * @returns along the order, sums in nats
 * @throws {Error} the run has no cut
 */
export function cutAnswer(
  recording: Recording,
  { row, bound: wanted }: Cut,
): { order: Uint16Array; held: Float32Array; cut: number; bound: number } {
  const decision = decisionOf(recording.frames[row], recording.header);
  const bound = wanted ?? boundOf(recording.header);
  if (decision === null || bound === null) throw new Error("This run has no cut: its sampler orders nothing.");
  return { order: decision.order, held: decision.held, cut: cutAt(decision, bound), bound };
}

/**
 * @param guess how many would be kept
 * @returns right if it is not further off than a tenth
 */
export function cutVerdict(recording: Recording, question: Cut, guess: number): Verdict {
  const { held, cut, bound, order } = cutAnswer(recording, question);
  const right = Math.abs(guess - cut) <= 0.1 * cut;
  const begin =
    guess === cut ? "Exactly." : right ? "Very near." : guess < cut ? "The cut falls later." : "The cut falls earlier.";
  const [last, limit] = apart(held[cut - 1], bound);
  const next =
    cut < order.length ? ` Before the next one it would be ${apart(held[cut], bound)[0]}.` : " It never gets past it.";
  const text = content(recording, question.row);
  const words = order.subarray(0, cut).reduce((sum, position) => sum + text[position], 0);
  const positions = `${cut} ${cut === 1 ? "position is" : "positions are"} kept, ${words} of them text`;
  const sums = `Before the last of them the sum is ${last} nats, not above ${limit}.${next}`;
  const sentence = [`${begin} ${positions}; you said ${guess}. ${sums}`];
  return { guess, answer: cut, unit: "positions", share: likeness(guess, cut), right, sentence };
}

export function guessVerdict({ answer, unit, near }: Guess, guess: number): Verdict {
  const right = Math.abs(guess - answer) <= near;
  const [is, was] = apart(answer, guess);
  const begin = guess === answer ? "Exactly." : right ? "Near enough." : guess < answer ? "It is more." : "It is less.";
  const sentence = [`${begin} It is ${is} ${unit}${guess === answer ? "" : `; you said ${was}`}.`];
  return { guess, answer, unit, share: likeness(guess, answer), right, sentence };
}

/** @returns 1 where they are equal, else the lower as a share of the higher */
const likeness = (a: number, b: number): number => (a === b ? 1 : Math.max(0, Math.min(a, b) / Math.max(a, b)));

/**
 * @param drawn what the reader drew at each point; null where nothing is
 * @returns the curve: straight between what was drawn, and level at its ends; empty while nothing is
 */
export function curveThrough(drawn: (number | null)[]): number[] {
  const set = drawn.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  if (set.length === 0) return [];
  return drawn.map((_, at) => {
    const after = set.find((one) => one.at >= at);
    const before = set.findLast((one) => one.at <= at);
    if (!before || !after) return ((before ?? after) as { value: number }).value;
    const way = after.at === before.at ? 0 : (at - before.at) / (after.at - before.at);
    return before.value + way * (after.value - before.value);
  });
}

/** Nobody draws more exactly than this, in parts of the axis. */
const FINENESS = 200;

/**
 * A quick stroke passes points between two events: they lie on it too.
 *
 * @param from the point where it was @param to where it is @param value there
 * @param top of the axis, which is not left
 */
export function strokeThrough(drawn: (number | null)[], from: number, to: number, value: number, top: number) {
  const start = drawn[from] ?? value;
  const fine = (height: number) => (Math.round(Math.min(Math.max(height / top, 0), 1) * FINENESS) / FINENESS) * top;
  return drawn.map((before, at) => {
    if (at < Math.min(from, to) || at > Math.max(from, to)) return before;
    return fine(at === to ? value : start + ((at - from) / (to - from)) * (value - start));
  });
}

/** @returns the point where the curve is furthest off */
export const furthest = ({ points }: Draw, curve: number[]): number =>
  points.reduce((most, { value }, at) => {
    const off = (one: number) => Math.abs(curve[one] - points[one].value);
    return Math.abs(curve[at] - value) > off(most) ? at : most;
  }, 0);

/** @returns the point in words, such as “step 6” */
export const pointName = ({ axis, points }: Draw, at: number): string =>
  `${axis.name} ${points[at].label} ${axis.unit}`.trim();

export function drawVerdict(question: Draw, curve: number[]): Verdict {
  const { points, unit, near, axis } = question;
  const at = furthest(question, curve);
  const { label: _, value, ...place } = points[at];
  const [theirs, was] = apart(curve[at], value);
  const name = pointName(question, at);
  const where = "run" in place ? { ref: place as Place, text: [name] } : name;
  const close = points.filter((point, one) => Math.abs(point.value - curve[one]) <= near).length;
  const had = "run" in place ? "the run had" : "it was";
  return {
    guess: curve[at],
    answer: value,
    unit,
    at: name,
    share: close / points.length,
    right: null,
    sentence: [
      "You were furthest off at ",
      where,
      `: you drew ${theirs} ${unit}, ${had} ${was}. Of ${points.length} ${axis.name}s, you were within ${digits(near, 3)} ${unit} at ${close}.`,
    ],
  };
}

/**
 * @param recording starts from a text of which noise took a part
 * @returns for each token of the text, whether another one stands in its place
 */
export const isNoise = ({ header, frames }: Recording, { original }: Mark): boolean[] =>
  original.map((_, position) => frames[0].input_ids[position] !== header.spec.start?.[position]);

/**
 * @param marked 1 where the reader says that it is noise
 * @returns of the reader and of the model, which says so where it gives what stands there less than one half
 */
export function noiseVerdict(recording: Recording, question: Mark, marked: ArrayLike<number>): Verdict {
  const noise = isNoise(recording, question);
  const all = noise.filter(Boolean).length;
  const of = (says: (position: number) => boolean) => {
    const right = noise.filter((is, position) => is && says(position)).length;
    const wrong = noise.filter((is, position) => !is && says(position)).length;
    return `${right} of ${all}, and ${wrong === 0 ? "took nothing else for noise" : `took ${counted(wrong, "other token")} for noise`}`;
  };
  const theirs = of((position) => marked[position] === 1);
  const model = of((position) => Math.exp(question.standing[position]) < 0.5);
  const agreed = noise.map((is, position) => is === (marked[position] === 1));
  return {
    guess: Array.from(marked).filter(Boolean).length,
    answer: all,
    unit: "tokens",
    common: noise.filter((is, position) => is && marked[position] === 1).length,
    share: agreed.filter(Boolean).length / noise.length,
    right: null,
    sentence: [`You found ${theirs}. The model found ${model}.`],
  };
}

/**
 * @param chosen 1 where the reader would keep the cell
 * @returns only degrees, and the costliest reason why they differ
 */
export function keepVerdict(recording: Recording, { row }: Keep, chosen: ArrayLike<number>): Verdict {
  const frame = recording.frames[row];
  const decision = decisionOf(frame, recording.header) as Decision;
  const bound = boundOf(recording.header) ?? NaN;
  const { both, reader, rule, share } = agreementOf(chosen, frame.accepted, content(recording, row));
  const [guess, answer] = [both.length + reader.length, both.length + rule.length];
  const outcome = { guess, answer, unit: "words", common: both.length, share, right: null };
  const name = (position: number) => nameOf(recording, frame, position);
  const nats = (position: number) => entropyIn(decision.figures[position], "nats");
  const by = (a: number, b: number) => decision.rank[a] - decision.rank[b];
  const begin = `You agree on ${counted(both.length, "word")}.`;
  if (reader.length + rule.length === 0) return { ...outcome, sentence: [`${begin} You kept what the sampler kept.`] };
  const [dearest] = [...reader].sort((a, b) => by(b, a));
  const [surest] = [...rule].sort(by);
  const [sum, limit] = dearest === undefined ? [] : apart(decision.held[decision.rank[dearest]], bound);
  const over =
    dearest === undefined
      ? ""
      : ` ${name(dearest)} costs ${nats(dearest)}, and those surer than it add up to ${sum}; the bucket holds ${limit}.`;
  const missed = surest === undefined ? "" : ` You left out ${name(surest)}: at ${nats(surest)} it fits.`;
  return { ...outcome, sentence: [`${begin}${over}${missed}`] };
}

/**
 * Where a reader and a rule agree on what to keep.
 *
 * @param chosen 1 where the reader keeps the cell
 * @param mask 1 where the rule does
 * @param open 1 where it was the reader's to decide
 * @returns positions that both keep, or one of them alone, and the share of the open cells on which they agree
 */
export function agreementOf(
  chosen: ArrayLike<number>,
  mask: ArrayLike<number>,
  open: ArrayLike<number>,
): { both: number[]; reader: number[]; rule: number[]; share: number } {
  const cells = Array.from(open, (_, position) => position).filter((position) => open[position]);
  const both = cells.filter((position) => chosen[position] && mask[position]);
  const reader = cells.filter((position) => chosen[position] && !mask[position]);
  const rule = cells.filter((position) => !chosen[position] && mask[position]);
  return { both, reader, rule, share: 1 - (reader.length + rule.length) / cells.length };
}

/**
 * What must be changed in the next step's input, so that it holds what the reader keeps: the rest is as the sampler
 * left it.
 */
export const editOf = (
  { block, step, sampled_ids }: Frame,
  { reader, rule }: ReturnType<typeof agreementOf>,
): Edit => ({
  block,
  step: step + 1,
  cells: Object.fromEntries([
    ...reader.map((position) => [position, sampled_ids[position]]),
    ...rule.map((position) => [position, null]),
  ]),
});
