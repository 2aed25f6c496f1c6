/** What the page says about an answer that comes from another server. */

import { digits } from "./units.js";

/** @typedef {[seconds: number, text: string]} Piece with the time at which it arrived, from the request on */
/** @typedef {{ pieces: Piece[], over: boolean, tokens: number | null, seconds: number, refused: string }} Answer */

/**
 * @param {Answer} answer
 * @param {number} seconds since the request, of what is shown
 * @returns {string} what has arrived by then
 */
export const textAt = ({ pieces }, seconds) => pieces.filter(([at]) => at <= seconds).map(([, text]) => text).join("");

/** @param {Answer} answer */
export function rivalSentence({ pieces, over, tokens, seconds }) {
  if (pieces.length === 0) return over ? "Nothing arrived." : "Nothing has arrived yet.";
  const [first] = pieces[0];
  const [last] = pieces[pieces.length - 1];
  const begun = `The first piece arrived after ${digits(first, 3)} s`;
  if (!over) return `${begun}; ${pieces.length} so far.`;
  const pace = tokens === null ? "how many tokens these are, its server does not say" : `${tokens} tokens by its server's count, ${digits(tokens / seconds, 3)} a second`;
  return `${begun}, the last of ${pieces.length} after ${digits(last, 3)} s: ${pace}. Timed on arrival at this server.`;
}

export const RIVAL_IS = "From another server, with other weights, asked for the most probable text. It sends text only, so there are no steps, no uncertainty and no alternatives to show.";
