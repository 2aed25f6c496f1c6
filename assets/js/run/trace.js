/**
 * Reads a `.trace` file (gzipped safetensors, see playground/trace/store.py) into a Recording, or says in one sentence
 * what is wrong with it.
 */

import { Recording } from "./recording.js";
import { checkHeader } from "./wire.js";

export const FORMAT = "text-diffusion-trace";
export const TRACE_VERSION = 1;

/** Refuse to unpack more than this: a small file may be made to unpack into one that fills the memory. */
const MAX_BYTES = 2 ** 28;

/** @type {Record<string, [dtype: "I32" | "F32" | "BOOL", perPosition: boolean]>} the columns that the page reads */
const COLUMNS = {
  block: ["I32", false],
  step: ["I32", false],
  temperature: ["F32", false],
  mean_entropy: ["F32", false],
  stable_for: ["I32", false],
  input_ids: ["I32", true],
  sampled_ids: ["I32", true],
  argmax_ids: ["I32", true],
  accepted: ["BOOL", true],
  entropy: ["F32", true],
};

/** Most probable tokens: k a position, the same k for both columns. */
const CANDIDATES = /** @type {const} */ ({ top_ids: "I32", top_probs: "F32" });

const ARRAYS = { I32: Int32Array, F32: Float32Array, BOOL: Uint8Array };

/** A trace file is damaged, foreign or of an unknown version; the text says so in a sentence. */
export class TraceError extends Error {}

/**
 * @param {Uint8Array<ArrayBuffer>} packed the bytes of a `.trace` file
 * @param {string} name what messages call the file
 * @returns {Promise<Recording>}
 * @throws {TraceError}
 */
export async function readTrace(packed, name) {
  if (packed[0] !== 0x1f || packed[1] !== 0x8b) {
    throw new TraceError(`${name} is no trace file: a trace is a gzipped safetensors file.`);
  }
  const file = await gunzip(packed, name);
  const { tensors, data, meta } = unpack(file, name);
  if (meta?.format !== FORMAT) throw new TraceError(`${name} is no trace file: it is not of the format “${FORMAT}”.`);
  if (meta.version !== TRACE_VERSION) {
    throw new TraceError(`${name} is a trace of version ${meta.version}; this page reads ${TRACE_VERSION}.`);
  }
  const { header } = meta;
  checkHeader(header, (field) => new TraceError(`${name} is damaged: ${field} is missing in its header.`));
  const steps = tensors.step?.shape?.[0];
  const damaged = (/** @type {string} */ column) =>
    new TraceError(`${name} is damaged: its column “${column}” is not as it should be.`);
  /** @type {Record<string, any>} */
  const columns = {};
  for (const [column, [dtype, perPosition]] of Object.entries(COLUMNS)) {
    const shape = perPosition ? [steps, header.canvas_length] : [steps];
    columns[column] = array(tensors[column], data, dtype, shape);
    if (columns[column] === null) throw damaged(column);
  }
  const k = tensors.top_ids?.shape?.[2] ?? 0;
  for (const [column, dtype] of Object.entries(CANDIDATES)) {
    columns[column] = array(tensors[column], data, dtype, [steps, header.canvas_length, k]);
    if (columns[column] === null) throw damaged(column);
  }
  return record(header, meta, columns, name);
}

/**
 * @param {import("./recording.js").Header} header
 * @param {any} meta
 * @param {Record<string, any>} columns
 * @param {string} name
 */
function record(header, meta, columns, name) {
  const blocks = new Set(columns.block).size;
  if (!Array.isArray(meta.stop_reasons) || meta.stop_reasons.length !== blocks) {
    throw new TraceError(`${name} is damaged: its blocks and their stop reasons do not match.`);
  }
  const recording = new Recording(name, "RECORDED", header);
  for (const [id, text] of Object.entries(meta.tokens ?? {})) recording.tokens.set(Number(id), String(text));
  const length = header.canvas_length;
  const steps = columns.step.length;
  const width = steps === 0 ? 0 : columns.top_ids.length / steps;
  for (let row = 0; row < steps; row += 1) {
    const at = (/** @type {string} */ column) => columns[column].subarray(row * length, (row + 1) * length);
    const block = columns.block[row];
    const last = row === steps - 1;
    recording.append({
      block,
      step: columns.step[row],
      temperature: columns.temperature[row],
      meanEntropy: columns.mean_entropy[row],
      stableFor: columns.stable_for[row],
      stopReason: last || columns.block[row + 1] !== block ? String(meta.stop_reasons[block - 1]) : "",
      finishReason: last ? String(meta.finish_reason) : "",
      input: at("input_ids"),
      sampled: at("sampled_ids"),
      argmax: at("argmax_ids"),
      entropy: at("entropy"),
      accepted: at("accepted"),
      candidates: width === 0 ? null : {
        k: width / length,
        ids: columns.top_ids.subarray(row * width, (row + 1) * width),
        probs: columns.top_probs.subarray(row * width, (row + 1) * width),
      },
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
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function gunzip(packed, name) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  try {
    for (const reader = stream.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > MAX_BYTES) break;
      parts.push(value);
    }
  } catch {
    throw new TraceError(`${name} is damaged or cut off: its compressed data fail the check.`);
  }
  if (size > MAX_BYTES) {
    throw new TraceError(`${name} unpacks to more than ${MAX_BYTES / 2 ** 20} MiB, the most that this page reads.`);
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
    throw new TraceError(`${name} is no trace file: it holds no trace columns and header.`);
  }
}

/**
 * @param {any} tensor its entry in the safetensors header
 * @param {ArrayBuffer} data
 * @param {"I32" | "F32" | "BOOL"} dtype
 * @param {number[]} shape
 * @returns {Int32Array | Float32Array | Uint8Array | null} null if it is not of this dtype and shape
 */
function array(tensor, data, dtype, shape) {
  if (tensor?.dtype !== dtype || String(tensor.shape) !== String(shape)) return null;
  const [begin, end] = tensor.data_offsets;
  const count = shape.reduce((product, size) => product * size, 1);
  const bytes = data.slice(begin, end);
  return bytes.byteLength === count * ARRAYS[dtype].BYTES_PER_ELEMENT ? new ARRAYS[dtype](bytes) : null;
}
