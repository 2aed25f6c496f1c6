/** What a tab keeps of the hall that it has open, so that it is still there after a reload. */

import { recall, remember } from "../dom/memory.js";

/** @typedef {{ watch: string, control: string }} Tokens */

const NAME = "hall";

/** @param {Tokens | null} tokens null once the hall is over */
export const keepHall = (tokens) => remember(NAME, tokens, "sessionStorage");

/** @returns {Tokens | null} of the hall that this tab has open */
export function keptHall() {
  const kept = recall(NAME, null, "sessionStorage");
  return typeof kept?.watch === "string" && typeof kept?.control === "string" ? kept : null;
}
