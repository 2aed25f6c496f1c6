/** What the page says about an answer that comes from another server. */

import { counted, digits } from "../../words/units.ts";

/** With the time at which it arrived, from the request on. */
export type Piece = [seconds: number, text: string];
export type Answer = { pieces: Piece[]; over: boolean; tokens: number | null; seconds: number; refused: string };

/** @param count of its pieces */
export const textOf = ({ pieces }: Answer, count: number): string =>
  pieces
    .slice(0, count)
    .map(([, text]) => text)
    .join("");

/** @param moment of it: so many pieces have come, or it is over */
export function whereSentence({ pieces, over }: Answer, moment: number) {
  const count = Math.min(moment, pieces.length);
  const seconds = count === 0 ? "" : `, ${digits(pieces[count - 1][0], 3)} s`;
  if (!over) return `LIVE · ${counted(pieces.length, "piece")}`;
  return `RECORDED on arrival · piece ${count} of ${pieces.length}${seconds}${moment > pieces.length ? ", over" : ""}`;
}

export function rivalSentence({ pieces, over, tokens, seconds }: Answer) {
  if (pieces.length === 0) return over ? "Nothing arrived." : "Nothing has arrived yet.";
  const [first] = pieces[0];
  const [last] = pieces[pieces.length - 1];
  const begun = `The first piece arrived after ${digits(first, 3)} s`;
  if (!over) return `${begun}; ${pieces.length} so far.`;
  const pace =
    tokens === null
      ? "how many tokens these are, its server does not say"
      : `${tokens} tokens by its server's count, ${digits(tokens / seconds, 3)} a second`;
  return `${begun}, the last of ${pieces.length} after ${digits(last, 3)} s: ${pace}. Timed on arrival at this server; by pass, each piece counts as one.`;
}

/**
 * @param named by an address
 * @param source who would answer here; "" for nobody
 * @returns what an address cannot bring
 */
export function askedSentence(named: string, source: string): string {
  const holds = "An address names who answered, but holds no answer";
  if (source === named) return `${holds}. Ask again; the text and its times may be others.`;
  return `${holds}, and this server has ${source === "" ? "no such rival" : `another one, ${source}`}.`;
}

export const NOT_SENT =
  "This run holds a picture or a long prompt, which the rival is not sent; write a shorter prompt to race on.";

/** @param letter of its lane */
export const aboutSentence = (letter: string) => `${letter} is another model, which is sent the prompt alone.`;

export const RIVAL_IS =
  "From another server, with other weights, asked for the most probable text. It sends text only, so there are no steps, no uncertainty, no work and no alternatives to show. A link names it, but holds no answer.";
