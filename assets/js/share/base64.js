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
export const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
