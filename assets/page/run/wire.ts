/**
 * Reads the messages that a run streams to the page; `playground/trace/wire.py` writes them and describes the format. The
 * engine in this browser posts them as objects (`denoising/recorder.ts`), with figures as they are.
 * Whatever arrives, the result is a message that it understands or an Error with a text that can be shown.
 */

import { bytesOf, halvesIn } from "../dom/base64.ts";
import { ALWAYS, headerFault } from "./check.ts";
import { COLUMNS } from "./columns.ts";
import { DESCRIPTION } from "./description.ts";
import { Recording } from "./recording.ts";
import { faultOf } from "./schema.ts";
import { unrecorded } from "./unrecorded.ts";
import type { Verdict } from "./recording.ts";
import type { Schema } from "./schema.ts";

interface News {
  /** "skipped": after a damaged message */
  kind: "start" | "frame" | "end" | "waiting" | "refused" | "skipped";
  /** For the reader, may be empty. */
  sentence: string;
}

/** A message is damaged; the text says so in a sentence. */
export class WireError extends Error {}

const VERDICT = (DESCRIPTION as any).properties.header.properties.verdict as Schema;

/** Follows one run. */
export class WireReader {
  recording: Recording | null = null;
  /** Set once a message was damaged, because later frames cannot be understood. */
  broken = false;
  /** Has all of the run come, what else its file alone would have? */
  whole = false;
  ids: number[] = [];

  /** @param name by which the server knows the run */
  constructor(public name: string) {}

  /**
   * @param message about this run
   * @throws {WireError} it is damaged; thrown once, as later frames are skipped
   */
  read(message: any): News {
    const { kind } = message;
    if (kind === "waiting" || kind === "refused") return { kind, sentence: String(message.sentence) };
    if (kind === "end") return this.#end(message);
    if (this.broken) return { kind: "skipped", sentence: "" };
    try {
      if (kind === "start") this.recording = start(this.name, message);
      else if (kind === "frame") this.#frame(message);
      else throw damaged("kind");
    } catch (error) {
      this.broken = true;
      throw error;
    }
    return { kind, sentence: "" };
  }

  #end(message: any): News {
    const { recording } = this;
    if (recording && message.header && headerFault(message.header) === "") {
      Object.assign(recording.header, message.header);
      this.whole = !this.broken;
    }
    recording?.end({
      finishReason: String(message.finish_reason),
      text: String(message.text),
      thought: String(message.thought ?? ""),
      seconds: Number(message.seconds),
      verdict: verdictIn(message),
    });
    return { kind: "end", sentence: String(message.notice) };
  }

  #frame(message: any) {
    if (this.recording === null) throw new WireError("A step arrived before the start of its run.");
    const { canvas_length: length, source } = this.recording.header;
    if (!Array.isArray(message.tokens)) throw damaged("tokens");
    for (const [id, text] of message.tokens) {
      this.ids.push(id);
      this.recording.tokens.set(id, String(text));
    }
    const figures: Record<string, any> = {};
    for (const { name, wire, optional } of COLUMNS) {
      const may = optional || (source && !ALWAYS.includes(name));
      if (ArrayBuffer.isView(message[name])) figures[name] = message[name];
      else if (wire === "" || (may && message[name] === undefined)) continue;
      else figures[name] = wire === "token" ? this.#ids(message, name, length) : DECODE[wire](message, name, length);
    }
    this.recording.append({
      ...(source ? unrecorded(figures.argmax_ids) : null),
      ...(figures as any),
      stopReason: String(message.stop_reason),
      finishReason: String(message.finish_reason),
    });
  }

  /** @param column indices into the run's own token list, 2 or 4 bytes each */
  #ids(message: any, column: string, length: number) {
    const view = bytes(message, column);
    const wide = view.byteLength === 4 * length;
    if (!wide && view.byteLength !== 2 * length) throw damaged(column);
    return Int32Array.from({ length }, (_, i) => {
      const index = wide ? view.getUint32(4 * i, true) : view.getUint16(2 * i, true);
      if (index >= this.ids.length) throw damaged(column);
      return this.ids[index];
    });
  }
}

const DECODE = {
  number: (message: any, column: string): number => {
    if (!Number.isFinite(message[column])) throw damaged(column);
    return message[column];
  },
  half: (message: any, column: string, length: number): Float32Array =>
    halvesIn(bytes(message, column, 2 * length).buffer),
  bit: (message: any, column: string, length: number): Uint8Array =>
    bits(bytes(message, column, Math.ceil(length / 8)), length),
};

const damaged = (field: string) =>
  new WireError(`A step arrived damaged (its ${field}); the whole run follows when it ends.`);

/** @returns null also for one that is damaged: the trace follows */
export const verdictIn = ({ verdict = null }: any): Verdict | null =>
  faultOf(verdict, VERDICT) === "" ? verdict : null;

function start(name: string, { label, header, tokens = [] }: any) {
  if (headerFault(header) !== "") throw damaged("header");
  const recording = new Recording(name, label, header);
  for (const [id, text] of tokens) recording.tokens.set(id, text);
  return recording;
}

/**
 * @param field holds base64
 * @param size in bytes, if it is known
 */
function bytes(message: any, field: string, size?: number) {
  let read;
  try {
    read = bytesOf(message[field]);
  } catch {
    throw damaged(field);
  }
  if (size !== undefined && read.length !== size) throw damaged(field);
  return new DataView(read.buffer);
}

/** @param view one bit for each position, lowest bit first */
function bits(view: DataView, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (view.getUint8(i >> 3) >> (i & 7)) & 1);
}
