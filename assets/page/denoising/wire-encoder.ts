/** Turns one run into messages; `playground/trace/wire.py` has the same rules and describes them, and `run/wire.ts` reads them. */

import { COLUMNS } from "../run/columns.ts";
import { Float, general, json } from "./python-text.ts";
import type { StepFrame } from "./record.ts";
import type { RunTrace } from "./trace.ts";
import type { Vocabulary } from "./vocabulary.ts";

export class WireEncoder {
  #run;
  #vocabulary;
  /** The run's own list of tokens: id -> place. */
  #index: Map<number, number> = new Map();

  /** @param run its place among the runs of its request, from 0 */
  constructor(run: number, vocabulary: Vocabulary) {
    this.#run = run;
    this.#vocabulary = vocabulary;
  }

  /** The run begins. @param label LIVE, RECORDED or SIMULATED */
  start(header: Record<string, any>, label: string): string {
    return this.message("start", { label, header });
  }

  /** @returns one step */
  frame(frame: StepFrame): string {
    const figures = COLUMNS.flatMap((column) => {
      const figure = (frame as any)[column.name] ?? null;
      return column.wire === "" || figure === null ? [] : [{ ...column, figure }];
    });
    const fresh = this.#learn(figures.flatMap(({ wire, figure }) => (wire === "token" ? [figure] : [])));
    const encode = {
      number: (value: any, dtype: string) => (dtype === "float32" ? rounded(value) : value),
      token: (ids: Int32Array) => this.#places(ids),
      half: (numbers: Float32Array) => base64(Uint16Array.from(numbers, halfOf)),
      bit: (flags: ArrayLike<number>) => base64(packed(flags)),
    };
    const { stop_reason, finish_reason } = frame;
    return this.message("frame", {
      stop_reason,
      finish_reason,
      ...Object.fromEntries(
        figures.map(({ name, wire, dtype, figure }) => [name, encode[wire as "number"](figure, dtype)]),
      ),
      tokens: this.#vocabulary.textsOf(fresh).map((text, at) => [fresh[at], text]),
    });
  }

  /** The end of a run. @param notice a sentence for the reader if it did not end by itself */
  end({ finishReason, header, text, thought }: RunTrace, notice: string = ""): string {
    const { verdict } = header;
    const seconds = rounded(header.seconds);
    return this.message("end", { finish_reason: finishReason, seconds, text, thought, notice, verdict });
  }

  /** A run that is over, in short. */
  result({ finishReason, frames, textIds, tokenIds, text, header, sureness, uncertainty }: RunTrace): string {
    return this.message("result", {
      finish_reason: finishReason,
      passes: frames.length,
      tokens: textIds.length,
      text,
      verdict: header.verdict,
      sureness: sureness === null ? null : new Float(sureness),
      ids: base64(Uint32Array.from(tokenIds)),
      uncertainty: base64(Uint16Array.from(uncertainty, halfOf)),
    });
  }

  /** Any message about the run. @param kind such as "refused" or "waiting" */
  message(kind: string, fields: object): string {
    return messageOf(kind, { run: this.#run, ...fields });
  }

  /** Adds tokens to the list. @returns those that are new, in order */
  #learn(canvases: Int32Array[]): number[] {
    const ids = new Set(canvases.flatMap((canvas) => [...canvas]));
    const fresh = [...ids].filter((id) => !this.#index.has(id)).sort((a, b) => a - b);
    for (const id of fresh) this.#index.set(id, this.#index.size);
    return fresh;
  }

  /** @returns their places in the list */
  #places(ids: Int32Array): string {
    const places = Array.from(ids, (id) => Number(this.#index.get(id)));
    return base64(this.#index.size <= 65536 ? Uint16Array.from(places) : Uint32Array.from(places));
  }
}

/** @param kind such as "over" @returns a message about one run or all of them */
export const messageOf = (kind: string, fields: object): string => json({ kind, ...fields });

/** @returns with six digits */
const rounded = (value: number): Float => new Float(Number(general(value)));

export function base64({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** @returns one bit for each, lowest first */
function packed(flags: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(flags.length / 8));
  for (let at = 0; at < flags.length; at += 1) bytes[at >> 3] |= Number(flags[at]) << (at & 7);
  return bytes;
}

const single = new Float32Array(1);
const bits = new Uint32Array(single.buffer);

/** @param value of float32 @returns the bits of the nearest float16, of two the even one */
export function halfOf(value: number): number {
  single[0] = value;
  const [whole] = bits;
  const sign = (whole >>> 16) & 0x8000;
  const size = whole & 0x7fffffff;
  if (size > 0x7f800000) return sign | 0x7e00;
  if (size >= 0x47800000) return sign | 0x7c00;
  const exponent = size >>> 23;
  // Below 2 ** -14 a half keeps fewer digits; below 2 ** -25 none.
  const drop = exponent >= 113 ? 13 : Math.min(126 - exponent, 25);
  const digits = exponent >= 113 ? size - (112 << 23) : (size & 0x7fffff) | 0x800000;
  const half = digits >>> drop;
  const rest = digits & (2 ** drop - 1);
  const middle = 2 ** (drop - 1);
  return sign | (half + Number(rest > middle || (rest === middle && (half & 1) === 1)));
}
