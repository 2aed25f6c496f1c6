/** Turns the text of a lesson into elements. Whatever a lesson holds goes in as text: no markup of it reaches the page. */

import { element } from "../../dom/elements.ts";
import { plainText } from "../../words/glyphs.ts";
import type { Piece, Ref } from "./lesson.ts";

/** Makes an element that lights up what it names. */
export type Name = (ref: Ref, words: Node[]) => HTMLElement;

export function nodesOf(pieces: Piece[], name: Name): Node[] {
  return pieces.map((piece) => {
    if (typeof piece === "string") return document.createTextNode(plainText(piece));
    if ("strong" in piece) return element("strong", ...nodesOf(piece.strong, name));
    if ("em" in piece) return element("em", ...nodesOf(piece.em, name));
    if ("code" in piece) return element("code", plainText(piece.code));
    if ("ref" in piece) return name(piece.ref, nodesOf(piece.text, name));
    const link = element("a", { rel: "noopener noreferrer", target: "_blank" }, ...nodesOf(piece.text, name));
    if (/^https?:\/\//.test(piece.href)) link.href = piece.href;
    return link;
  });
}

/** @returns what they say, without what they name */
export const textOf = (pieces: Piece[]): string =>
  nodesOf(pieces, (_, words) => element("span", ...words))
    .map((node) => node.textContent)
    .join("");
