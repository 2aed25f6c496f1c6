/**
 * The part of the page's address after `#`, which says what is shown: the run, the step, the chosen positions, the looks.
 * Only what differs from the defaults is in it; a run of one's own is in it as its spec, shortened. It stands after `#` and not in the query
 * for three reasons: a prompt never reaches a server's log or its limit on addresses, what the query holds for others
 * (`?__theme=dark`) stays, and a page around this one that hands its address on, as that of a Space does, hands this part on
 * too.
 */

import type { Looks } from "../player/looks.ts";
import { MOST_PROMPT } from "../rules/bounds.ts";
import { isWritten } from "../rules/knobs.ts";
import { FIGURES } from "../cells/shading.ts";
import { MODES } from "../player/looks.ts";
import { MOST_LANES, placeOf } from "../run/lanes.ts";
import { faultOf } from "../run/schema.ts";
import { PARENT, SPEC_VERSION } from "../run/spec-schema.ts";
import { shortened, specOf, wholeSpec, writtenIn } from "../run/spec.ts";
import { NAMES } from "../run/status.ts";
import { fieldsOf, isSteering } from "../run/steering.ts";
import { UNITS } from "../words/units.ts";
import { Reader, quoted } from "./reader.ts";
import type { Knob } from "../rules/knobs.ts";
import type { Recording, StoredHeader } from "../run/recording.ts";
import type { Schema } from "../run/schema.ts";
import type { RunSpec } from "../run/spec.ts";

/** What an address says of a run: what a recorded one's file is called, or the spec that makes it again. */
export type Reference = { name: string; spec?: undefined } | MadeRun;
export interface MadeRun {
  name?: undefined;
  spec: RunSpec;
  /** The pass after which the reader stopped it; missing for a run that ended by itself. */
  stopped?: number;
  /** What the server calls the run that it branches from, if that is known; no address says it. */
  parent?: string;
}
/** Both counted from 1; step 0 is the block's noise. */
type Place = { block: number; step: number };
/**
 * `beside` is what it holds for the parts of plugins, by their words
 */
export type State = Looks & {
  run: Reference | null;
  lanes: Reference[];
  beside: Record<string, string>;
  place: Place | null;
  position: number | null;
  compared: number | null;
};

export const NO_LINK = `A link holds a prompt, a text to start from and the runs that this one branches from, of at most ${MOST_PROMPT} characters together, and no picture; save the trace of this run instead.`;

/** How each look is called in an address, and what it may be, the default first; `only` has no default. */
const LOOKS: Record<Exclude<keyof Looks, "only">, [word: string, allowed: string[]]> = {
  mode: ["mode", MODES],
  layer: ["layer", ["sampled", "input", "argmax"]],
  figure: ["colour", FIGURES],
  shape: ["view", ["grid", "text"]],
  unit: ["unit", UNITS],
  by: ["by", ["passes", "work", "seconds"]],
  cells: ["cells", ["all", "differing"]],
};
const STATUSES = NAMES.map((name) => name.replace(" ", "-"));

/** @returns of a run that was made here, or read from a file; null if an address cannot say all of it */
export function addressedSpec(header: Pick<StoredHeader, "source" | "spec">, knobs: Knob[]): RunSpec | null {
  const spec = specOf(header, knobs);
  if (spec === null || spec.prompt.image_sha256 || writtenIn(spec.branch?.parent, knobs).length > 0) return null;
  return sizeOf(shortened(spec, knobs), knobs) > MOST_PROMPT ? null : spec;
}

/** @returns how many characters of it a person wrote, or chose by hand; `playground/spec/short.py` counts them alike */
function sizeOf(
  { prompt: { text, system = "" }, settings, sampler_source = "", branch, ...spec }: any,
  knobs: Knob[],
): number {
  const written = isWritten(settings?.sampler, knobs) ? sampler_source : "";
  const held = JSON.stringify({ ...fieldsOf(spec), branch });
  return text.length + system.length + written.length + (held === "{}" ? 0 : held.length);
}

