/**
 * RunSpec: what a run is asked by, in the JSON that `RunSpec.to_dict` in playground/spec/run.py writes. It is what the form
 * holds, what a lane, a study and the header of a run have, and, shortened, what an address says. What is left out has its
 * default; `wholeSpec` fills it in.
 */

import { belongs, isWritten } from "../rules/knobs.ts";
import { SPEC_VERSION } from "./spec-schema.ts";
import { steeringOf } from "./steering.ts";
import type { Knob, Value } from "../rules/knobs.ts";
import type { StoredHeader } from "./recording.ts";
import type { Parent, Prompt, RunSpec as ShortSpec } from "./spec-schema.ts";

/** With every default filled in, but for what a person holds, changes or starts from. */
export interface RunSpec extends ShortSpec {
  version: number;
  /** Its name, and its revision; "" for any. */
  model: string;
  revision: string;
  /** Without a hash, the picture that comes along is the one. */
  prompt: Prompt & { system: string; thinking: boolean };
  settings: Record<string, Value>;
  /** Hash of the sampler's code, or the text of one that the reader wrote; "" where it is not known. */
  sampler_source: string;
  seed: number;
}

/** What is left out, without a prompt and settings. Stands where nobody knows what a run was asked by: another program made it. */
export const NO_SPEC: RunSpec = {
  version: SPEC_VERSION,
  model: "",
  revision: "",
  prompt: { text: "", system: "", thinking: false },
  settings: {},
  sampler_source: "",
  seed: 0,
};

/**
 * @param spec whole, or shortened
 * @returns with one value for each knob
 */
export function wholeSpec(spec: ShortSpec, knobs: Knob[]): RunSpec {
  const { version = SPEC_VERSION, model = "", revision = "", sampler_source = "", prompt, seed = 0, branch } = spec;
  const { text, system = "", thinking = false, image_sha256 = "" } = prompt;
  const settings = Object.fromEntries(knobs.map(({ name, value }) => [name, spec.settings?.[name] ?? value]));
  return {
    version,
    model,
    revision,
    prompt: { text, system, thinking, image_sha256 },
    settings,
    sampler_source,
    seed,
    ...steeringOf(spec),
    ...(branch && { branch }),
  };
}

/**
 * @param header of a run that was made here, or read from a file
 * @returns null for a run of another program: nobody knows what it was asked
 */
export function specOf({ source, spec }: Pick<StoredHeader, "source" | "spec">, knobs: Knob[]): RunSpec | null {
  if (source || !spec) return null;
  const whole = wholeSpec(spec, knobs);
  return { ...whole, model: shortName(whole.model) };
}

/** @param model a hub id, a name or a folder; whoever gets an address need not know the sender's folders */
const shortName = (model: string) =>
  /^([\\/.~]|\w:)/.test(model) ? (model.split(/[\\/]/).filter(Boolean).at(-1) ?? "") : model;

/**
 * What an engine is sent: it makes runs of whatever revision and code it has, with settings of the sampler alone.
 *
 * @param pictured does it have the picture that is sent along?
 */
export function requestOf(spec: RunSpec, knobs: Knob[], pictured: boolean = false): RunSpec {
  const { text, system, thinking } = spec.prompt;
  const number = (value: Value) => (Number.isNaN(value) ? null : value);
  const settings = applicable(knobs, spec.settings).map(({ name }) => [name, number(spec.settings[name])]);
  return {
    ...spec,
    revision: "",
    prompt: { text, system, thinking, ...(!pictured && { image_sha256: "" }) },
    settings: Object.fromEntries(settings),
    sampler_source: isWritten(spec.settings.sampler, knobs) ? spec.sampler_source : "",
    seed: number(spec.seed) as number,
  };
}

/**
 * @param spec whole or shortened
 * @returns the samplers that the reader writes, of it and of the runs that it branches from; "" for a text that is missing
 */
export function writtenIn(spec: Parent | undefined, knobs: Knob[]): { sampler: string; text: string }[] {
  if (spec === undefined) return [];
  const { settings, sampler_source: text = "", branch } = spec;
  const sampler = String(settings?.sampler);
  return [...writtenIn(branch?.parent, knobs), ...(isWritten(sampler, knobs) ? [{ sampler, text }] : [])];
}

/** @returns the knobs of every run, and those of its sampler */
function applicable(knobs: Knob[], settings: Record<string, Value>): Knob[] {
  const sampler = String(settings.sampler ?? knobs.find(({ name }) => name === "sampler")?.value);
  return knobs.filter((knob) => belongs(knob, sampler));
}

/**
 * What of a spec differs from the defaults, which is a spec too. Runs that it branches from have its prompt, and do
 * without the model. `playground/spec/short.py` has the same rule; the cases in tests/golden/rules keep both equal.
 *
 * @param spec whole, or shortened already
 * @returns its fields always in the same order
 */
export function shortened(
  { version, model, revision, sampler_source, prompt: { text, system, thinking }, ...spec }: ShortSpec,
  knobs: Knob[],
): ShortSpec {
  return {
    ...nonEmpty({ version, model, revision, sampler_source }),
    prompt: { text, ...nonEmpty({ system, thinking }) },
    ...changes(spec, knobs),
  };
}

function changes({ seed, settings = {}, branch, ...spec }: Parent, knobs: Knob[]): Parent {
  const others = applicable(knobs, settings).filter(({ name, value }) => (settings[name] ?? value) !== value);
  const place = branch && { parent: changes(branch.parent, knobs), block: branch.block, step: branch.step };
  return {
    seed,
    ...(others.length > 0 && { settings: Object.fromEntries(others.map(({ name }) => [name, settings[name]])) }),
    ...steeringOf(spec),
    ...nonEmpty({ branch: place }),
  };
}

/** @returns those that say something */
const nonEmpty = (values: Record<string, any>): Record<string, any> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value));

/** @returns the run that it branches from */
export function parentOf({ branch, version, model, revision, prompt, sampler_source }: RunSpec): RunSpec | undefined {
  return branch
    ? { version, model, revision, sampler_source, settings: {}, seed: 0, ...branch.parent, prompt }
    : undefined;
}

/** @returns do both ask the model for the same? Space around a system prompt says nothing. */
export const samePrompt = (first: Prompt, second: Prompt): boolean =>
  first.text === second.text &&
  (first.system ?? "").trim() === (second.system ?? "").trim() &&
  (first.image_sha256 ?? "") === (second.image_sha256 ?? "");

/** @returns are prompt, seed and settings the same, whatever the model? */
export function sameMaking(first: RunSpec, second: RunSpec, knobs: Knob[]): boolean {
  const words = (spec: RunSpec) =>
    JSON.stringify(shortened({ ...spec, model: "", revision: "", sampler_source: "" }, knobs));
  return words(first) === words(second);
}
