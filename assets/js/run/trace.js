/**
 * Reads a `.trace` file (gzipped safetensors, see playground/trace/store.py) into a Recording, or says in one sentence
 * what is wrong with it. What its columns must be is the table of columns.js; one that it does not know is passed over.
 */

import { COLUMNS, MAX_MIB, TRACE_VERSION } from "./columns.js";
import { Recording } from "./recording.js";
import { checkHeader } from "./wire.js";

export const FORMAT = "text-diffusion-trace";

/** How safetensors calls a column's type, and the array that holds it. */
const TYPES = /** @type {const} */ ({
  bool: ["BOOL", Uint8Array],
  int32: ["I32", Int32Array],
  float32: ["F32", Float32Array],
});

/** A trace file is damaged, foreign, too large or of an unknown version; the text says so in a sentence. */
export class TraceError extends Error {}

/**
 * @param {Uint8Array<ArrayBuffer>} packed the bytes of a `.trace` file
 * @param {string} name what messages call the file
 * @param {number} [maxMib] the most that it may unpack to
 * @returns {Promise<Recording>}
 * @throws {TraceError}
 */
export async function readTrace(packed, name, maxMib = MAX_MIB) {
  if (packed[0] !== 0x1f || packed[1] !== 0x8b) {
    throw new TraceError(`${name} is not a trace: a trace is a gzipped safetensors file.`);
  }
  const file = await gunzip(packed, name, maxMib);
  const { tensors, data, meta } = unpack(file, name);
  if (meta?.format !== FORMAT) throw new TraceError(`${name} is not a trace: its format is not “${FORMAT}”.`);
  if (!Number.isInteger(meta.version) || meta.version < 1 || meta.version > TRACE_VERSION) {
    const known = `this page reads versions 1 to ${TRACE_VERSION}`;
    throw new TraceError(
      `${name} is a trace of version ${JSON.stringify(meta.version)}; ${known}. A newer release of the playground may read it.`,
    );
  }
  const { header } = meta;
  checkHeader(header, (field) => new TraceError(`${name} is damaged: ${field} is missing in its header.`));
  const sizes = { S: tensors.step?.shape?.[0], L: header.canvas_length, k: tensors.top_ids?.shape?.[2] };
  /** @type {Record<string, Int32Array | Float32Array | Uint8Array>} */
  const columns = {};
  for (const column of COLUMNS) {
    if (column.optional && !(column.name in tensors)) continue;
    const shape = [...column.shape].map((letter) => sizes[/** @type {"S" | "L" | "k"} */ (letter)]);
    const values = array(tensors[column.name], data, column.dtype, shape);
    if (values === null) {
      throw new TraceError(`${name} is damaged: its column “${column.name}” is missing or not as it should be.`);
    }
    columns[column.name] = values;
  }
  return record(header, meta, columns, name);
}

/**
 * @param {import("./recording.js").Header} header
 * @param {any} meta
 * @param {Record<string, Int32Array | Float32Array | Uint8Array>} columns
 * @param {string} name
 */
function record(header, meta, columns, name) {
  const { block } = columns;
  if (!Array.isArray(meta.stop_reasons) || meta.stop_reasons.length !== new Set(block).size) {
    throw new TraceError(`${name} is damaged: its blocks and their stop reasons do not match.`);
  }
  const recording = new Recording(name, "RECORDED", header);
  for (const [id, text] of Object.entries(meta.tokens ?? {})) recording.tokens.set(Number(id), String(text));
  const steps = block.length;
  for (let row = 0; row < steps; row += 1) {
    const last = row === steps - 1;
    const figures = COLUMNS.flatMap(({ name: column, shape }) => {
      const values = columns[column];
      const width = (values?.length ?? 0) / steps;
      if (width === 0) return [];
      return [[column, shape === "S" ? values[row] : values.subarray(row * width, (row + 1) * width)]];
    });
    recording.append({
      ...Object.fromEntries(figures),
      stopReason: last || block[row + 1] !== block[row] ? String(meta.stop_reasons[block[row] - 1]) : "",
      finishReason: last ? String(meta.finish_reason) : "",
    });
  }
  recording.end({
    finishReason: String(meta.finish_reason),
    text: String(meta.text),
    thought: String(meta.thought ?? ""),
    seconds: header.seconds,
  });
  return recording;
}

/**
 * @param {Uint8Array<ArrayBuffer>} packed
 * @param {string} name
 * @param {number} maxMib
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function gunzip(packed, name, maxMib) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  try {
    for (const reader = stream.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > maxMib * 2 ** 20) break;
      parts.push(value);
    }
  } catch {
    throw new TraceError(`${name} is damaged or cut off: its compressed data cannot be unpacked.`);
  }
  if (size > maxMib * 2 ** 20) {
    const more = "`--max-mib`, where the app is started, allows more";
    throw new TraceError(`${name} unpacks to more than ${maxMib} MiB, the most that this page reads; ${more}.`);
  }
  const file = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    file.set(part, offset);
    offset += part.length;
  }
  return file;
}

/**
 * @param {Uint8Array<ArrayBuffer>} file safetensors: 8 bytes of header length, a JSON header, the tensors' bytes
 * @param {string} name
 * @returns {{ tensors: Record<string, any>, data: ArrayBuffer, meta: any }}
 */
function unpack(file, name) {
  try {
    const length = Number(new DataView(file.buffer).getBigUint64(0, true));
    const { __metadata__, ...tensors } = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length)));
    return { tensors, data: file.buffer.slice(8 + length), meta: JSON.parse(__metadata__.trace) };
  } catch {
    throw new TraceError(`${name} is not a trace: it lacks a trace's columns and header.`);
  }
}

/**
 * @param {any} tensor its entry in the safetensors header
 * @param {ArrayBuffer} data
 * @param {"int32" | "float32" | "bool"} dtype
 * @param {number[]} shape
 * @returns {Int32Array | Float32Array | Uint8Array | null} null if it is not of this dtype and shape
 */
function array(tensor, data, dtype, shape) {
  const [stored, Typed] = TYPES[dtype];
  if (tensor?.dtype !== stored || String(tensor.shape) !== String(shape)) return null;
  const [begin, end] = tensor.data_offsets;
  const count = shape.reduce((product, size) => product * size, 1);
  const bytes = data.slice(begin, end);
  return bytes.byteLength === count * Typed.BYTES_PER_ELEMENT ? new Typed(bytes) : null;
}