export function runWords(run: Reference | null, knobs: Knob[]): [string, string][] {
  if (run === null) return [];
  if (!run.spec) return [["run", run.name]];
  const words: [string, string][] = [["spec", JSON.stringify(shortened(run.spec, knobs))]];
  return run.stopped === undefined ? words : [...words, ["stopped", String(run.stopped)]];
}

/** @returns do both mean the same run? */
export function sameRun(first: Reference | null, second: Reference | null, knobs: Knob[]): boolean {
  const known = first?.spec?.sampler_source && second?.spec?.sampler_source;
  const plain = (run: Reference | null) =>
    known || !run?.spec ? run : { ...run, spec: { ...run.spec, sampler_source: "" } };
  return String(runWords(plain(first), knobs)) === String(runWords(plain(second), knobs));
}

/** @returns why the run may differ from the one that was asked for; "" if there is no reason */
export function otherwise({ model, revision, sampler_source: source }: RunSpec, run: RunSpec): string {
  if (model + revision !== "" && (model !== run.model || revision !== run.revision)) {
    return `The address was made with ${named({ model, revision })}; here runs ${named(run)}, so that the run may differ.`;
  }
  const otherSource = source !== "" && run.sampler_source !== "" && source !== run.sampler_source;
  return otherSource ? "The address was made with other code of this sampler, so that the run may differ." : "";
}

const named = ({ model, revision }: Pick<RunSpec, "model" | "revision">) =>
  `the model ${model.slice(0, 80) || "without a name"}${revision && `, revision ${revision.slice(0, 40)}`}`;

