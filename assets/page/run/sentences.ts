/** What happened, in plain sentences. */

import { wayOf } from "../rules/ways.ts";
import { plainText } from "../words/glyphs.ts";
import { words } from "../words/terms.ts";
import { entropyIn, numberText, secondsText, temperatureText } from "../words/units.ts";
import { countsOf } from "./counts.ts";
import { FOREIGN } from "./description.ts";
import { passesOf } from "./recording.ts";
import { specialSentence } from "./special.ts";
import type { Counts } from "./counts.ts";
import type { Header, Recording } from "./recording.ts";
import type { Taste } from "./special.ts";

/** A step, or the noise that its block begins with. */
type Moment = { step: number; noise: boolean };

/** What the page says about a moment. */
export interface StepWords {
  /** What every step does. */
  plain: string;
  /** What only this one does; empty if there is nothing. */
  special: string;
  /** Figures that fewer readers want. */
  aside: string;
}

/**
 * @param moment none while a run has no steps
 * @param part name the part, of a run that has several
 */
export function stepSentence(
  recording: Recording,
  moment: Moment | undefined,
  taste: Taste,
  part: boolean = true,
): StepWords {
  const frame = recording.frames[moment?.step ?? -1];
  if (moment === undefined || frame === undefined)
    return { plain: "No step has been taken yet.", special: "", aside: "" };
  if (recording.bare || (moment.noise && recording.header.source)) return elsewhere(recording, moment, taste, part);
  const where = whereSentence(recording, moment, taste, part);
  if (moment.noise) {
    return {
      plain: `${where} ${wayOf(recording.header).beginning} Nothing has been measured yet.`,
      special: "",
      aside: "",
    };
  }
  return {
    plain: `${where} ${doing(recording, moment.step, taste)}`,
    special: specialSentence(recording, moment.step, taste),
    aside: aside(recording, moment.step, taste),
  };
}

/**
 * @param moment none while a run has no steps
 * @param part is it another part than that of the moment before?
 * @returns what it changed, in short, for those who hear it: `Step 6. 29 just kept: 67 of 98 tokens.`
 */
export function newsSentence(recording: Recording, moment: Moment | undefined, taste: Taste, part: boolean): string {
  const { statuses, does } = wayOf(recording.header);
  const { plain, special } = stepSentence(recording, moment, taste, part);
  const counts = moment && !moment.noise && !recording.bare && does ? countsOf(recording, moment.step) : null;
  if (moment === undefined || counts === null || counts.all === 0) return `${plain} ${special}`.trim();
  const { block, step } = recording.frames[moment.step];
  const where = capital(`${part ? blockPart(recording, block, taste) : ""}step ${step}.`);
  const fresh = `${counts.fresh || "None"} ${words(taste.terms)[statuses[1]]}`;
  return `${where} ${fresh}: ${counts.kept} of ${count(counts.all, counts.noun)}. ${special}`.trim();
}

const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** @returns LIVE, RECORDED, or for a record of the reader's own when it was made, such as `Made here, 14:05` */
export function labelSentence(
  { label, live, madeAt }: Pick<Recording, "label" | "live" | "madeAt">,
  now: Date = new Date(),
): string {
  if (live || madeAt === 0) return label;
  const time = new Date(madeAt);
  return `Made here, ${(time.toDateString() === now.toDateString() ? CLOCK : DAY).format(time)}`;
}

/** @param recording from elsewhere */
function elsewhere(recording: Recording, moment: Moment, taste: Taste, part: boolean): StepWords {
  const where = whereSentence(recording, moment, taste, part);
  if (moment.noise) return { plain: `${where} How it began is not recorded.`, special: "", aside: "" };
  const aside = `Recorded by ${recording.header.source}. Not recorded: what was kept, uncertainty, temperature, settings, the prompt.`;
  return { plain: `${where} The text as it stood.`, special: "", aside };
}

/**
 * @param source what recorded a run
 * @returns why it can be neither made again nor branched from
 */
export const foreignProblem = (source: string) => FOREIGN.replace("{source}", () => plainText(source));

/** @returns what the step did with the text */
function doing(recording: Recording, step: number, { terms }: Taste): string {
  const { does } = wayOf(recording.header);
  const { accepted, argmax_ids, step: number, stopReason } = recording.frames[step];
  if (does === null) {
    const written = accepted.reduce((sum, one) => sum + one, 0);
    return `It writes one more token: ${numberText(written)} of at most ${numberText(accepted.length)} are there.`;
  }
  const { noun, all, kept, fresh } = countsOf(recording, step);
  if (all === 0)
    return `There is no text: the ${words(terms).argmax} ${recording.emptiness(argmax_ids[0]) === "filler" ? "has only fillers before" : "begins with"} its end.`;
  const { keeps, rest } = does[terms];
  const text = count(all, noun);
  const some = number === 1 || fresh === 0 ? "" : `, ${fresh === kept ? "all" : fresh} of them new`;
  if (kept === all) return `It ${keeps} ${all === 1 ? `the only ${noun}` : `all ${text}`}${some}.`;
  // A part that ends by a rule takes its whole best guess: nothing goes back any more.
  const over = !recording.header.source && !["", "stopped"].includes(stopReason);
  const then = over ? `takes the ${words(terms).argmax} for the other ${numberText(all - kept)}` : rest(all - kept);
  return `It ${keeps} ${kept === 0 ? "none" : numberText(kept)} of ${text}${some}${some && ","} and ${then}.`;
}

