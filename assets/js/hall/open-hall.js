/** What a tab keeps of the hall that it has open, or has a seat in, so that it is still there after a reload. */

import { recall, remember } from "../dom/memory.js";

/** @typedef {{ watch: string, control: string }} Tokens */

const NAME = "hall";
const SEAT = "seat";

/** @param {Tokens | null} tokens null once the hall is over */
export const rememberHall = (tokens) => remember(NAME, tokens, "sessionStorage");

/** @returns {Tokens | null} of the hall that this tab has open */
export function openHall() {
  const tokens = recall(NAME, null, "sessionStorage");
  return typeof tokens?.watch === "string" && typeof tokens?.control === "string" ? tokens : null;
}

/** @param {string} watch the token of a hall @param {string} seat that this tab has in it */
export const rememberSeat = (watch, seat) => remember(SEAT, { watch, seat }, "sessionStorage");

/** @param {string} watch the token of a hall @returns {string} the seat that this tab has in it; "" for none */
export function seatIn(watch) {
  const known = recall(SEAT, null, "sessionStorage");
  return known?.watch === watch && typeof known?.seat === "string" ? known.seat : "";
}
