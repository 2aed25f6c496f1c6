/**
 * Many runs of one prompt, as their results arrive; `playground/trace/wire.py` writes the messages and describes
 * them. Messages come from a server, and what they quote comes from a model: nothing is taken that has another type.
 */

import { bytesOf, halvesIn } from "../dom/base64.ts";
import { verdictIn } from "./wire.ts";
import type { Value } from "../rules/knobs.ts";
import type { Verdict } from "./recording.ts";
import type { RunSpec as ShortSpec } from "./spec-schema.ts";

/** What an engine is sent: all runs of the spec with each of the seeds and of the changes of its settings. */
export type Study = { spec: ShortSpec; seeds: number; changes: Record<string, Value>[] };

/** Of one run. */
export interface Result {
  /** Of the run, from 0. */
  number: number;
  /** Of the settings, from 0. */
  change: number;
  seed: number;
  /** Why there is no result; "" if there is one. */
  sentence: string;
  passes: number;
  tokens: number;
  text: string;
  verdict: Verdict | null;
  /** Of a text with gaps, in nats a token; null for a run without pins. */
  sureness: number | null;
  /** Of the text. */
  ids: Uint32Array;
  /** Of each of them on the way, in nats. */
  uncertainty: Float32Array;
  /** Under which the server keeps its trace. */
  name: string;
}

/** Follows one study. */
export class StudyReader {
  /** By number and change, such as "3 0". */
  results: Map<string, Result> = new Map();
  /** What it waits for; "" while it goes on. */
  waiting = "";
  /** Why it ended early, or was refused. */
  sentence = "";

  /**
   * @param names of its runs: every change of the first seed, then of the second one, and so on
   * @param changes how many settings it compares
   * @param seed of the first
   */
  constructor(
    public names: string[],
    public changes: number,
    public seed: number,
  ) {}

  /** @param message of its tape */
  read(message: any) {
    this.waiting = "";
    if (message.kind === "result" || message.kind === "refused") this.#addResult(message);
    else if (message.kind === "waiting") this.waiting = String(message.sentence);
    else if (message.kind === "over") this.sentence = String(message.sentence);
  }

  #addResult(message: any) {
    const place = count(message.run);
    if (place >= this.names.length) return;
    const [number, change] = [Math.floor(place / this.changes), place % this.changes];
    const ids = ArrayBuffer.isView(message.ids) ? (message.ids as Uint32Array) : new Uint32Array(bytes(message.ids, 4));
    this.results.set(`${number} ${change}`, {
      number,
      change,
      seed: this.seed + number,
      sentence: message.kind === "refused" ? String(message.sentence) : "",
      passes: count(message.passes),
      tokens: count(message.tokens),
      text: typeof message.text === "string" ? message.text : "",
      verdict: verdictIn(message),
      sureness: Number.isFinite(message.sureness) ? message.sureness : null,
      ids,
      uncertainty: uncertaintyIn(message).subarray(0, ids.length),
      name: this.names[place],
    });
  }
}

/** @returns as the engine in this browser posts it, or as it comes over the wire */
function uncertaintyIn({ uncertainty }: any): Float32Array {
  if (ArrayBuffer.isView(uncertainty)) return uncertainty as Float32Array;
  return halvesIn(bytes(uncertainty, 2));
}

/** @returns a whole number from 0 */
const count = (value: unknown): number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;

/**
 * @param value base64
 * @param each bytes of one
 */
function bytes(value: unknown, each: number): ArrayBuffer {
  try {
    const read = bytesOf(typeof value === "string" ? value : "");
    return read.buffer.slice(0, read.length - (read.length % each));
  } catch {
    return new ArrayBuffer(0);
  }
}
