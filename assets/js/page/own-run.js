/**
 * One run in the words of an address: all that it takes to make it again, under the names of `RunSpec.to_dict` in
 * playground/spec.py, but flat, and only what differs from the defaults. Of a run that branches from another one, `after` is
 * the block and the last step that both share, and there is a `from` for each run that it has been on its way, the first one
 * first; they have its prompt.
 */

import { SPEC_VERSION, specFrom } from "./spec.js";
import { readSteering, steeringOf } from "./steering.js";

/** @typedef {import("./address.js").Knob} Knob */
/** @typedef {import("./address.js").OwnRun} OwnRun */
/** @typedef {import("./address.js").Run} Run */
/** @typedef {import("./address.js").Asked} Asked */
/** @typedef {{ parent: Spec, block: number, step: number }} Branch */
/** @typedef {{ seed: number, settings: Record<string, any>, branch?: Branch | null } & Record<string, any>} Spec as `RunSpec.to_dict` writes it */

/** The longest prompt that goes into an address, in characters, and the most of all that comes with it: what mail and chat programs still pass on whole. */
export const MOST_PROMPT = 4000;

const MAX_SEED = Number.MAX_SAFE_INTEGER;
const MAX_COUNT = 1_000_000;

/** Takes values out of an address. What is not allowed is left out, and a sentence says so. */
export class Reader {
  /**
   * @param {string} words of an address, or of a run within it
   * @param {string[]} complaints get more
   */
  constructor(words, complaints) {
    this.said = new URLSearchParams(words);
    this.complaints = complaints;
  }

  /** @param {string} name @returns {string | null} its first value; null if it has none */
  take(name) {
    const value = this.said.get(name);
    this.said.delete(name);
    return value;
  }

  /** @param {string} name @returns {string[]} */
  all(name) {
    const values = this.said.getAll(name);
    this.said.delete(name);
    return values;
  }

  /**
   * @param {string} name
   * @param {{ minimum: number, maximum: number, whole: boolean }} bounds
   * @returns {number | null}
   */
  number(name, { minimum, maximum, whole }) {
    const value = this.take(name);
    if (value === null) return null;
    const read = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(value) ? Number(value) : NaN;
    if (read >= minimum && read <= maximum && (!whole || Number.isInteger(read))) return read;
    return this.complain(name, value, `a ${whole ? "whole " : ""}number from ${minimum} to ${maximum}`);
  }

  /** @param {string} name @param {number} [minimum] */
  count(name, minimum = 1) {
    return this.number(name, { minimum, maximum: MAX_COUNT, whole: true });
  }

  /**
   * @param {string} name
   * @param {string[]} allowed
   */
  oneOf(name, allowed) {
    const value = this.take(name);
    if (value === null || allowed.includes(value)) return value;
    return this.complain(name, value, allowed.join(", "));
  }

  /**
   * @param {string} name
   * @param {string} value of a stranger
   * @param {string} allowed
   */
  complain(name, value, allowed) {
    this.complaints.push(`The address says that ${name} is ${quoted(value)}; allowed is ${allowed}.`);
    return null;
  }

  /** Nothing else is to come. */
  end() {
    for (const name of new Set(this.said.keys())) this.complaints.push(`The address says ${quoted(name)}, which means nothing here.`);
  }
}

/** @param {string} value of a stranger */
const quoted = (value) => `“${[...value].slice(0, 40).join("")}${[...value].length > 40 ? "…" : ""}”`;

/**
 * @param {Asked} header of a run that was made here, or read from a file
 * @param {Knob[]} knobs
 * @param {number} [most] characters of its prompt
 * @returns {OwnRun | null} null if an address cannot say all of it
 */
export function ownRun({ prompt, system = "", thinking = false, image_sha256: picture = "", seed, settings, model, revision, spec, branch: branched, source: elsewhere = "" }, knobs, most = MOST_PROMPT) {
  const steering = steeringOf(spec);
  if (elsewhere !== "") return null; // nobody knows what it was asked
  const branch = /** @type {Branch | undefined} */ (spec?.branch ?? undefined);
  if (branched && !branch && most === MOST_PROMPT) return null; // kept by a page that did not know branches yet
  const length = prompt.length + system.length + steering.length + (branch ? chainOf(branch, knobs).join("").length : 0);
  if (length > most || (picture !== "" && most === MOST_PROMPT)) return null;
  return {
    kind: "own", prompt, system, thinking, seed, settings: valuesOf(settings, knobs), model: shortName(model), revision, source: spec?.sampler_source ?? "",
    ...(steering && { steering }), ...(branch && { branch: { run: "", ...branch } }),
  };
}

