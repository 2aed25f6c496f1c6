/**
 * Reads a `.trace` file (gzipped safetensors, see playground/trace/store.py) into a Recording, or into one that has begun, or says in one sentence
 * what is wrong with it. columns.js and description.js say what it must be; columns that they do not know are skipped.
 */

import { ALWAYS, columnsFault, headerFault } from "./check.ts";
import { COLUMNS, MAX_MIB, TRACE_VERSION } from "./columns.ts";
import { DESCRIPTION, FORMAT, MAX_HEADER } from "./description.ts";
import { Recording } from "./recording.ts";
import { unrecorded } from "./unrecorded.ts";
import { unpack } from "./safetensors.ts";
import { faultOf, shown } from "./schema.ts";
import { readJson } from "./strict-json.ts";
import type { Values } from "./check.ts";
import type { Step } from "./recording.ts";
import type { Tensor } from "./safetensors.ts";

/** The name of a column's type in safetensors, and the array that holds it. */
const TYPES = { bool: ["BOOL", Uint8Array], int32: ["I32", Int32Array], float32: ["F32", Float32Array] } as const;

/** A trace file is damaged, foreign, too large or of another version; the text says so in a sentence. */
export class TraceError extends Error {}

/**
 * @param packed the bytes of a `.trace` file
 * @param name what messages call the file
 * @param maxMib the largest size that it may unpack to
 * @param begun what is there of the run; it is filled
 * @returns that one, or a new one
 * @throws {TraceError} and leaves what has begun as it is
 */
export async function readTrace(
  packed: Uint8Array<ArrayBuffer>,
  name: string,
  maxMib: number = MAX_MIB,
  begun?: Recording,
): Promise<Recording> {
  if (packed[0] !== 0x1f || packed[1] !== 0x8b) {
    throw new TraceError(`${name} is not a trace: a trace is a gzipped safetensors file.`);
  }
  return readUnpacked(await gunzip(packed, name, maxMib), name, begun);
}

/** @param file the bytes that were packed; for the others, and what it throws, see `readTrace` */
export function readUnpacked(file: Uint8Array<ArrayBuffer>, name: string, begun?: Recording): Recording {
  const { tensors, begin, meta } = parts(file, name);
  if (meta?.format !== FORMAT) throw new TraceError(`${name} is not a trace: its format is not “${FORMAT}”.`);
  if (meta.version !== TRACE_VERSION) {
    const newer = Number.isInteger(meta.version) && meta.version > TRACE_VERSION ? "; a newer release may read it" : "";
    throw new TraceError(
      `${name} is a trace of version ${shown(meta.version)}; this page reads version ${TRACE_VERSION}${newer}.`,
    );
  }
  const columns = {} as Record<string, Values>;
  const fault =
    faultOf(meta, DESCRIPTION) ||
    headerFault(meta.header) ||
    take(columns, tensors, file, begin, meta) ||
    columnsFault(columns, meta);
  if (fault !== "") throw new TraceError(`${name} is damaged: ${fault}.`);
  const { header } = meta;
  const recording = begun ?? new Recording(name, "RECORDED", header);
  const tokens = Object.entries(meta.tokens).map(([id, text]): [number, string] => [Number(id), text as string]);
  recording.fill(header, tokens, stepsOf(meta, columns));
  const { finish_reason: finishReason, text, thought } = meta;
  const { seconds = 0, verdict = null } = header;
  recording.end({ finishReason, text, thought, seconds, verdict });
  return recording;
}

/**
 * @param columns to be filled
 * @param begin of the tensors' bytes
 * @returns what is wrong with them, as the end of a sentence; "" if nothing is
 */
function take(
  columns: Record<string, Values>,
  tensors: Record<string, Tensor>,
  file: Uint8Array<ArrayBuffer>,
  begin: number,
  { header }: any,
): string {
  const sizes = { S: tensors.step?.shape[0], L: header.canvas_length, k: tensors.top_ids?.shape[2] };
  for (const { name, dtype, shape, optional } of COLUMNS) {
    const tensor = Object.hasOwn(tensors, name) ? tensors[name] : undefined;
    if (tensor === undefined && (optional || (header.source && !ALWAYS.includes(name)))) continue;
    if (tensor === undefined) return `its column “${name}” is missing`;
    const [stored, Typed] = TYPES[dtype];
    const expected = [...shape].map((letter) => sizes[letter as "S" | "L" | "k"]);
    if (
      tensor.dtype !== stored ||
      tensor.shape.length !== expected.length ||
      tensor.shape.some((size, at) => size !== expected[at])
    ) {
      return `its column “${name}” is ${tensor.dtype} (${tensor.shape.join(", ")})`;
    }
    const [from, to] = tensor.data_offsets;
    columns[name] = new Typed(file.buffer.slice(begin + from, begin + to));
  }
  return "";
}

function stepsOf(meta: any, columns: Record<string, Values>): Step[] {
  const { block } = columns;
  const steps = block.length;
  const { canvas_length: length, source } = meta.header;
  return Array.from({ length: steps }, (_, index) => {
    const last = index === steps - 1;
    const figures = COLUMNS.flatMap(({ name: column, shape, optional }) => {
      const values = columns[column];
      const width = (values?.length ?? 0) / steps;
      if (width === 0) return [];
      const figure = values.subarray(index * width, (index + 1) * width);
      if (optional && figure.every(Number.isNaN)) return []; // the step lacks it
      return [[column, shape === "S" ? figure[0] : figure]];
    });
    return {
      ...(source ? unrecorded(columns.argmax_ids.subarray(index * length, (index + 1) * length)) : null),
      ...Object.fromEntries(figures),
      stopReason: last || block[index + 1] !== block[index] ? meta.stop_reasons[block[index] - 1] : "",
      finishReason: last ? meta.finish_reason : "",
    };
  });
}

async function gunzip(packed: Uint8Array<ArrayBuffer>, name: string, maxMib: number): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (const reader = stream.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > maxMib * 2 ** 20) {
        await reader.cancel();
        break;
      }
      parts.push(value);
    }
  } catch {
    throw new TraceError(`${name} is damaged or cut off: its compressed data cannot be unpacked.`);
  }
  if (size > maxMib * 2 ** 20) {
    const more = "`--max-mib`, where the app is started, allows more";
    throw new TraceError(`${name} unpacks to more than ${maxMib} MiB, the most that this page reads; ${more}.`);
  }
  const end = new DataView(packed.buffer, packed.byteOffset + packed.length - 4).getUint32(0, true);
  if (end !== size % 2 ** 32) throw new TraceError(`${name} is damaged: there is more data after its end.`);
  const file = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    file.set(part, offset);
    offset += part.length;
  }
  return file;
}

/** @param file safetensors */
function parts(
  file: Uint8Array<ArrayBuffer>,
  name: string,
): { tensors: Record<string, Tensor>; begin: number; meta: any } {
  let unpacked;
  try {
    unpacked = unpack(file, MAX_HEADER);
  } catch {
    throw new TraceError(`${name} is not a trace: it lacks a trace's columns and header.`);
  }
  try {
    return { tensors: unpacked.tensors, begin: unpacked.begin, meta: readJson(unpacked.described) };
  } catch {
    throw new TraceError(`${name} is damaged: its description cannot be read as JSON.`);
  }
}
