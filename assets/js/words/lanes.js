/** What the page says about runs side by side. */

import { wayOf } from "../rules/ways.js";
import { countsOf } from "../run/counts.js";
import { MOST_LANES, incomparable, momentIn, parting } from "../run/lanes.js";
import { modelName } from "./sentences.js";
import { promptName, settingName } from "./titles.js";

/** @typedef {import("../run/recording.js").Recording} Recording */

/** What lanes are called in sentences and in the table. */
export const LETTERS = Array.from({ length: MOST_LANES }, (_, lane) => String.fromCharCode(65 + lane));

export const NO_LANE_LEFT = `At most ${MOST_LANES} lanes fit; take one away first.`;

/**
 * Settings are compared only where both traces name them: an older one says less. Those that come with another way of
 * writing are not named beside it.
 *
 * @param {Recording[]} lanes
 * @returns {{ letter: string, title: string }[]} each title states only what differs
 */
export function laneTitles(lanes) {
  const all = lanes.map(({ header }) => header);
  const headers = all.filter(({ source }) => !source); // what another program recorded says neither prompt nor settings
  const [first] = headers;
  const alike = headers.filter((header) => wayOf(header) === wayOf(first));
  const differs = (/** @type {(header: typeof first) => unknown} */ of, among = headers) =>
    new Set(among.map(of)).size > 1;
  const names = Object.keys(first?.settings ?? {}).filter(
    (name) =>
      name !== "way" &&
      alike.every(({ settings }) => name in settings) &&
      differs(({ settings }) => settings[name], alike),
  );
  return all.map((header, at) => {
    if (header.source) return { letter: LETTERS[at], title: `from ${header.source}` };
    const parts = [
      ...(differs(({ prompt }) => prompt) ? [promptName(header.prompt).replace(/\.$/, "")] : []),
      ...(differs(({ model, revision }) => `${model} ${revision}`) ? [modelName(header.model)] : []),
      ...(differs(wayOf) ? [wayOf(header).label] : []),
      ...(wayOf(header) === wayOf(first) ? names.map((name) => settingName(name, header.settings[name])) : []),
      ...(differs(({ seed }) => seed) ? [`seed ${header.seed}`] : []),
    ];
    return {
      letter: LETTERS[at],
      title: parts.join(", ") || (headers.length < all.length ? promptName(header.prompt) : "the same settings"),
    };
  });
}

/**
 * @param {Recording[]} lanes at least two
 * @param {number} at the tick of the clock
 * @param {{ places: number[], spent: string }} [by] the moment of each lane then, and what is spent; by default passes are counted
 * @returns {import("./sentences.js").StepWords}
 */
export function lanesSentence(
  lanes,
  at,
  { places, spent } = { places: lanes.map(() => at), spent: `${at} ${at === 1 ? "pass" : "passes"}` },
) {
  const [first, ...others] = lanes;
  const parts = others.map((lane, number) =>
    partingSentence(first, lane, LETTERS[number + 1], Math.min(places[0], places[number + 1])),
  );
  const kept = lanes.map((recording, number) => `${LETTERS[number]} ${keptSentence(recording, places[number])}`);
  const special = at === 0 ? "" : `After ${spent} ${kept.join("; ")}.`;
  return { plain: parts.filter(Boolean).join(" "), special, aside: "" };
}

/**
 * @param {Recording} first
 * @param {Recording} second
 * @param {string} letter of the other
 * @param {number} at
 */
function partingSentence(first, second, letter, at) {
  if (first.frames.length === 0 || second.frames.length === 0) return "";
  const reason = incomparable(first, second);
  if (reason) return `A and ${letter} cannot be compared cell by cell: ${reason}.`;
  const place = parting(first, second);
  if (place === null) return `A and ${letter} are the same so far.`;
  if (place.moment === 0) return `A and ${letter} begin with other noise.`;
  const alone = place.position === null ? ", which only one of them has" : "";
  const where = `${place.step === 0 ? "in other noise" : `at step ${place.step}`}${place.block > 1 ? ` of part ${place.block}` : ""}${alone}`;
  return place.moment > at
    ? `A and ${letter} are still the same; they part ${where}.`
    : `A and ${letter} part ${where}.`;
}

/** @param {Recording} recording @param {number} at */
function keptSentence(recording, at) {
  const moment = momentIn(recording, at);
  if (moment === undefined) return recording.live ? "has not begun" : "was not made";
  if (recording.header.source) return `is at step ${moment.step + 1} of ${recording.frames.length} that were recorded`;
  if (moment.noise) return "is noise";
  if (!recording.live && at >= recording.moments.length) return `was over at pass ${recording.frames.length}`;
  if (wayOf(recording.header).causal) return `has written ${moment.step + 1}`;
  const { kept, all, noun } = countsOf(recording, moment.step);
  return `keeps ${kept} of ${all} ${noun}${all === 1 ? "" : "s"}`;
}