/**
 * @param {OwnRun & { branch: NonNullable<OwnRun["branch"]> }} run
 * @param {Knob[]} knobs
 * @returns {OwnRun} the run that it branches from
 */
export function parentOf({ branch: { parent }, ...run }, knobs) {
  const { seed, settings, branch } = /** @type {Spec} */ (parent);
  const steering = steeringOf(parent);
  return { ...run, seed, settings: valuesOf(settings, knobs), steering, stopped: undefined, ...(branch && { branch: { run: "", ...branch } }) };
}

/**
 * @param {Record<string, any>} settings
 * @param {Knob[]} knobs
 */
const valuesOf = (settings, knobs) => Object.fromEntries(knobs.map(({ name, value }) => [name, settings[name] ?? value]));

/**
 * @param {string} model a hub id, a name or a folder; whoever gets an address need not know the sender's folders
 */
const shortName = (model) => (/^([\\/.~]|\w:)/.test(model) ? (model.split(/[\\/]/).filter(Boolean).at(-1) ?? "") : model);

/**
 * @param {Run | null} run
 * @param {Knob[]} knobs
 * @returns {[string, string][]}
 */
export function runWords(run, knobs) {
  if (run === null) return [];
  if (run.kind === "recorded") return [["run", run.name]];
  return [
    ["prompt", run.prompt],
    ...(run.system === "" ? [] : [/** @type {[string, string]} */ (["system", run.system])]),
    ...(run.thinking ? [/** @type {[string, string]} */ (["thinking", "on"])] : []),
    ...changeWords(run, knobs),
    ["model", run.model],
    ["revision", run.revision],
    ...(run.source === "" ? [] : [/** @type {[string, string]} */ (["sampler_source", run.source])]),
    ...(run.steering ? [/** @type {[string, string]} */ (["steering", run.steering])] : []),
    ...(run.stopped === undefined ? [] : [/** @type {[string, string]} */ (["stopped", String(run.stopped)])]),
    ...(run.branch ? [/** @type {[string, string]} */ (["after", placeWord(run.branch)])] : []),
    ...(run.branch ? chainOf(/** @type {Branch} */ (run.branch), knobs).map((words) => /** @type {[string, string]} */ (["from", words])) : []),
  ];
}

/**
 * @param {{ seed: number, settings: Record<string, any> }} run
 * @param {Knob[]} knobs
 * @returns {[string, string][]} the seed, and the settings that are not the defaults
 */
function changeWords({ seed, settings }, knobs) {
  const others = knobs.filter(({ name, value }) => (settings[name] ?? value) !== value);
  return [["seed", String(seed)], ...others.map(({ name }) => /** @type {[string, string]} */ ([name, String(settings[name])]))];
}

/** @param {{ block: number, step: number }} place */
const placeWord = ({ block, step }) => `${block}.${step}`;

/**
 * @param {Branch} branch
 * @param {Knob[]} knobs
 * @returns {string[]} the words of each run before the branch, the first one first
 */
