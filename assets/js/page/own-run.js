/**
 * Runs in addresses. A run of one's own is there as its spec (`RunSpec.to_dict` in playground/spec/run.py) in JSON, shortened: only
 * what differs from the defaults, and of the runs that it branches from only what differs from it. spec.js has the rule.
 */

import { OWN_RULE, rulesOf } from "../rules/own-rule.js";
import { faultOf } from "../run/schema.js";
import { olderSpec, settingsIn } from "./older-address.js";
import { MAX_SEED, SPEC_VERSION, shortened, specFrom } from "./spec.js";
import { quoted } from "./reader.js";
import { readSteering, steeringOf } from "./steering.js";

/** @typedef {import("./address.js").Knob} Knob */
/** @typedef {import("./address.js").OwnRun} OwnRun */
/** @typedef {import("./address.js").Run} Run */
/** @typedef {import("./address.js").RunRequest} RunRequest */
/** @typedef {import("./reader.js").Reader} Reader */
/** @typedef {{ parent: Spec, block: number, step: number }} Branch */
/** @typedef {{ seed: number, settings?: Record<string, any>, branch?: Branch | null } & Record<string, any>} Spec whole or shortened */

/** The longest prompt that goes into an address, in characters, and the most of all that comes with it: what mail and chat programs still pass on whole. */
export const MOST_PROMPT = 4000;

/**
 * @param {RunRequest} header of a run that was made here, or read from a file
 * @param {Knob[]} knobs
 * @param {number} [most] characters of its prompt
 * @returns {OwnRun | null} null if an address cannot say all of it
 */
export function ownRun(header, knobs, most = MOST_PROMPT) {
  const { prompt, system = "", thinking = false, image_sha256: picture = "", seed, settings } = header;
  const { model, revision, spec, source: elsewhere = "" } = header;
  if (elsewhere !== "") return null; // nobody knows what it was asked
  const branch = /** @type {Branch | undefined} */ (spec?.branch ?? undefined);
  if (most === MOST_PROMPT && (picture !== "" || rulesOf(branch?.parent).length > 0)) return null;
  const steering = steeringOf(spec);
  /** @type {OwnRun} */
  const run = {
    kind: "own",
    prompt,
    system,
    thinking,
    seed,
    settings: valuesOf(settings, knobs),
    model: shortName(model),
    revision,
    source: spec?.sampler_source ?? "",
    ...(steering && { steering }),
    ...(branch && { branch: { run: "", ...branch } }),
  };
  return sizeOf(shortOf(run, knobs)) > most ? null : run;
}

/**
 * @param {Spec} short
 * @returns {number} how many characters of it a person wrote, or chose by hand; `playground/doors/link.py` counts them alike
 */
function sizeOf({ prompt, settings, sampler_source, start, noise, noise_seed, keep, pins, edits, branch }) {
  const { text = "", system = "" } = prompt;
  const rule = settings?.sampler === OWN_RULE ? sampler_source : "";
  const held = JSON.stringify({ start, noise, noise_seed, keep, pins, edits, branch });
  return text.length + system.length + rule.length + (held === "{}" ? 0 : held.length);
}

/** @param {OwnRun} run @param {Knob[]} knobs */
const shortOf = (run, knobs) =>
  shortened({ ...specFrom(run, knobs), model: run.model, revision: run.revision, sampler_source: run.source }, knobs);

/**
 * @param {OwnRun & { branch: NonNullable<OwnRun["branch"]> }} run
 * @param {Knob[]} knobs
 * @returns {OwnRun} the run that it branches from
 */
export function parentOf({ branch: { parent }, ...run }, knobs) {
  const { seed, settings = {}, branch } = /** @type {Spec} */ (parent);
  const steering = steeringOf(parent);
  return {
    ...run,
    seed,
    settings: valuesOf(settings, knobs),
    steering,
    stopped: undefined,
    ...(branch && { branch: { run: "", ...branch } }),
  };
}

/** @param {Record<string, any>} settings @param {Knob[]} knobs */
const valuesOf = (settings, knobs) =>
  Object.fromEntries(knobs.map(({ name, value }) => [name, settings[name] ?? value]));

/** @param {string} model a hub id, a name or a folder; whoever gets an address need not know the sender's folders */
const shortName = (model) =>
  /^([\\/.~]|\w:)/.test(model) ? (model.split(/[\\/]/).filter(Boolean).at(-1) ?? "") : model;

/** @param {Run | null} run @param {Knob[]} knobs @returns {[string, string][]} */
export function runWords(run, knobs) {
  if (run === null) return [];
  if (run.kind === "recorded") return [["run", run.name]];
  const stopped = run.stopped === undefined ? [] : [/** @type {[string, string]} */ (["stopped", String(run.stopped)])];
  return [["spec", JSON.stringify(shortOf(run, knobs))], ...stopped];
}

/**
 * @param {Run | null} first
 * @param {Run | null} second
 * @param {Knob[]} knobs
 * @returns {boolean} do both mean the same run?
 */
export function sameRun(first, second, knobs) {
  const known = first?.kind === "own" && second?.kind === "own" && first.source !== "" && second.source !== "";
  const words = (/** @type {Run | null} */ run) =>
    runWords(known || run?.kind !== "own" ? run : { ...run, source: "" }, knobs);
  return String(words(first)) === String(words(second));
}

