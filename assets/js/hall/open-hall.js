/** What a tab keeps of the hall that it has open, so that it is still there after a reload. */

import { recall, remember } from "../dom/memory.js";

/** @typedef {{ watch: string, control: string }} Tokens */

const NAME = "hall";

/** @param {Tokens | null} tokens null once the hall is over */
export const rememberHall = (tokens) => remember(NAME, tokens, "sessionStorage");

/** @returns {Tokens | null} of the hall that this tab has open */
export function openHall() {
  const tokens = recall(NAME, null, "sessionStorage");
  return typeof tokens?.watch === "string" && typeof tokens?.control === "string" ? tokens : null;
}
