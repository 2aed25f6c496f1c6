/** Packs what the browser's engine needs for a page of one file; `playground/plugins/live/model_page.py` packs the same files. */

import { Files } from "./denoising/files.ts";
import { WASM, entriesOf } from "./denoising/open.ts";
import { base64Of } from "../../dom/base64.ts";

/**
 * @param assets the folder of the page's files
 * @param tell how much of it is there
 * @returns the parts of the text that `denoising/packed.ts` reads
 * @throws {PlaygroundError} something cannot be fetched, or is damaged
 */
export async function packedModel(assets: URL, tell: (fraction: number) => void): Promise<BlobPart[]> {
  const files = new Files(new URL("portable/", assets).href, tell);
  const manifest = await files.json("manifest.json");
  const runtime = files.read(new URL(`runtime/${WASM}`, assets).href).then((bytes) => [WASM, bytes]);
  const entries = entriesOf(manifest).map(async (entry) => [entry.file, await files.read(entry.file, entry)]);
  const plain = ["manifest.json", "world.json", "puzzles.json"].map(async (name) => [name, await files.read(name)]);
  const named = (await Promise.all([runtime, ...plain, ...entries])) as [string, Uint8Array<ArrayBuffer>][];
  const packed = named.map(async ([name, bytes]) => [JSON.stringify(name), ':"', await gzipped(bytes), '"']);
  const parts = await Promise.all(packed);
  return ["{", ...parts.flatMap((part, at) => (at === 0 ? part : [",", ...part])), "}"];
}

/** @returns in base64 */
async function gzipped(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return base64Of(await new Response(stream).blob());
}
