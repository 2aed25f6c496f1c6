/**
 * Takes a trace's safetensors file apart: 8 bytes of length, a JSON header, and the tensors' bytes, each of them in one tensor.
 * `playground/trace/store.py` has the same rules.
 */

import { readJson } from "./strict-json.ts";

export type Tensor = { dtype: string; shape: number[]; data_offsets: [number, number] };

/** Bytes of an entry, of the types that a column can have. */
const SIZES: Map<any, number> = new Map(
  Object.entries({ BOOL: 1, U8: 1, I8: 1, I16: 2, U16: 2, F16: 2, I32: 4, U32: 4, F32: 4, I64: 8, U64: 8, F64: 8 }),
);

/**
 * @param most bytes of its header
 * @returns `described`: the JSON beside the tensors; `begin`: of their bytes
 * @throws {Error} it is not such a file
 */
export function unpack(
  file: Uint8Array<ArrayBuffer>,
  most: number,
): { tensors: Record<string, Tensor>; described: string; begin: number } {
  const length = Number(new DataView(file.buffer).getBigUint64(0, true));
  if (length > most || 8 + length > file.length) throw new Error("no header");
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file.subarray(8, 8 + length));
  const { __metadata__, ...tensors } = readJson(text);
  if (typeof __metadata__.trace !== "string") throw new Error("no description");
  let end = 0;
  const inOrder = Object.values<any>(tensors).sort(
    (a, b) => a.data_offsets[0] - b.data_offsets[0] || a.data_offsets[1] - b.data_offsets[1],
  );
  for (const { dtype, shape, data_offsets } of inOrder) {
    const places = [...shape, ...data_offsets].every((number) => Number.isInteger(number) && number >= 0);
    if (!places || !Array.isArray(shape) || shape.length > 64 || data_offsets.length !== 2)
      throw new Error("no tensor");
    const room = shape.reduce((product, size) => product * Math.max(size, 1), SIZES.get(dtype) ?? NaN);
    const bytes = shape.includes(0) ? 0 : room;
    if (!Number.isSafeInteger(room) || data_offsets[0] !== end || data_offsets[1] !== end + bytes)
      throw new Error("no tensor");
    [, end] = data_offsets;
  }
  if (8 + length + end !== file.length) throw new Error("not covered");
  return { tensors, described: __metadata__.trace, begin: 8 + length };
}
