/** Bytes as text, and the numbers of half precision in them; by the browser itself where it can. */

const { fromBase64 } = Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
const Float16Array = (globalThis as any).Float16Array as (new (buffer: ArrayBuffer) => Iterable<number>) | undefined;

/** @returns in base64 */
export async function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader();
  const read = new Promise((give) => (reader.onload = give));
  reader.readAsDataURL(blob);
  await read;
  return String(reader.result).split(",")[1] ?? "";
}

/** @param text in base64 @throws {DOMException|SyntaxError} it is not */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  if (fromBase64) return fromBase64.call(Uint8Array, text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at); // `from` takes forty times as long
  return bytes;
}

/** @param buffer IEEE 754 half-precision numbers */
export const halvesIn = (buffer: ArrayBuffer): Float32Array =>
  Float16Array ? Float32Array.from(new Float16Array(buffer)) : Float32Array.from(new Uint16Array(buffer), half);

function half(bits: number) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}