/**
 * @param {OwnRun} request
 * @param {OwnRun} run
 * @param {Knob[]} knobs
 * @returns {boolean} are prompt, seed and settings the same, whatever the model, and whether or not it was stopped?
 */
export function sameMaking(request, run, knobs) {
  const bare = (/** @type {OwnRun} */ one) => ({ ...one, stopped: undefined, model: "", revision: "", source: "" });
  return sameRun(bare(request), bare(run), knobs);
}

/**
 * @param {OwnRun} request
 * @param {OwnRun} run
 * @returns {string} why the run may differ from the one that was asked for; "" if there is no reason
 */
export function otherwise({ model, revision, source }, run) {
  if (model + revision !== "" && (model !== run.model || revision !== run.revision)) {
    return `The address was made with ${named({ model, revision })}; here runs ${named(run)}, so that the run may differ.`;
  }
  const otherSource = source !== "" && run.source !== "" && source !== run.source;
  return otherSource ? "The address was made with other code of this sampler, so that the run may differ." : "";
}

/** @param {{ model: string, revision: string }} which */
const named = ({ model, revision }) =>
  `the model ${model.slice(0, 80) || "without a name"}${revision && `, revision ${revision.slice(0, 40)}`}`;

const TEXT = { type: "string" };
const BRANCH = {
  type: "object",
  required: ["parent", "block", "step"],
  properties: { block: { type: "integer", minimum: 1 }, step: { type: "integer", minimum: 0 } },
};
/** What the page reads of a run, and of those that it branches from; whether a run can have the rest, the server says. */
const PARENT = {
  type: "object",
  required: ["seed"],
  properties: {
    seed: { type: "integer", minimum: 0, maximum: MAX_SEED },
    settings: { type: "object" },
    branch: BRANCH,
  },
};
const PROMPT = {
  type: "object",
  required: ["text"],
  properties: { text: TEXT, system: TEXT, thinking: { type: "boolean" } },
};
const SPEC = {
  ...PARENT,
  required: ["prompt", "seed"],
  properties: {
    ...PARENT.properties,
    version: { type: "integer", minimum: 1 },
    prompt: PROMPT,
    model: TEXT,
    revision: TEXT,
    sampler_source: TEXT,
  },
};

/**
 * @param {Reader} reader of an address
 * @param {Knob[]} knobs
 * @returns {Run | null} null for none, and for one that cannot be made
 */
export function decodeRun(reader, knobs) {
  const name = reader.take("run");
  if (name !== null) return { kind: "recorded", name };
  const { complaints } = reader;
  const before = complaints.length;
  const stopped = reader.count("stopped");
  const text = reader.take("spec");
  const spec = text === null ? olderSpec(reader, knobs) : json(text);
  if (text === null && spec === null) return null;
  if (complaints.length === before) complaints.push(...complaintsOf(spec, knobs, text === null));
  if (complaints.length > before) return null;
  const { prompt, seed, settings = {}, model = "", revision = "", sampler_source: source = "", branch } = spec;
  const steering = steeringOf(spec);
  return {
    kind: "own",
    prompt: prompt.text,
    system: prompt.system ?? "",
    thinking: prompt.thinking ?? false,
    seed,
    settings: valuesOf(settings, knobs),
    model,
    revision,
    source,
    ...(steering && { steering }),
    ...(stopped !== null && { stopped }),
    ...(branch && { branch: { run: "", ...branch } }),
  };
}

/** @param {string} text @returns {any} null for what is no JSON */
function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param {any} spec of a stranger
 * @param {Knob[]} knobs
 * @param {boolean} older did an address of before say it in words? They are longer or shorter than the JSON
 * @returns {string[]} what is wrong with it
 */
function complaintsOf(spec, knobs, older) {
  if (Number.isInteger(spec?.version) && spec.version > SPEC_VERSION)
    return [`The address describes a run in version ${spec.version}; this page reads up to ${SPEC_VERSION}.`];
  for (
    let [part, schema, at] = [spec, /** @type {import("../run/schema.js").Schema} */ (SPEC), "spec"];
    part !== undefined;
    [part, schema, at] = [part.branch?.parent, PARENT, `${at}.branch.parent`]
  ) {
    const fault = faultOf(part, schema, at);
    if (fault !== "") return [`The address holds a run that cannot be made: ${fault}.`];
    /** @type {string[]} */
    const complaints = [];
    settingsIn(part.settings ?? {}, knobs, complaints);
    const steering = steeringOf(part);
    if (readSteering(steering) === null)
      complaints.push(
        `The address says that the run is steered by ${quoted(steering)}; allowed is what a trace has as pins, start, noise and edits.`,
      );
    if (complaints.length > 0) return complaints;
  }
  if (rulesOf(spec).includes("")) return ["The address asks for a rule of somebody's own, and holds none."];
  if (spec.prompt.text.trim() === "") return ["The address holds a run without a prompt."];
  const size = sizeOf(older ? { ...spec, branch: undefined } : spec);
  return size > MOST_PROMPT
    ? [`The address holds a run of ${size} characters; allowed are at most ${MOST_PROMPT}.`]
    : [];
}