function chainOf({ parent }, knobs) {
  const { branch } = parent;
  const steering = steeringOf(parent);
  /** @type {[string, string][]} */
  const words = [...changeWords(parent, knobs), ...(steering ? [/** @type {[string, string]} */ (["steering", steering])] : []), ...(branch ? [/** @type {[string, string]} */ (["after", placeWord(branch)])] : [])];
  return [...(branch ? chainOf(branch, knobs) : []), new URLSearchParams(words).toString()];
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
 * @param {OwnRun} asked
 * @param {OwnRun} run
 * @param {Knob[]} knobs
 * @returns {boolean} are prompt, seed and settings the same, whatever the model, and whether or not it was stopped?
 */
export function sameMaking(asked, run, knobs) {
  const bare = (/** @type {OwnRun} */ one) => ({ ...one, stopped: undefined, model: "", revision: "", source: "" });
  return sameRun(bare(asked), bare(run), knobs);
}

/**
 * @param {OwnRun} asked
 * @param {OwnRun} run
 * @returns {string} why the run may differ from the one that was asked for; "" if there is no reason
 */
export function otherwise({ model, revision, source }, run) {
  if (model + revision !== "" && (model !== run.model || revision !== run.revision)) {
    return `The address was made with ${named({ model, revision })}; here runs ${named(run)}, so that the run may differ.`;
  }
  const other = source !== "" && run.source !== "" && source !== run.source;
  return other ? "The address was made with other code of this sampler, so that the run may differ." : "";
}

/** @param {{ model: string, revision: string }} which */
const named = ({ model, revision }) => `the model ${model.slice(0, 80) || "without a name"}${revision && `, revision ${revision.slice(0, 40)}`}`;

/**
 * @param {Reader} reader of an address
 * @param {Knob[]} knobs
 * @returns {Run | null} null for none, and for one that cannot be made
 */
export function decodeRun(reader, knobs) {
  const from = reader.all("from");
  const name = reader.take("run");
  if (name !== null) return { kind: "recorded", name };
  const { complaints } = reader;
  const prompt = reader.take("prompt");
  const before = complaints.length;
  const system = reader.take("system") ?? "";
  const thinking = reader.oneOf("thinking", ["on"]) === "on";
  const { seed, settings, steering, after } = decodeChange(reader, knobs);
  const [model, revision, source] = ["model", "revision", "sampler_source"].map((name) => reader.take(name) ?? "");
  const stopped = reader.count("stopped");
  const version = reader.count("version") ?? SPEC_VERSION;
  if (version > SPEC_VERSION) complaints.push(`The address describes a run in version ${version}; this page reads up to ${SPEC_VERSION}.`);
  if (prompt === null) return null;
  if (prompt.trim() === "") complaints.push("The address holds a run without a prompt.");
  const length = prompt.length + system.length + steering.length;
  const whole = length + from.join("").length;
  if (length > MOST_PROMPT) complaints.push(`The address holds a prompt of ${length} characters; allowed are at most ${MOST_PROMPT}.`);
  else if (whole > MOST_PROMPT) complaints.push(`The address holds a prompt and runs to branch from of ${whole} characters together; allowed are at most ${MOST_PROMPT}.`);
  if (seed === null && complaints.length === before) complaints.push("The address holds a run without its seed.");
  const parent = complaints.length > before ? null : decodeChain(from, { text: prompt, system, thinking }, complaints, knobs);
  if (complaints.length === before && (parent === null) !== (after === null)) complaints.push(BRANCH);
  if (seed === null || complaints.length > before) return null;
  return {
    kind: "own", prompt, system, thinking, seed, settings, model, revision, source,
    ...(steering && { steering }), ...(stopped !== null && { stopped }), ...(parent && after && { branch: { run: "", parent, ...after } }),
  };
}

const BRANCH = "The address holds a branch without the run and the step that it comes from.";

/**
 * @param {Reader} reader of a run
 * @param {Knob[]} knobs
 */
function decodeChange(reader, knobs) {
  const seed = reader.number("seed", { minimum: 0, maximum: MAX_SEED, whole: true });
  const values = knobs.map((knob) => {
    const read = Object.keys(knob.choices).length > 0 ? reader.oneOf(knob.name, Object.keys(knob.choices)) : reader.number(knob.name, knob);
    return [knob.name, read ?? knob.value];
  });
  const steering = reader.take("steering") ?? "";
  if (readSteering(steering) === null) reader.complain("steering", steering, "what a trace has as pins, start, noise and edits");
  const word = reader.take("after");
  const place = word?.match(/^([1-9]\d{0,5})\.(\d{1,6})$/);
  if (word !== null && !place) reader.complain("after", word, "a block and a step, such as 1.12");
  return { seed, settings: Object.fromEntries(values), steering, after: place ? { block: Number(place[1]), step: Number(place[2]) } : null };
}

/**
 * @param {string[]} from the words of each run before the branch, the first one first
 * @param {{ text: string, system: string, thinking: boolean }} prompt of all of them
 * @param {string[]} complaints get more
 * @param {Knob[]} knobs
 * @returns {Spec | null} what the server takes as the parent of the branch
 */
function decodeChain(from, prompt, complaints, knobs) {
  /** @type {Spec | null} */
  let parent = null;
  for (const words of from) {
    const reader = new Reader(words, complaints);
    const { seed, settings, steering, after } = decodeChange(reader, knobs);
    reader.end();
    if (seed === null || (parent === null) !== (after === null)) complaints.push(BRANCH);
    const { text, ...said } = prompt;
    /** @type {Pick<OwnRun, "branch">} */
    const left = parent && after ? { branch: { run: "", parent, ...after } } : {};
    parent = { model: "", revision: "", sampler_source: "", start: null, ...specFrom({ ...said, prompt: text, seed: seed ?? 0, settings, steering, ...left }, knobs) };
  }
  return parent;
}