function aside(recording: Recording, step: number, { unit, terms, newcomer }: Taste) {
  const { mean_entropy, temperature, accepted, stopReason } = recording.frames[step];
  const { source } = recording.header;
  const at = source ? "" : ` at temperature ${temperatureText(temperature)}`;
  if (wayOf(recording.header).causal) return at && `Drawn${at}.`;
  const counts = countsOf(recording, step);
  const { others } = counts;
  const more =
    others === 0
      ? ""
      : `${count(others, `more ${terms === "plain" ? "kept" : "accepted"} position`)} ${others === 1 ? "is" : "are"} ${otherWords(counts)}. `;
  if (stopReason === "stable-and-confident") return ""; // why it ends says it all
  if (newcomer) return more.trim();
  return `${more}Mean ${words(terms).uncertainty} of all ${numberText(accepted.length)} positions: ${entropyIn(mean_entropy, unit)}${at}.${source ? ` Recorded by ${source}.` : ""}`;
}

/** @returns what is kept and is no text; empty if there is nothing */
export function otherWords({ noun, others, fillers }: Counts): string {
  if (others === 0) return "";
  if (noun === "cell") return "line breaks and padding";
  if (fillers === 0) return "padding";
  if (fillers < others) return "fillers and padding";
  return others === 1 ? "a filler" : "fillers";
}

/**
 * @param moment none while a run has no steps
 * @returns such as `step 9 of 29`, or `part 2 of 3, step 4 of 18`
 */
export function placeSentence(
  recording: Recording,
  moment: Moment | undefined,
  taste: Taste = { unit: "nats", terms: "plain" },
): string {
  const frame = recording.frames[moment?.step ?? -1];
  if (moment === undefined || frame === undefined) return "no steps yet";
  const noise = moment.noise && wayOf(recording.header).begins === "noise" ? ", noise" : "";
  return `${blockPart(recording, frame.block, taste)}${stepPart(recording, moment, taste, true)}${noise}`;
}

/** @returns such as `part 2 of 3, `; empty if there is one only */
function blockPart({ live, frames, header }: Recording, block: number, { terms, endless }: Taste): string {
  if (endless) return "";
  const most = Math.ceil((header.spec.settings.max_new_tokens ?? Infinity) / header.canvas_length); // only while it is live
  const parts = live ? most : (frames.at(-1)?.block ?? 1);
  if (parts === Infinity) return `${words(terms).part} ${block}, `;
  return parts === 1 ? "" : `${words(terms).part} ${block} of ${live ? "at most " : ""}${parts}, `;
}

/**
 * @param always name the number of steps, of the noise too
 * @returns such as `step 9 of 29`
 */
function stepPart(recording: Recording, { step, noise }: Moment, { endless }: Taste, always: boolean = false): string {
  const { block, step: number } = recording.frames[step];
  if (noise && (endless || !always)) return "step 0";
  if (endless) return `step ${number}`;
  const end = recording.blockEnds.map((at) => recording.frames[at]).find((frame) => frame.block === block);
  const most = recording.header.spec.settings.max_denoising_steps;
  if (!end && most === undefined) return `step ${noise ? 0 : number}`;
  const all = end ? end.step : `at most ${most}`;
  return `step ${noise ? 0 : number} of ${all}`;
}

/** @param part is it named? */
function whereSentence(recording: Recording, moment: Moment, taste: Taste, part: boolean) {
  const name = part ? blockPart(recording, recording.frames[moment.step].block, taste) : "";
  return `${capital(name + stepPart(recording, moment, taste))}.`;
}

/** What a trace calls the device of a denoiser that is elsewhere. */
const ANOTHER = "another server";

/** @returns what a denoiser elsewhere said of each position */
const knownOf = ({ only_top: top = 0 }: Header): string =>
  top > 0 ? `which gave the ${top} most probable tokens of each position` : "which gave all probabilities";

/** @returns the run in one line */
export function runSentence(
  { header, frames, live, seconds }: Recording,
  { endless }: Pick<Taste, "endless"> = {},
): string {
  const cost =
    live || endless || !seconds ? "" : ` · ${count(passesOf(frames), "pass", "es")} in ${secondsText(seconds)}`;
  if (header.source) return `from ${header.source}${cost}`;
  const place =
    header.device === "browser"
      ? `in a browser, ${header.dtype}`
      : header.device === ANOTHER
        ? `on ${ANOTHER}, ${knownOf(header)}, without self-conditioning`
        : `${header.device} ${header.dtype}`;
  return `${modelName(header.spec.model)} · seed ${header.spec.seed} · ${place}${cost}`;
}

/**
 * @param model as a trace names it; a model of one's own is named by its folder
 * @returns without the way to the folder
 */
export const modelName = (model: string): string =>
  /^([./\\~]|\w:)|[/\\].*[/\\]/.test(model)
    ? (model
        .split(/[/\\]+/)
        .filter(Boolean)
        .at(-1) ?? model)
    : model;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param plural its ending */
const count = (number: number, noun: string, plural: string = "s") =>
  `${numberText(number)} ${noun}${number === 1 ? "" : plural}`;
