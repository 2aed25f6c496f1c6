/** What is known of the reader's own runs without reading their traces, and how many of them a browser keeps. */

import { DESCRIPTION } from "../run/description.js";
import { faultOf } from "../run/schema.js";
import { counted } from "../words/units.js";
import { readSteering, steeringOf } from "./steering.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/**
 * @typedef {object} StoredRun a run made here or opened from a file
 * @property {string} id
 * @property {string} given title by the reader; "" for none
 * @property {boolean} star
 * @property {boolean} [made] was it made here? One that is not was opened, or is kept from before this was noted
 * @property {number} time when it was made or opened, in ms since 1970
 * @property {number} bytes of its packed trace; 0 until it is kept
 * @property {import("./address.js").RunRequest} header
 * @property {number | null} passes null while it goes on
 * @property {{ right: boolean, sentence: string } | null} verdict
 * @property {boolean} stopped
 * @property {string} [parent] id of the run that it branched from, if that is known here
 */

/** A browser keeps at most so much. */
export const MOST_RUNS = 200;
export const MOST_BYTES = 100e6;

/** The longest title that a reader may give. */
export const MOST_TITLE = 120;

/** What a trace may say in its header, in the spec in it, and in the spec's prompt. */
const { source: SOURCE, spec: SPEC } = propertiesOf(propertiesOf(DESCRIPTION).header);
const { prompt: PROMPT, settings: SETTINGS, ...REST } = propertiesOf(SPEC);
const { text: TEXT, ...PROMPTED } = propertiesOf(PROMPT);

/** @param {import("../run/schema.js").Schema} schema */
function propertiesOf({ properties = {} }) {
  return properties;
}

/** @type {import("../run/schema.js").Schema} */
const SCHEMA = {
  type: "object",
  required: ["id", "given", "star", "time", "bytes", "header", "passes", "verdict", "stopped"],
  properties: {
    id: { type: "string" },
    given: { type: "string" },
    star: { type: "boolean" },
    made: { type: "boolean" },
    time: { type: "number", minimum: 0, maximum: 8.64e15 },
    bytes: { type: "integer", minimum: 1 },
    header: {
      type: "object",
      required: ["prompt", "seed", "settings", "model", "revision"],
      properties: {
        ...REST,
        prompt: TEXT,
        ...PROMPTED,
        settings: { ...SETTINGS, required: [] },
        way: propertiesOf(SETTINGS).way,
        source: SOURCE,
        spec: { type: "object" },
      },
    },
    passes: { type: "integer", minimum: 1 },
    verdict: {
      anyOf: [
        { type: "null" },
        {
          type: "object",
          required: ["right", "sentence"],
          properties: { right: { type: "boolean" }, sentence: { type: "string" } },
        },
      ],
    },
    stopped: { type: "boolean" },
    parent: { type: "string" },
  },
};

/** @param {any} value as the browser gave it back @returns {value is StoredRun} */
export const isStoredRun = (value) =>
  faultOf(value, SCHEMA) === "" && (Boolean(value.header.source) || faultOf(value.header.settings, SETTINGS) === "");

/**
 * @param {Recording} recording
 * @param {string} [title] title
 * @returns {StoredRun}
 */
export function storedRunOf(recording, title = "") {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { id, given: title, star: false, time: Date.now(), bytes: 0, ...whatIsKnown(recording) };
}

/** @param {Recording} recording @returns {Pick<StoredRun, "header" | "passes" | "verdict" | "stopped">} */
export function whatIsKnown({ header, live, frames, verdict, finishReason }) {
  const { prompt, system, thinking, image_sha256, seed, settings, model, revision, way, spec, source } = header;
  const request = { prompt, system, thinking, image_sha256, seed, settings, model, revision, way, source };
  const present = /** @type {typeof request} */ (
    Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined && value !== null))
  );
  return {
    header: {
      ...present,
      ...(spec && {
        spec: {
          version: spec.version,
          sampler_source: String(spec.sampler_source ?? ""),
          ...readSteering(steeringOf(spec)),
          ...(spec.branch && { branch: spec.branch }),
        },
      }),
    },
    passes: live ? null : frames.length,
    verdict: verdict && { right: verdict.right, sentence: verdict.sentence },
    stopped: !live && finishReason === "stopped",
  };
}

/**
 * @param {StoredRun[]} runs
 * @param {StoredRun} added comes to them
 * @returns {StoredRun[] | null} those that make room for it: the oldest without a star; null if there are not enough of them
 */
export function makeRoom(runs, added) {
  const oldest = runs.filter(({ star }) => !star).sort((a, b) => a.time - b.time);
  /** @type {StoredRun[]} */
  const going = [];
  let bytes = bytesOf(runs) + added.bytes;
  while (runs.length + 1 - going.length > MOST_RUNS || bytes > MOST_BYTES) {
    const next = oldest.shift();
    if (next === undefined) return null;
    going.push(next);
    bytes -= next.bytes;
  }
  return going;
}

/** @param {StoredRun[]} runs @returns {string} such as "12 runs, 0.4 MB in this browser" */
export function sizeWords(runs) {
  const bytes = bytesOf(runs);
  const size = bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  return `${counted(runs.length, "run")}, ${size} in this browser`;
}

/** @param {StoredRun[]} runs */
const bytesOf = (runs) => runs.reduce((sum, { bytes }) => sum + bytes, 0);
