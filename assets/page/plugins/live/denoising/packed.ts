/** Files in a text, as a page of one file holds them: JSON, by their names, each compressed with gzip and in base64. */

import { bytesOf } from "../../../dom/base64.ts";
import { PlaygroundError } from "../../../engine/errors.ts";

const DAMAGED = "The model in this file is damaged; get the file again, or save it again from the playground.";

/**
 * @returns the files by their names
 * @throws {PlaygroundError} it is damaged
 */
export async function unpacked(text: string): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  try {
    const files = Object.entries(JSON.parse(text) as Record<string, string>);
    return Object.fromEntries(await Promise.all(files.map(async ([name, packed]) => [name, await inflated(packed)])));
  } catch {
    throw new PlaygroundError(DAMAGED);
  }
}

async function inflated(packed: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
