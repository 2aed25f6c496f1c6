/** What plays to a reader whom this browser does not know. */

import { addPluginStyle } from "../../dom/style.ts";
import { Opening } from "./opening.tsx";
import type { OpeningContext } from "../../page/places.ts";

/** It waits for its styles. */
export async function opening({ page }: OpeningContext) {
  await addPluginStyle("opening");
  return new Opening(page);
}
