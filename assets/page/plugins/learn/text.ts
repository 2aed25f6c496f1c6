/** What the text of a lesson says. */

import { plainText } from "../../words/glyphs.ts";
import type { Piece } from "./lesson.ts";

/** @returns without what it names, and how it is marked */
export const textOf = (pieces: Piece[]): string => pieces.map(plain).join("");

function plain(piece: Piece): string {
  if (typeof piece === "string") return plainText(piece);
  if ("code" in piece) return plainText(piece.code);
  return textOf("strong" in piece ? piece.strong : "em" in piece ? piece.em : piece.text);
}
