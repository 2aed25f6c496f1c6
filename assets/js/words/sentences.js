/** What happened, in plain sentences. */

import { LOCKED, NEWLY_LOCKED, RELAPSED, countStatus, namesOf } from "../run/status.js";
import { PER_NAT } from "./units.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("./units.js").Unit} Unit */

/**
 * @param {Recording} recording
 * @param {number} step
 * @param {Unit} unit of entropies
 * @returns {string} what the sampler did at this step
 */
export function stepSentence(recording, step, unit) {
  const frame = recording.frames[step];
  if (frame === undefined) return "No step has been taken yet.";
  const counts = countStatus(frame.status);
  const accepted = counts[LOCKED] + counts[NEWLY_LOCKED];
  const total = frame.status.length;
  const fresh = part(counts[NEWLY_LOCKED], accepted, namesOf(recording.header.way)[NEWLY_LOCKED]);
  const kept = accepted === total ? `all ${total} positions` : `${accepted} of ${total} positions`;
  const rest = total - accepted;
  if (recording.header.way === "autoregressive") {
    return `At temperature ${short(frame.temperature)} one more token was written; ${accepted} of ${total} are there, ${rest} blank.`;
  }
  const left = recording.header.way === "masked" ? ` and left ${rest} masked` : ` and re-noised the other ${rest}`;
  const redrawn = accepted === total ? "" : `${left}${part(counts[RELAPSED], 0, "relapsed")}`;
  return (
    `At temperature ${short(frame.temperature)} the sampler accepted ${kept}${fresh}${redrawn}; ` +
    `mean entropy ${short(frame.mean_entropy * PER_NAT[unit])} ${unit}.`
  );
}

/**
 * @param {Recording} recording
 * @param {number} step
 * @returns {string} such as `block 1/3 · step 7/22`
 */
export function placeSentence(recording, step) {
  const frame = recording.frames[step];
  if (frame === undefined) return "no steps yet";
  const { max_denoising_steps: most, max_new_tokens: length } = recording.header.settings;
  const blocks = recording.live ? `≤${Math.ceil(length / recording.header.canvas_length)}` : recording.frames.at(-1)?.block;
  const known = recording.blockEnds.map((end) => recording.frames[end]).find((end) => end.block === frame.block);
  return `block ${frame.block}/${blocks} · step ${frame.step}/${known ? known.step : `≤${most}`}`;
}

/**
 * @param {Recording} recording
 * @returns {string} the run in one line
 */
export function runSentence({ header, frames, live, seconds }) {
  const cost = live || !seconds ? "" : ` · ${count(frames.length, "pass", "es")} in ${seconds.toFixed(1)} s`;
  return `${header.model} · seed ${header.seed} · ${header.device} ${header.dtype}${cost}`;
}

/**
 * @param {number} value
 * @returns {string} three significant digits
 */
export function short(value) {
  return String(+value.toPrecision(3));
}

/**
 * @param {number} number
 * @param {number} all
 * @param {string} what
 */
const part = (number, all, what) => (number === 0 ? "" : ` (${number === all ? "all" : number} ${what})`);

/**
 * @param {number} number
 * @param {string} noun
 * @param {string} [plural] its ending
 */
const count = (number, noun, plural = "s") => `${number} ${noun}${number === 1 ? "" : plural}`;
