/** What the page says about runs side by side. */

import { cellText } from "../cells/glyphs.js";
import { wayOf } from "../rules/ways.js";
import { countsOf } from "../run/counts.js";
import { MOST_LANES, anyOf, differing, incomparable, momentIn, parting } from "../run/lanes.js";
import { modelName } from "./sentences.js";
import { promptName, settingName } from "./titles.js";
import { counted } from "./units.js";

/** @typedef {import("../run/recording.js").Recording} Recording */

/** What lanes are called in sentences and in the table. */
export const LETTERS = Array.from({ length: MOST_LANES }, (_, lane) => String.fromCharCode(65 + lane));

/** More tokens that a person put in are counted, not listed. */
const LISTED = 8;

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
      ...(differs(({ spec }) => JSON.stringify(spec?.edits ?? [])) ? editNames(lanes[at]) : []),
      ...(differs(({ spec }) => JSON.stringify(spec?.pins ?? {})) ? pinNames(lanes[at]) : []),
    ];
    return {
      letter: LETTERS[at],
      title: parts.join(", ") || (headers.length < all.length ? promptName(header.prompt) : "the same settings"),
    };
  });
}

/** @param {Recording} recording @returns {string[]} such as `“lost” put in at step 7` */
const editNames = ({ header, tokens }) =>
  (header.spec?.edits ?? []).map(
    (/** @type {{ step: number, cells: Record<string, number | null> }} */ { step, cells }) => {
      const ids = Object.values(cells);
      const text = textOf(ids, tokens);
      return `${text ? `${text} put in` : `${counted(ids.length, "cell")} changed`} at step ${step}`;
    },
  );

/** @param {Recording} recording @returns {string[]} such as `“lost” held` */
function pinNames({ header, tokens }) {
  const ids = /** @type {number[]} */ (Object.values(header.spec?.pins ?? {}));
  return ids.length === 0 ? [] : [`${textOf(ids, tokens) || counted(ids.length, "cell")} held`];
}

/** @param {(number | null)[]} ids @param {Map<number, string>} tokens @returns {string} in quotation marks; "" where it is long, or not known */
function textOf(ids, tokens) {
  const text = ids
    .map((id) => tokens.get(id ?? -1) ?? "")
    .join("")
    .trim();
  return text === "" || ids.length > LISTED ? "" : `“${cellText(text)}”`;
}

/**
 * @param {Recording[]} lanes at least two
 * @param {number} at the tick of the clock
 * @param {{ places: number[], spent: string }} [by] the moment of each lane then, and what is spent; by default passes are counted
 * @param {boolean} [counting] is it said how many cells differ, in place of how many each keeps?
 * @returns {import("./sentences.js").StepWords}
 */
export function lanesSentence(
  lanes,
  at,
  { places, spent } = { places: lanes.map(() => at), spent: `${at} ${at === 1 ? "pass" : "passes"}` },
  counting = false,
) {
  const [first, ...others] = lanes;
  const parts = others.map((lane, number) =>
    partingSentence(first, lane, LETTERS[number + 1], Math.min(places[0], places[number + 1])),
  );
  if (counting) return { plain: parts.filter(Boolean).join(" "), ...differingWords(lanes, places, spent) };
  const kept = lanes.map((recording, number) => `${LETTERS[number]} ${keptSentence(recording, places[number])}`);
  const special = at === 0 ? "" : `After ${spent} ${kept.join("; ")}.`;
  return { plain: parts.filter(Boolean).join(" "), special, aside: "" };
}

/**
 * @param {Recording[]} lanes
 * @param {number[]} places the moment of each
 * @param {string} spent by then
 * @returns {{ special: string, aside: string }} how many cells differ from the first lane's; nothing where none can be compared
 */
function differingWords([first, ...others], places, spent) {
  const count = (/** @type {number[]} */ at) => {
    const all = others.map((lane, number) =>
      lane.moments.length === 0 || incomparable(first, lane)
        ? null
        : differing(first, lane, at[0], "sampled", at[number + 1]),
    );
    const marks = all.flatMap((one) => one ?? []);
    return marks.length === 0 ? null : anyOf(marks).reduce((sum, one) => sum + one, 0);
  };
  const now = count(places);
  if (now === null) return { special: "", aside: "" };
  const over = [first, ...others].every(({ live }) => !live);
  const end = over ? count([first, ...others].map(({ moments }) => moments.length - 1)) : null;
  const cells = counted(first.header.canvas_length, "cell");
  return {
    special: `After ${spent} ${now} of ${cells} ${now === 1 ? "differs" : "differ"}.`,
    aside: end === null ? "" : `At the end ${end} ${end === 1 ? "differs" : "differ"}, counted place by place.`,
  };
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
