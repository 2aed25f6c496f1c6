/** Bytes as text. */

/** @param {Blob} blob @returns {Promise<string>} in base64 */
export async function base64Of(blob) {
  const reader = new FileReader();
  const read = new Promise((give) => (reader.onload = give));
  reader.readAsDataURL(blob);
  await read;
  return String(reader.result).split(",")[1] ?? "";
}

/** @param {string} text in base64 */
export function bytesOf(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at); // `from` takes forty times as long
  return bytes;
}
