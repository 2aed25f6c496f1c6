/**
 * The part of the page's address after `#`, which says what is shown: the run, the step, the chosen positions, the looks.
 * A run is what `RunSpec.to_dict` in playground/spec.py writes, under the same names and of the same version, but flat.
 * Only what differs from the defaults is in it. It stands after `#` and not in the query for three reasons: a prompt never
 * reaches a server's log or its limit on addresses, what the query holds for others (`?__theme=dark`) stays, and a page
 * around this one that hands its address on, as that of a Space does, hands this part on too.
 */

import { FIGURES } from "../cells/shading.js";
import { NAMES } from "../run/status.js";
import { readSteering, steeringOf } from "./steering.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("../run/recording.js").Header} Header */
/** @typedef {number | string} Value of a setting */
/**
 * @typedef {object} Knob a setting, as playground/knobs.py declares it and playground/ui/head.py writes it
 * @property {string} name
 * @property {string} label
 * @property {string} unit
 * @property {string} help
 * @property {[number, number, number]} slider lowest and highest value, and the step between
 * @property {boolean} logarithmic does the slider give small values more room?
 * @property {Value} value its default
 * @property {number} minimum
 * @property {number} maximum
 * @property {boolean} whole
 * @property {Record<string, string>} choices what it may be, and what that means; empty for a number
 * @property {string[]} samplers to which it belongs; empty for a setting of every run
 */
/** @typedef {{ kind: "recorded", name: string }} RecordedRun one of the server's, by the name of its file */
/**
 * @typedef {object} OwnRun all that it takes to make a run again
 * @property {"own"} kind
 * @property {string} prompt
 * @property {string} system
 * @property {boolean} thinking
 * @property {number} seed
 * @property {Record<string, Value>} settings one for each knob; those of other samplers are at their defaults
 * @property {string} model
 * @property {string} revision
 * @property {string} source hash of the sampler's code; "" where it is not known, as in older addresses
 * @property {string} [steering] what a person holds, changes or starts from in it; see steering.js
 * @property {{ run: string, parent: object, block: number, step: number }} [branch] where it goes on from another run: the server's name of that run, its spec, and the last step that they share; no address can hold it
 * @property {number} [stopped] the pass after which the reader stopped it; missing for a run that ended by itself
 */
/** @typedef {Pick<Header, "prompt" | "system" | "thinking" | "image_sha256" | "seed" | "settings" | "model" | "revision" | "way" | "spec" | "branch" | "source">} Asked what a run was asked for */
/** @typedef {RecordedRun | OwnRun} Run */
/** @typedef {{ block: number, step: number }} Place both counted from 1; step 0 is the block's noise */
/** @typedef {{ mode: string, layer: string, figure: string, shape: string, unit: string, by: string, only: number | null }} Looks */
/** @typedef {{ lesson: number, part: number }} Lesson by its number, or 0 for the one that was read last; parts count from 1 */
/** @typedef {Looks & { lesson: Lesson | null, run: Run | null, lanes: Run[], rival: string, study: string, place: Place | null, position: number | null, compared: number | null }} State `rival` names who answers beside the runs, and `study` describes many runs (study-address.js); "" for none. No address holds what came of them */

/** The longest prompt that goes into an address, in characters: what mail and chat programs still pass on whole. */
export const MOST_PROMPT = 4000;

/** The most runs beside the first one. */
const MOST_OTHERS = 3;

export const NO_LINK = `A link holds a prompt, and a text to start from, of at most ${MOST_PROMPT} characters, no picture and no branch of another run; save the trace of this run instead.`;

/** Of `RunSpec`; an address without a version is of version 1. */
export const SPEC_VERSION = 1;

const MAX_SEED = Number.MAX_SAFE_INTEGER;
const MAX_COUNT = 1_000_000;

/** What each look may be, the default first; `only` has no default. */
const LOOKS = {
  mode: ["watch", "tune", "compare", "learn"],
  layer: ["sampled", "input", "argmax"],
  figure: FIGURES,
  shape: ["grid", "text"],
  unit: ["nats", "bits"],
  by: ["passes", "work", "seconds"],
};
const STATUSES = NAMES.map((name) => name.replace(" ", "-"));

/** How the looks are called in an address. @type {Record<keyof typeof LOOKS, string>} */
const CALLED = { mode: "mode", layer: "layer", figure: "colour", shape: "view", unit: "unit", by: "by" };

/**
 * @param {Asked} header of a run that was made here, or read from a file
 * @param {Knob[]} knobs
 * @param {number} [most] characters of its prompt
 * @returns {OwnRun | null} null if an address cannot say all of it
 */
