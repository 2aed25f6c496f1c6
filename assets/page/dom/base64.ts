/** Bytes as text. */

/** @returns in base64 */
export async function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader();
  const read = new Promise((give) => (reader.onload = give));
  reader.readAsDataURL(blob);
  await read;
  return String(reader.result).split(",")[1] ?? "";
}

/** @param text in base64 */
export function bytesOf(text: string) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at); // `from` takes forty times as long
  return bytes;
}