/** @returns null for none, and for one that cannot be made */
function decodeRun(reader: Reader, knobs: Knob[]): Reference | null {
  const name = reader.take("run");
  if (name !== null) return { name };
  const { complaints } = reader;
  const before = complaints.length;
  const stopped = reader.count("stopped");
  const text = reader.take("spec");
  if (text === null) return null;
  const spec = json(text);
  if (complaints.length === before) complaints.push(...complaintsOf(spec, knobs));
  if (complaints.length > before) return null;
  return { spec: wholeSpec(spec, knobs), ...(stopped !== null && { stopped }) };
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

const { version, prompt, seed, model, revision, sampler_source, branch } = PARENT.properties as Record<string, Schema>;
const [left] = branch.anyOf as Schema[];
/** Of a run that others branch from; settings, steering and the run that this one branches from are looked at by themselves. */
const PART: Schema = {
  type: "object",
  required: ["seed"],
  properties: {
    ...{ version, prompt, seed, model, revision, sampler_source, settings: { type: "object" } },
    branch: { ...left, properties: { ...left.properties, parent: { type: "object" } } },
  },
};
const WHOLE: Schema = { ...PART, required: ["prompt", "seed"] };

/**
 * @param spec of a stranger
 * @returns what is wrong with it
 */
function complaintsOf(spec: any, knobs: Knob[]): string[] {
  if (Number.isInteger(spec?.version) && spec.version > SPEC_VERSION)
    return [`The address describes a run in version ${spec.version}; this page reads up to ${SPEC_VERSION}.`];
  for (
    let [part, schema, at] = [spec, WHOLE, "spec"];
    part !== undefined;
    [part, schema, at] = [part.branch?.parent, PART, `${at}.branch.parent`]
  ) {
    const fault = faultOf(part, schema, at);
    if (fault !== "") return [`The address holds a run that cannot be made: ${fault}.`];
    const complaints = settingComplaints(part.settings ?? {}, knobs);
    if (!isSteering(part))
      complaints.push(
        `The address says that the run is steered by ${quoted(JSON.stringify(fieldsOf(part)))}; allowed is what a trace has as pins, start, noise and edits.`,
      );
    if (complaints.length > 0) return complaints;
  }
  if (writtenIn(spec, knobs).some(({ text }) => text === ""))
    return ["The address asks for a sampler that somebody wrote, and does not hold it."];
  if (spec.prompt.text.trim() === "") return ["The address holds a run without a prompt."];
  const size = sizeOf(spec, knobs);
  return size > MOST_PROMPT
    ? [`The address holds a run of ${size} characters; allowed are at most ${MOST_PROMPT}.`]
    : [];
}

/** @returns without the `#`; the same state always gives the same text */
export function encode(
  { run, lanes, beside, place, position, compared, only, ...looks }: State,
  knobs: Knob[],
): string {
  const words = new URLSearchParams(runWords(run, knobs));
  for (const lane of lanes) words.append("lane", new URLSearchParams(runWords(lane, knobs)).toString());
  for (const [word, text] of Object.entries(beside)) if (text !== "") words.set(word, text);
  if (place) {
    words.set("block", String(place.block));
    words.set("step", String(place.step));
  }
  if (position !== null) words.set("position", String(position));
  if (position !== null && compared !== null) words.set("compared", String(compared));
  for (const [look, [word, [usual]]] of Object.entries(LOOKS)) {
    const value = looks[look as keyof typeof LOOKS];
    if (value !== usual) words.set(word, value);
  }
  if (only !== null) words.set("only", STATUSES[only]);
  return words.toString();
}

/**
 * Never fails: a value that is not allowed is left out, and a run with one is not made; each time a sentence says so.
 *
 * @param hash with or without its `#`
 * @param words of the parts of plugins
 * @param take comes first, for words of its own
 * @returns `taken` is what that returns
 */
export function decode<T = null>(
  hash: string,
  knobs: Knob[],
  words: string[] = [],
  take?: (reader: Reader) => T,
): { state: State; complaints: string[]; taken: T | null } {
  const complaints: string[] = [];
  const reader = new Reader(hash.replace(/^#/, ""), complaints);
  const taken = take?.(reader) ?? null;
  const lanes = reader.all("lane").slice(0, MOST_LANES - 1);
  const texts = words.map((word) => [word, reader.take(word) ?? ""]);
  const run = decodeRun(reader, knobs);
  const [block, step, position, compared] = [
    reader.count("block"),
    reader.count("step", 0),
    reader.count("position", 0),
    reader.count("compared", 0),
  ];
  const looks = Object.entries(LOOKS).map(([look, [word, allowed]]) => [
    look,
    reader.oneOf(word, allowed) ?? allowed[0],
  ]);
  const only = reader.oneOf("only", STATUSES);
  reader.end();
  return {
    state: {
      run,
      lanes: lanes.flatMap((lane) => {
        const read = decode(lane, knobs);
        complaints.push(...read.complaints);
        return read.state.run ?? [];
      }),
      beside: Object.fromEntries(texts.filter(([, text]) => text !== "")),
      place: step === null ? null : { block: block ?? 1, step },
      position,
      compared: position === null ? null : compared,
      ...(Object.fromEntries(looks) as Looks),
      only: only === null ? null : STATUSES.indexOf(only),
    },
    complaints,
    taken,
  };
}

/**
 * @param recording has at least one step
 * @returns its place in `moments`; that of the last one before it if the run has no such step
 */
export function momentAt(recording: Recording, { block, step }: Place): number {
  const places = recording.moments.map((_, moment) => placeOf(recording, moment));
  return Math.max(
    places.findLastIndex((place) => place.block < block || (place.block === block && place.step <= step)),
    0,
  );
}

/** @returns one sentence for the reader, empty if there is nothing to say */
export function complaint(complaints: string[]): string {
  const [first, ...others] = complaints;
  if (others.length === 0) return first ?? "";
  return `${first} (${others.length} more of its values ${others.length === 1 ? "is" : "are"} left out.)`;
}
