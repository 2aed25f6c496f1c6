/**
 * Runs in addresses. A run of one's own is there as its spec (`RunSpec.to_dict` in playground/spec/run.py) in JSON, shortened: only
 * what differs from the defaults, and of the runs that it branches from only what differs from it. spec.js has the rule.
 */

import type { OwnRun } from "../run/request.ts";
import type { Knob } from "../rules/knobs.ts";
import { OWN_RULE, rulesOf } from "../rules/own-rule.ts";
import { faultOf } from "../run/schema.ts";
import { MAX_SEED, SPEC_VERSION, shortened, specFrom } from "./spec.ts";
import { Reader, quoted } from "./reader.ts";
import { readSteering, steeringOf } from "../run/steering.ts";
import type { Schema } from "../run/schema.ts";
import type { Run, RunRequest } from "./address.ts";

type Branch = { parent: Spec; block: number; step: number };
/** Whole or shortened. */
type Spec = { seed: number; settings?: Record<string, any>; branch?: Branch | null } & Record<string, any>;

/** The longest prompt that goes into an address, in characters, and the most of all that comes with it: what mail and chat programs still pass on whole. */
export const MOST_PROMPT = 4000;

/**
 * @param header of a run that was made here, or read from a file
 * @param most characters of its prompt
 * @returns null if an address cannot say all of it
 */
export function ownRun(header: RunRequest, knobs: Knob[], most: number = MOST_PROMPT): OwnRun | null {
  const { prompt, system = "", thinking = false, image_sha256: picture = "", seed, settings } = header;
  const { model, revision, spec, source: elsewhere = "" } = header;
  if (elsewhere !== "") return null; // nobody knows what it was asked
  const branch = (spec?.branch ?? undefined) as Branch | undefined;
  if (most === MOST_PROMPT && (picture !== "" || rulesOf(branch?.parent).length > 0)) return null;
  const steering = steeringOf(spec);
  const run: OwnRun = {
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

/** @returns how many characters of it a person wrote, or chose by hand; `playground/doors/link.py` counts them alike */
function sizeOf({
  prompt,
  settings,
  sampler_source,
  start,
  noise,
  noise_seed,
  keep,
  pins,
  edits,
  branch,
}: Spec): number {
  const { text = "", system = "" } = prompt;
  const rule = settings?.sampler === OWN_RULE ? sampler_source : "";
  const held = JSON.stringify({ start, noise, noise_seed, keep, pins, edits, branch });
  return text.length + system.length + rule.length + (held === "{}" ? 0 : held.length);
}

const shortOf = (run: OwnRun, knobs: Knob[]) =>
  shortened({ ...specFrom(run, knobs), model: run.model, revision: run.revision, sampler_source: run.source }, knobs);

/** @returns the run that it branches from */
export function parentOf(
  { branch: { parent }, ...run }: OwnRun & { branch: NonNullable<OwnRun["branch"]> },
  knobs: Knob[],
): OwnRun {
  const { seed, settings = {}, branch } = parent as Spec;
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

const valuesOf = (settings: Record<string, any>, knobs: Knob[]) =>
  Object.fromEntries(knobs.map(({ name, value }) => [name, settings[name] ?? value]));

/** @param model a hub id, a name or a folder; whoever gets an address need not know the sender's folders */
const shortName = (model: string) =>
  /^([\\/.~]|\w:)/.test(model) ? (model.split(/[\\/]/).filter(Boolean).at(-1) ?? "") : model;

export function runWords(run: Run | null, knobs: Knob[]): [string, string][] {
  if (run === null) return [];
  if (run.kind === "recorded") return [["run", run.name]];
  const stopped = run.stopped === undefined ? [] : [["stopped", String(run.stopped)] as [string, string]];
  return [["spec", JSON.stringify(shortOf(run, knobs))], ...stopped];
}

/** @returns do both mean the same run? */
export function sameRun(first: Run | null, second: Run | null, knobs: Knob[]): boolean {
  const known = first?.kind === "own" && second?.kind === "own" && first.source !== "" && second.source !== "";
  const words = (run: Run | null) => runWords(known || run?.kind !== "own" ? run : { ...run, source: "" }, knobs);
  return String(words(first)) === String(words(second));
}

/** @returns are prompt, seed and settings the same, whatever the model, and whether or not it was stopped? */
export function sameMaking(request: OwnRun, run: OwnRun, knobs: Knob[]): boolean {
  const bare = (one: OwnRun) => ({ ...one, stopped: undefined, model: "", revision: "", source: "" });
  return sameRun(bare(request), bare(run), knobs);
}

/** @returns why the run may differ from the one that was asked for; "" if there is no reason */
export function otherwise({ model, revision, source }: OwnRun, run: OwnRun): string {
  if (model + revision !== "" && (model !== run.model || revision !== run.revision)) {
    return `The address was made with ${named({ model, revision })}; here runs ${named(run)}, so that the run may differ.`;
  }
  const otherSource = source !== "" && run.source !== "" && source !== run.source;
  return otherSource ? "The address was made with other code of this sampler, so that the run may differ." : "";
}

const named = ({ model, revision }: { model: string; revision: string }) =>
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
 * @param reader of an address
 * @returns null for none, and for one that cannot be made
 */
export function decodeRun(reader: Reader, knobs: Knob[]): Run | null {
  const name = reader.take("run");
  if (name !== null) return { kind: "recorded", name };
  const { complaints } = reader;
  const before = complaints.length;
  const stopped = reader.count("stopped");
  const text = reader.take("spec");
  if (text === null) return null;
  const spec = json(text);
  if (complaints.length === before) complaints.push(...complaintsOf(spec, knobs));
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

/** @returns null for what is no JSON */
function json(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param settings of a stranger
 * @returns what is wrong with them
 */
function settingComplaints(settings: Record<string, any>, knobs: Knob[]): string[] {
  const values = Object.entries(settings).map(([name, value]) => [name, String(value)]);
  const reader = new Reader(Object.fromEntries(values), []);
  for (const knob of knobs) {
    const choices = Object.keys(knob.choices);
    if (choices.length > 0) reader.oneOf(knob.name, choices);
    else reader.number(knob.name, knob);
  }
  reader.end();
  return reader.complaints;
}

/**
 * @param spec of a stranger
 * @returns what is wrong with it
 */
function complaintsOf(spec: any, knobs: Knob[]): string[] {
  if (Number.isInteger(spec?.version) && spec.version > SPEC_VERSION)
    return [`The address describes a run in version ${spec.version}; this page reads up to ${SPEC_VERSION}.`];
  for (
    let [part, schema, at] = [spec, SPEC as Schema, "spec"];
    part !== undefined;
    [part, schema, at] = [part.branch?.parent, PARENT, `${at}.branch.parent`]
  ) {
    const fault = faultOf(part, schema, at);
    if (fault !== "") return [`The address holds a run that cannot be made: ${fault}.`];
    const complaints = settingComplaints(part.settings ?? {}, knobs);
    const steering = steeringOf(part);
    if (readSteering(steering) === null)
      complaints.push(
        `The address says that the run is steered by ${quoted(steering)}; allowed is what a trace has as pins, start, noise and edits.`,
      );
    if (complaints.length > 0) return complaints;
  }
  if (rulesOf(spec).includes("")) return ["The address asks for a rule of somebody's own, and holds none."];
  if (spec.prompt.text.trim() === "") return ["The address holds a run without a prompt."];
  const size = sizeOf(spec);
  return size > MOST_PROMPT
    ? [`The address holds a run of ${size} characters; allowed are at most ${MOST_PROMPT}.`]
    : [];
}