export function ownRun({ prompt, system = "", thinking = false, image_sha256: picture = "", seed, settings, model, revision, spec, branch, source: elsewhere = "" }, knobs, most = MOST_PROMPT) {
  if (branch && most === MOST_PROMPT) return null;
  const steering = steeringOf(spec);
  if (elsewhere !== "") return null; // nobody knows what it was asked
  if (prompt.length + system.length + steering.length > most || (picture !== "" && most === MOST_PROMPT)) return null;
  const values = Object.fromEntries(knobs.map(({ name, value }) => [name, settings[name] ?? value]));
  return { kind: "own", prompt, system, thinking, seed, settings: values, model: shortName(model), revision, source: spec?.sampler_source ?? "", ...(steering && { steering }) };
}

/**
 * @param {string} model a hub id, a name or a folder; whoever gets an address need not know the sender's folders
 */
const shortName = (model) => (/^([\\/.~]|\w:)/.test(model) ? (model.split(/[\\/]/).filter(Boolean).at(-1) ?? "") : model);

/**
 * @param {State} state
 * @param {Knob[]} knobs
 * @returns {string} without the `#`; the same state always gives the same text
 */
export function encode({ lesson, run, lanes, rival, study, place, position, compared, only, ...looks }, knobs) {
  if (lesson !== null) return new URLSearchParams({ lesson: String(lesson.lesson), part: String(lesson.part) }).toString();
  const said = new URLSearchParams(runWords(run, knobs));
  for (const lane of lanes) said.append("lane", new URLSearchParams(runWords(lane, knobs)).toString());
  if (rival !== "") said.set("rival", rival);
  if (study !== "") said.set("study", study);
  if (place) {
    said.set("block", String(place.block));
    said.set("step", String(place.step));
  }
  if (position !== null) said.set("position", String(position));
  if (position !== null && compared !== null) said.set("compared", String(compared));
  for (const [look, [usual]] of Object.entries(LOOKS)) {
    const value = looks[/** @type {keyof typeof LOOKS} */ (look)];
    if (value !== usual) said.set(CALLED[/** @type {keyof typeof LOOKS} */ (look)], value);
  }
  if (only !== null) said.set("only", STATUSES[only]);
  return said.toString();
}

/**
 * @param {Run | null} run
 * @param {Knob[]} knobs
 * @returns {[string, string][]}
 */
export function runWords(run, knobs) {
  if (run === null) return [];
  if (run.kind === "recorded") return [["run", run.name]];
  const others = knobs.filter(({ name, value }) => run.settings[name] !== value);
  return [
    ["prompt", run.prompt],
    ...(run.system === "" ? [] : [/** @type {[string, string]} */ (["system", run.system])]),
    ...(run.thinking ? [/** @type {[string, string]} */ (["thinking", "on"])] : []),
    ["seed", String(run.seed)],
    ...others.map(({ name }) => /** @type {[string, string]} */ ([name, String(run.settings[name])])),
    ["model", run.model],
    ["revision", run.revision],
    ...(run.source === "" ? [] : [/** @type {[string, string]} */ (["sampler_source", run.source])]),
    ...(run.steering ? [/** @type {[string, string]} */ (["steering", run.steering])] : []),
    ...(run.stopped === undefined ? [] : [/** @type {[string, string]} */ (["stopped", String(run.stopped)])]),
  ];
}

/**
 * @param {Run | null} one
 * @param {Run | null} other
 * @param {Knob[]} knobs
 * @returns {boolean} do both mean the same run?
 */
export function sameRun(one, other, knobs) {
  const known = one?.kind === "own" && other?.kind === "own" && one.source !== "" && other.source !== "";
  const words = (/** @type {Run | null} */ run) => runWords(known || run?.kind !== "own" ? run : { ...run, source: "" }, knobs);
  return String(words(one)) === String(words(other));
}

/**
 * Never fails: a value that is not allowed is left out, and a run with one is not made; each time a sentence says so.
 *
 * @param {string} hash with or without its `#`
 * @param {Knob[]} knobs
 * @returns {{ state: State, complaints: string[] }}
 */
