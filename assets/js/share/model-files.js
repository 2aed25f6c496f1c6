/** Packs what the browser's engine needs for a page of one file; `playground/export/model_page.py` packs the same files. */

import { Files } from "../denoising/files.js";
import { WASM, entriesOf } from "../denoising/open.js";
import { base64Of } from "./base64.js";

/**
 * @param {URL} assets the folder of the page's files
 * @param {(fraction: number) => void} tell how much of it is there
 * @returns {Promise<BlobPart[]>} the parts of the text that `denoising/packed.js` reads
 * @throws {import("../denoising/errors.js").PlaygroundError} something cannot be fetched, or is damaged
 */
export async function packedModel(assets, tell) {
  const files = new Files(new URL("portable/", assets).href, tell);
  const manifest = await files.json("manifest.json");
  const runtime = files.read(new URL(`js/runtime/${WASM}`, assets).href).then((bytes) => [WASM, bytes]);
  const entries = entriesOf(manifest).map(async (entry) => [entry.file, await files.read(entry.file, entry)]);
  const plain = ["manifest.json", "world.json"].map(async (name) => [name, await files.read(name)]);
  const named = /** @type {[string, Uint8Array<ArrayBuffer>][]} */ (await Promise.all([runtime, ...plain, ...entries]));
  const packed = named.map(async ([name, bytes]) => [JSON.stringify(name), ':"', await gzipped(bytes), '"']);
  const parts = await Promise.all(packed);
  return ["{", ...parts.flatMap((part, at) => (at === 0 ? part : [",", ...part])), "}"];
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<string>} in base64 */
async function gzipped(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return base64Of(await new Response(stream).blob());
}
