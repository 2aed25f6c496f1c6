/**
 * A run's header, as files and messages have it and as the page reads it. In them the spec says what was asked for; the page
 * finds each part of that in a field of its own.
 */

/** What stands in a field of its own in versions 1 and 2, and in the spec's prompt since. */
const PROMPT = { prompt: "text", system: "system", thinking: "thinking", image_sha256: "image_sha256" };
const SPEC = ["settings", "seed", "model", "revision"];
const GONE = [...Object.keys(PROMPT), ...SPEC, "way"];

/**
 * Moves into the spec what is in it since version 3. What is malformed stays so, for the check that follows.
 * `playground/trace/description.py` has the same rule.
 *
 * @param {any} old header of a trace of version 1 or 2
 * @returns {any}
 */
export function headerOf(old) {
  if (!isObject(old) || (Object.hasOwn(old, "spec") && !isObject(old.spec))) return old;
  const { spec: known, ...header } = Object.fromEntries(Object.entries(old).filter(([name]) => !GONE.includes(name)));
  if (old.source) return header;
  const some = (/** @type {string[]} */ names) =>
    Object.fromEntries(names.filter((name) => Object.hasOwn(old, name)).map((name) => [name, old[name]]));
  const prompt = Object.fromEntries(
    Object.entries(some(Object.keys(PROMPT))).map(([name, value]) => [
      PROMPT[/** @type {keyof typeof PROMPT} */ (name)],
      value,
    ]),
  );
  const spec = {
    version: 1,
    sampler_source: "",
    start: null,
    ...some(SPEC),
    prompt,
    ...known,
    ...some(["model", "revision"]),
  };
  if (Object.hasOwn(old, "way") && isObject(spec.settings)) spec.settings = { way: old.way, ...spec.settings };
  return { ...header, spec };
}

/** @param {any} value of JSON */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * @param {any} header that is right
 * @returns {import("./recording.js").Header} with what the spec says; a run of another program has no spec
 */
export function filled(header) {
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
