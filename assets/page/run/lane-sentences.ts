/** What the page says about runs side by side. */

import { wayOf } from "../rules/ways.ts";
import { cellText } from "../words/glyphs.ts";
import { settingName } from "../words/settings.ts";
import { counted } from "../words/units.ts";
import { countsOf } from "./counts.ts";
import { MOST_LANES, anyOf, differing, incomparable, momentIn, parting } from "./lanes.ts";
import { passesOf } from "./recording.ts";
import { modelName } from "./sentences.ts";
import { promptName } from "./titles.ts";
import type { Recording } from "./recording.ts";
import type { StepWords } from "./sentences.ts";

/** What lanes are called in sentences and in the table. */
export const LETTERS = Array.from({ length: MOST_LANES }, (_, lane) => String.fromCharCode(65 + lane));

/** More tokens that a person put in are counted, not listed. */
const LISTED = 8;

export const NO_LANE_LEFT = `At most ${MOST_LANES} lanes fit; take one away first.`;

/**
 * Settings are compared only where both traces name them: a spec may leave some out. Those that come with another way of
 * writing are not named beside it.
 *
 * @param titleOf what the page calls a processor of logits
 * @returns each title states only what differs
 */
export function laneTitles(
  lanes: Recording[],
  titleOf = (processor: string) => processor,
): { letter: string; title: string }[] {
  const all = lanes.map(({ header }) => header);
  const headers = all.filter(({ source }) => !source); // what another program recorded says neither prompt nor settings
  const [first] = headers;
  const alike = headers.filter((header) => wayOf(header) === wayOf(first));
  const differs = (of: (header: typeof first) => unknown, among = headers) => new Set(among.map(of)).size > 1;
  const names = Object.keys(first?.spec.settings ?? {}).filter(
    (name) =>
      name !== "way" &&
      alike.every(({ spec }) => name in spec.settings) &&
      differs(({ spec }) => spec.settings[name], alike),
  );
  return all.map((header, at) => {
    if (header.source) return { letter: LETTERS[at], title: `from ${header.source}` };
    const parts = [
      ...(differs(({ spec }) => spec.prompt.text) ? [promptName(header.spec.prompt.text).replace(/\.$/, "")] : []),
      ...(differs(({ spec }) => `${spec.model} ${spec.revision}`) ? [modelName(header.spec.model)] : []),
      ...(differs(wayOf) ? [wayOf(header).label] : []),
      ...(wayOf(header) === wayOf(first) ? names.map((name) => settingName(name, header.spec.settings[name])) : []),
      ...(differs(({ spec }) => spec.seed) ? [`seed ${header.spec.seed}`] : []),
      ...(differs(({ spec }) => JSON.stringify(spec.edits ?? [])) ? editNames(lanes[at]) : []),
      ...(differs(({ spec }) => JSON.stringify(spec.pins ?? {})) ? pinNames(lanes[at]) : []),
      ...(differs(({ spec }) => JSON.stringify(spec.processors ?? {}))
        ? Object.keys(header.spec.processors ?? {}).map(titleOf)
        : []),
    ];
    return {
      letter: LETTERS[at],
      title:
        parts.join(", ") || (headers.length < all.length ? promptName(header.spec.prompt.text) : "the same settings"),
    };
  });
}

/** @returns such as `“lost” put in at step 7` */
const editNames = ({ header, tokens }: Recording): string[] =>
  (header.spec.edits ?? []).map(({ step, cells }: { step: number; cells: Record<string, number | null> }) => {
    const ids = Object.values(cells);
    const text = textOf(ids, tokens);
    return `${text ? `${text} put in` : `${counted(ids.length, "cell")} changed`} at step ${step}`;
  });

/** @returns such as `“lost” held` */
function pinNames({ header, tokens }: Recording): string[] {
  const ids = Object.values(header.spec.pins ?? {}) as number[];
  return ids.length === 0 ? [] : [`${textOf(ids, tokens) || counted(ids.length, "cell")} held`];
}

