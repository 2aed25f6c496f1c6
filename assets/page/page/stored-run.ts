/** What is known of the reader's own runs without reading their traces, and how many of them a browser keeps. */

import { DESCRIPTION } from "../run/description.ts";
import { passesOf } from "../run/recording.ts";
import { faultOf } from "../run/schema.ts";
import { wayOf } from "../rules/ways.ts";
import { counted } from "../words/units.ts";
import type { Recording, StoredHeader } from "../run/recording.ts";
import type { Schema } from "../run/schema.ts";

/** A run made here or opened from a file. */
export interface StoredRun {
  id: string;
  /** Title by the reader; "" for none. */
  given: string;
  star: boolean;
  /** Was it made here? One that is not was opened, or is kept from before this was noted. */
  made?: boolean;
  /** When it was made or opened, in ms since 1970. */
  time: number;
  /** Of its packed trace; 0 until it is kept. */
  bytes: number;
  /** Of its trace, what it was asked by; of another program's, what recorded it and in which way it writes. */
  header: Pick<StoredHeader, "spec" | "source" | "source_way">;
  /** Null while it goes on. */
  passes: number | null;
  verdict: { right: boolean; sentence: string } | null;
  stopped: boolean;
  /** Id of the run that it branched from, if that is known here. */
  parent?: string;
}

/** A browser keeps at most so much. */
export const MOST_RUNS = 200;
export const MOST_BYTES = 100e6;

/** The longest title that a reader may give. */
export const MOST_TITLE = 120;

/** What a trace may say in its header. */
const { source, source_way, spec } = DESCRIPTION.properties?.header.properties ?? {};

const SCHEMA: Schema = {
  type: "object",
  required: ["id", "given", "star", "time", "bytes", "header", "passes", "verdict", "stopped"],
  properties: {
    id: { type: "string" },
    given: { type: "string" },
    star: { type: "boolean" },
    made: { type: "boolean" },
    time: { type: "number", minimum: 0, maximum: 8.64e15 },
    bytes: { type: "integer", minimum: 1 },
    header: { type: "object", properties: { source, source_way, spec } },
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

/** @param value as the browser gave it back */
export const isStoredRun = (value: any): value is StoredRun =>
  faultOf(value, SCHEMA) === "" && Boolean(value.header.source || value.header.spec);

/** @param value as the browser gave it back @returns as it is kept now; once each part of a spec had a field of its own */
export function renewed(value: any): any {
  const { source, way, spec, settings, seed, model, revision, prompt: text, ...beside } = value?.header ?? {};
  if (typeof text !== "string") return value;
  const whole = { ...spec, model, revision, prompt: { text, ...beside }, settings, seed };
  return { ...value, header: source ? { source, source_way: way } : { spec: whole } };
}

/** @param title title */
export function storedRunOf(recording: Recording, title: string = ""): StoredRun {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { id, given: title, star: false, time: Date.now(), bytes: 0, ...whatIsKnown(recording) };
}

type Known = Pick<StoredRun, "header" | "passes" | "verdict" | "stopped">;

export function whatIsKnown({ header, live, frames, verdict, finishReason }: Recording): Known {
  const { source, spec } = header;
  return {
    header: source ? { source, source_way: wayOf(header).name } : { spec },
    passes: live ? null : passesOf(frames),
    verdict: verdict && { right: verdict.right, sentence: verdict.sentence },
    stopped: !live && finishReason === "stopped",
  };
}

/**
 * @param added comes to them
 * @returns those that make room for it: the oldest without a star; null if there are not enough of them
 */
export function makeRoom(runs: StoredRun[], added: StoredRun): StoredRun[] | null {
  const oldest = runs.filter(({ star }) => !star).sort((a, b) => a.time - b.time);
  const going: StoredRun[] = [];
  let bytes = bytesOf(runs) + added.bytes;
  while (runs.length + 1 - going.length > MOST_RUNS || bytes > MOST_BYTES) {
    const next = oldest.shift();
    if (next === undefined) return null;
    going.push(next);
    bytes -= next.bytes;
  }
  return going;
}

/** @returns such as "12 runs, 0.4 MB in this browser" */
export function sizeWords(runs: StoredRun[]): string {
  const bytes = bytesOf(runs);
  const size = bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  return `${counted(runs.length, "run")}, ${size} in this browser`;
}

const bytesOf = (runs: StoredRun[]) => runs.reduce((sum, { bytes }) => sum + bytes, 0);
