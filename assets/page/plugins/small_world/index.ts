/** What the small world says of a prompt, and the puzzle in it. */

import { EMBEDDED } from "./prompt.tsx";
import type { PartContext } from "../../page/places.ts";

export { prompt } from "./prompt.tsx";
export { compare } from "./race-offer.tsx";

/** Those of the embedded model, by their kinds. */
export async function known(model: string, { page }: PartContext): Promise<Record<string, string[]>> {
  if (model !== EMBEDDED || page.held !== null) return {};
  return (await fetch(new URL("small_world/known.json", page.assets))).json();
}
