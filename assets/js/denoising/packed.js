/** Files in a text, as a page of one file holds them: JSON, by their names, each compressed with gzip and in base64. */

import { bytesOf } from "../share/base64.js";
import { PlaygroundError } from "./errors.js";

const DAMAGED = "The model in this file is damaged; get the file again, or save it again from the playground.";

/**
 * @param {string} text
 * @returns {Promise<Record<string, Uint8Array<ArrayBuffer>>>} the files by their names
 * @throws {PlaygroundError} it is damaged
 */
export async function unpacked(text) {
  try {
    const files = Object.entries(/** @type {Record<string, string>} */ (JSON.parse(text)));
    return Object.fromEntries(await Promise.all(files.map(async ([name, packed]) => [name, await inflated(packed)])));
  } catch {
    throw new PlaygroundError(DAMAGED);
  }
}

/** @param {string} packed @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function inflated(packed) {
  const stream = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
