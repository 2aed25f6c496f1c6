/** Takes a safetensors file apart: 8 bytes of length, a JSON header, and the tensors' bytes, each of them in one tensor. */

/** @typedef {{ dtype: string, shape: number[], data_offsets: [number, number] }} Tensor */

/** Bytes of an entry, of the types that numpy has too. @type {Record<string, number>} */
const SIZES = { BOOL: 1, U8: 1, I8: 1, I16: 2, U16: 2, F16: 2, I32: 4, U32: 4, F32: 4, I64: 8, U64: 8, F64: 8, C64: 8 };

/**
 * @param {Uint8Array<ArrayBuffer>} file
 * @param {number} most bytes of its header
 * @returns {{ tensors: Record<string, Tensor>, metadata: Record<string, string>, begin: number }} `begin`: of the tensors' bytes
 * @throws {Error} it is not a safetensors file
 */
export function unpack(file, most) {
  const length = Number(new DataView(file.buffer).getBigUint64(0, true));
  if (length > most || 8 + length > file.length) throw new Error("no header");
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file.subarray(8, 8 + length));
  const { __metadata__, ...tensors } = JSON.parse(text);
  const metadata = __metadata__ ?? {};
  if (!Object.values(metadata).every((value) => typeof value === "string" && value.isWellFormed())) throw new Error("no metadata");
  let end = 0;
  const inOrder = Object.values(tensors).sort((a, b) => a.data_offsets[0] - b.data_offsets[0] || a.data_offsets[1] - b.data_offsets[1]);
  for (const { dtype, shape, data_offsets } of inOrder) {
    const numbers = [...shape, ...data_offsets];
    if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0) || shape.length > 64) throw new Error("no tensor");
    const bytes = shape.reduce((/** @type {number} */ product, /** @type {number} */ size) => product * size, SIZES[dtype]);
    if (data_offsets.length !== 2 || data_offsets[0] !== end || data_offsets[1] !== end + bytes) throw new Error("no tensor");
    [, end] = data_offsets;
  }
  if (8 + length + end !== file.length) throw new Error("not covered");
  return { tensors, metadata, begin: 8 + length };
}