export function decode(hash, knobs) {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  /** @type {string[]} */
  const complaints = [];
  const take = (/** @type {string} */ name) => {
    const value = said.get(name);
    said.delete(name);
    return value;
  };
  const complain = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ allowed) => {
    complaints.push(`The address says that ${name} is ${quoted(value)}; allowed is ${allowed}.`);
    return null;
  };
  const number = (/** @type {string} */ name, /** @type {{ minimum: number, maximum: number, whole: boolean }} */ { minimum, maximum, whole }) => {
    const value = take(name);
    if (value === null) return null;
    const read = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(value) ? Number(value) : NaN;
    if (read >= minimum && read <= maximum && (!whole || Number.isInteger(read))) return read;
    return complain(name, value, `a ${whole ? "whole " : ""}number from ${minimum} to ${maximum}`);
  };
  const oneOf = (/** @type {string} */ name, /** @type {string[]} */ allowed) => {
    const value = take(name);
    if (value === null || allowed.includes(value)) return value;
    return complain(name, value, allowed.join(", "));
  };
  const count = (/** @type {string} */ name, minimum = 1) => number(name, { minimum, maximum: MAX_COUNT, whole: true });

  const lesson = count("lesson");
  const part = count("part");
  const lanes = said.getAll("lane").slice(0, MOST_OTHERS);
  said.delete("lane");
  const [rival, study] = [take("rival") ?? "", take("study") ?? ""];
  const run = decodeRun(take, number, oneOf, complaints, knobs);
  const [block, step, position, compared] = [count("block"), count("step", 0), count("position", 0), count("compared", 0)];
  const looks = Object.entries(LOOKS).map(([look, allowed]) => {
    return [look, oneOf(CALLED[/** @type {keyof typeof LOOKS} */ (look)], allowed) ?? allowed[0]];
  });
  const only = oneOf("only", STATUSES);
  const { mode } = Object.fromEntries(looks);
  for (const name of new Set(said.keys())) complaints.push(`The address says ${quoted(name)}, which means nothing here.`);
  return {
    state: {
      lesson: lesson !== null ? { lesson, part: part ?? 1 } : mode === "learn" ? { lesson: 0, part: 1 } : null,
      run,
      lanes: lanes.flatMap((lane) => {
        const read = decode(lane, knobs);
        complaints.push(...read.complaints);
        return read.state.run ?? [];
      }),
      rival,
      study,
      place: step === null ? null : { block: block ?? 1, step },
      position,
      compared: position === null ? null : compared,
      .../** @type {Looks} */ (Object.fromEntries(looks)),
      only: only === null ? null : STATUSES.indexOf(only),
    },
    complaints,
  };
}

/**
 * @param {(name: string) => string | null} take
 * @param {(name: string, bounds: { minimum: number, maximum: number, whole: boolean }) => number | null} number
 * @param {(name: string, allowed: string[]) => string | null} oneOf
 * @param {string[]} complaints
 * @param {Knob[]} knobs
 * @returns {Run | null}
 */
function decodeRun(take, number, oneOf, complaints, knobs) {
  const name = take("run");
  if (name !== null) return { kind: "recorded", name };
  const prompt = take("prompt");
  const before = complaints.length;
  const system = take("system") ?? "";
  const thinking = oneOf("thinking", ["on"]) === "on";
  const seed = number("seed", { minimum: 0, maximum: MAX_SEED, whole: true });
  const values = knobs.map((knob) => {
    const read = Object.keys(knob.choices).length > 0 ? oneOf(knob.name, Object.keys(knob.choices)) : number(knob.name, knob);
    return [knob.name, read ?? knob.value];
  });
  const [model, revision, source] = ["model", "revision", "sampler_source"].map((name) => take(name) ?? "");
  const steering = take("steering") ?? "";
  if (readSteering(steering) === null) complaints.push(`The address says that steering is ${quoted(steering)}; allowed is what a trace has as pins, start, noise and edits.`);
  const stopped = number("stopped", { minimum: 1, maximum: MAX_COUNT, whole: true });
  const version = number("version", { minimum: 1, maximum: MAX_COUNT, whole: true }) ?? SPEC_VERSION;
  if (version > SPEC_VERSION) {
    complaints.push(`The address describes a run in version ${version}; this page reads up to ${SPEC_VERSION}.`);
  }
  if (prompt === null) return null;
  if (prompt.trim() === "") complaints.push("The address holds a run without a prompt.");
  const length = prompt.length + system.length + steering.length;
  if (length > MOST_PROMPT) {
    complaints.push(`The address holds a prompt of ${length} characters; allowed are at most ${MOST_PROMPT}.`);
  }
  if (seed === null && complaints.length === before) complaints.push("The address holds a run without its seed.");
  if (seed === null || complaints.length > before) return null;
  return { kind: "own", prompt, system, thinking, seed, settings: Object.fromEntries(values), model, revision, source, ...(steering && { steering }), ...(stopped !== null && { stopped }) };
}

/**
 * @param {Recording} recording
 * @param {number} moment
 * @returns {Place}
 */
export function placeOf({ frames, moments }, moment) {
  const { step, noise } = moments[moment];
  return { block: frames[step].block, step: noise ? 0 : frames[step].step };
}

/**
 * @param {Recording} recording has at least one step
 * @param {Place} place
 * @returns {number} its place in `moments`; that of the last one before it if the run has no such step
 */
export function momentAt(recording, { block, step }) {
  const places = recording.moments.map((_, moment) => placeOf(recording, moment));
  return Math.max(places.findLastIndex((place) => place.block < block || (place.block === block && place.step <= step)), 0);
}

/**
 * @param {string[]} complaints
 * @returns {string} one sentence for the reader, empty if there is nothing to say
 */
export function complaint(complaints) {
  const [first, ...others] = complaints;
  if (others.length === 0) return first ?? "";
  return `${first} (${others.length} more of its values ${others.length === 1 ? "is" : "are"} left out.)`;
}

/** @param {string} value of a stranger */
const quoted = (value) => `“${[...value].slice(0, 40).join("")}${[...value].length > 40 ? "…" : ""}”`;
