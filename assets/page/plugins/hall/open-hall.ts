/** What a tab keeps of the hall that it has open, or has a seat in, so that it is still there after a reload. */

import { recall, remember } from "../../dom/memory.ts";

export type Tokens = { watch: string; control: string };

const NAME = "hall";
const SEAT = "seat";

/** @param tokens null once the hall is over */
export const rememberHall = (tokens: Tokens | null) => remember(NAME, tokens, "sessionStorage");

/** @returns of the hall that this tab has open */
export function openHall(): Tokens | null {
  const tokens = recall(NAME, null, "sessionStorage");
  return typeof tokens?.watch === "string" && typeof tokens?.control === "string" ? tokens : null;
}

/** @param watch the token of a hall @param seat that this tab has in it */
export const rememberSeat = (watch: string, seat: string) => remember(SEAT, { watch, seat }, "sessionStorage");

/** @param watch the token of a hall @returns the seat that this tab has in it; "" for none */
export function seatIn(watch: string): string {
  const known = recall(SEAT, null, "sessionStorage");
  return known?.watch === watch && typeof known?.seat === "string" ? known.seat : "";
}
