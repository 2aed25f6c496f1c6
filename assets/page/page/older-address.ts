/**
 * Runs in the words of older addresses: flat, each setting a word of its own. Of a branch, `after` is the block and the last
 * step that it shares with its run, and there is a `from` for each run that it has been on its way, the first one first.
 */

import { Reader } from "./reader.ts";
import { MAX_SEED, SPEC_VERSION } from "./spec.ts";
import { readSteering } from "./steering.ts";
import type { Knob } from "./address.ts";

const BRANCH = "The address holds a branch without the run and the step that it comes from.";

/**
 * @param reader of an address
 * @returns the spec, shortened; null for none. What is wrong becomes a complaint
 */
export function olderSpec(reader: Reader, knobs: Knob[]): any {
  const from = reader.all("from");
  const prompt = reader.take("prompt");
  const system = reader.take("system") ?? "";
  const thinking = reader.oneOf("thinking", ["on"]) === "on";
  const [model, revision, source] = ["model", "revision", "sampler_source"].map((name) => reader.take(name) ?? "");
  const version = reader.count("version") ?? SPEC_VERSION;
  const parent = from.reduce((before: any, words) => {
    const inner = new Reader(words, reader.complaints);
    const run = runIn(inner, knobs, before);
    inner.end();
    return run;
  }, null);
  const run = runIn(reader, knobs, parent);
  return prompt === null
    ? null
    : { version, model, revision, sampler_source: source, prompt: { text: prompt, system, thinking }, ...run };
}

/**
 * @param reader of a run
 * @param parent the run that it branches from; null for none
 */
function runIn(reader: Reader, knobs: Knob[], parent: any) {
  const seed = reader.number("seed", { minimum: 0, maximum: MAX_SEED, whole: true });
  const settings = readSettings(reader, knobs);
  const steering = reader.take("steering") ?? "";
  const steered =
    readSteering(steering) ?? reader.complain("steering", steering, "what a trace has as pins, start, noise and edits");
  const word = reader.take("after");
  const place = word?.match(/^([1-9]\d{0,5})\.(\d{1,6})$/);
  if (word !== null && !place) reader.complain("after", word, "a part and a step, such as 1.12");
  else if ((parent === null) !== !place) reader.complaints.push(BRANCH);
  const branch = parent && place ? { parent, block: Number(place[1]), step: Number(place[2]) } : undefined;
  return { ...(seed !== null && { seed }), settings, ...steered, ...(branch && { branch }) };
}

/**
 * @param settings of a stranger
 * @param complaints get more
 */
export function settingsIn(settings: Record<string, any>, knobs: Knob[], complaints: string[]) {
  const reader = new Reader(
    Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])),
    complaints,
  );
  readSettings(reader, knobs);
  reader.end();
}

/** @returns those that it has */
function readSettings(reader: Reader, knobs: Knob[]): Record<string, any> {
  const read = knobs.map((knob) => [
    knob.name,
    Object.keys(knob.choices).length > 0
      ? reader.oneOf(knob.name, Object.keys(knob.choices))
      : reader.number(knob.name, knob),
  ]);
  return Object.fromEntries(read.filter(([, value]) => value !== null));
}
