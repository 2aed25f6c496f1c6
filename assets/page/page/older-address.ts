/** Runs in the words of addresses that release 0.1.0 wrote: flat, each setting a word of its own. */

import { Reader } from "./reader.ts";
import { MAX_SEED, SPEC_VERSION } from "./spec.ts";
import type { Knob } from "../rules/knobs.ts";

/** No release wrote these; without them it would be another run. */
const GONE = ["from", "after", "steering"];

/**
 * @param reader of an address
 * @returns the spec, shortened; null for none. What is wrong becomes a complaint
 */
export function olderSpec(reader: Reader, knobs: Knob[]): any {
  const text = reader.take("prompt");
  const system = reader.take("system") ?? "";
  const thinking = reader.oneOf("thinking", ["on"]) === "on";
  const [model, revision] = ["model", "revision"].map((name) => reader.take(name) ?? "");
  const seed = reader.number("seed", { minimum: 0, maximum: MAX_SEED, whole: true });
  const settings = readSettings(reader, knobs);
  for (const name of GONE.filter((word) => reader.take(word) !== null))
    reader.complaints.push(`The address says “${name}” beside a run, as no release wrote it; make its link again.`);
  if (text === null) return null;
  const prompt = { text, system, thinking };
  return { version: SPEC_VERSION, model, revision, prompt, ...(seed !== null && { seed }), settings };
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
