/**
 * A run's header, as files and messages have it and as the page reads it. In them the spec says what was asked for; the page
 * finds each part of that in a field of its own.
 */

import type { Header } from "./recording.ts";

/** What stands in a field of its own in version 1, and in the spec's prompt since. */
const PROMPT = { prompt: "text", system: "system", thinking: "thinking", image_sha256: "image_sha256" };
const SPEC = ["settings", "seed", "model", "revision"];
const GONE = [...Object.keys(PROMPT), ...SPEC];

/**
 * Moves into the spec what is in it since version 3. What is malformed stays so, for the check that follows.
 * `playground/trace/description.py` has the same rule.
 *
 * @param old header of a trace of version 1, which release 0.1.0 wrote
 */
export function headerOf(old: any): any {
  if (!isObject(old)) return old;
  const header = Object.fromEntries(Object.entries<any>(old).filter(([name]) => !GONE.includes(name)));
  const some = (names: string[]): any =>
    Object.fromEntries(names.filter((name) => Object.hasOwn(old, name)).map((name) => [name, old[name]]));
  const prompt = Object.fromEntries(
    Object.entries(some(Object.keys(PROMPT))).map(([name, value]) => [PROMPT[name as keyof typeof PROMPT], value]),
  );
  return { ...header, spec: { version: 1, sampler_source: "", start: null, ...some(SPEC), prompt } };
}

/** @param value of JSON */
const isObject = (value: any) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * @param header that is right
 * @returns with what the spec says; a run of another program has no spec
 */
export function filled(header: any): Header {
  const { model = "", revision = "", prompt = {}, settings = {}, seed = 0 } = header.spec ?? {};
  const { text = "", system = "", thinking = false, image_sha256 = "" } = prompt;
  return {
    ...header,
    model,
    revision,
    prompt: text,
    system: system.trim(),
    thinking,
    image_sha256,
    settings,
    seed,
    way: settings.way ?? header.source_way ?? "uniform",
  };
}