/** @returns in quotation marks; "" where it is long, or not known */
function textOf(ids: (number | null)[], tokens: Map<number, string>): string {
  const text = ids
    .map((id) => tokens.get(id ?? -1) ?? "")
    .join("")
    .trim();
  return text === "" || ids.length > LISTED ? "" : `“${cellText(text)}”`;
}

/**
 * @param lanes at least two
 * @param at the tick of the clock
 * @param by the moment of each lane then, and what is spent; by default passes are counted
 * @param counting is it said how many cells differ, in place of how many each keeps?
 */
export function lanesSentence(
  lanes: Recording[],
  at: number,
  { places, spent }: { places: number[]; spent: string } = {
    places: lanes.map(() => at),
    spent: `${at} ${at === 1 ? "pass" : "passes"}`,
  },
  counting: boolean = false,
): StepWords {
  const [first, ...others] = lanes;
  const sentences = others.map((lane, number) =>
    partingSentence(first, lane, LETTERS[number + 1], Math.min(places[0], places[number + 1])),
  );
  const parts = together(sentences);
  if (counting) return { plain: parts.filter(Boolean).join(" "), ...differingWords(lanes, places, spent) };
  const kept = lanes.map((recording, number) => `${LETTERS[number]} ${keptSentence(recording, places[number])}`);
  const special = at === 0 ? "" : `After ${spent} ${kept.join("; ")}.`;
  return { plain: parts.filter(Boolean).join(" "), special, aside: "" };
}

/**
 * @param places the moment of each
 * @param spent by then
 * @returns how many cells differ from the first lane's; nothing where none can be compared
 */
function differingWords(
  [first, ...others]: Recording[],
  places: number[],
  spent: string,
): { special: string; aside: string } {
  const count = (at: number[]) => {
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

const OTHER_NOISE = "begin with other noise";

/**
 * @param sentences about the first lane and each other one
 * @returns one for all lanes with other noise than the first
 */
function together(sentences: string[]): string[] {
  const letters = LETTERS.slice(1).filter((letter) => sentences.includes(`A and ${letter} ${OTHER_NOISE}.`));
  if (letters.length < 2) return sentences;
  const names = `${letters.slice(0, -1).join(", ")} and ${letters[letters.length - 1]}`;
  return [`${names} ${OTHER_NOISE} than A.`, ...sentences.filter((sentence) => !sentence.endsWith(`${OTHER_NOISE}.`))];
}

/** @param letter of the other */
function partingSentence(first: Recording, second: Recording, letter: string, at: number) {
  if (first.frames.length === 0 || second.frames.length === 0) return "";
  const reason = incomparable(first, second);
  if (reason) return `A and ${letter} cannot be compared cell by cell: ${reason}.`;
  const place = parting(first, second);
  if (place === null) return `A and ${letter} are the same so far.`;
  if (place.moment === 0) return `A and ${letter} ${OTHER_NOISE}.`;
  const alone = place.position === null ? ", which only one of them has" : "";
  const where = `${place.step === 0 ? "in other noise" : `at step ${place.step}`}${place.block > 1 ? ` of part ${place.block}` : ""}${alone}`;
  return place.moment > at
    ? `A and ${letter} are still the same; they part ${where}.`
    : `A and ${letter} part ${where}.`;
}

function keptSentence(recording: Recording, at: number) {
  const moment = momentIn(recording, at);
  if (moment === undefined) return recording.live ? "has not begun" : "was not made";
  if (recording.header.source) return `is at step ${moment.step + 1} of ${recording.frames.length} that were recorded`;
  if (moment.noise) return "is noise";
  if (!recording.live && at >= recording.moments.length) return `was over at pass ${passesOf(recording.frames)}`;
  if (wayOf(recording.header).causal) return `has written ${moment.step + 1}`;
  const { kept, all, noun } = countsOf(recording, moment.step);
  return `keeps ${kept} of ${all} ${noun}${all === 1 ? "" : "s"}`;
}
