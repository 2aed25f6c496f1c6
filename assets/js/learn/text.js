/** Turns the text of a lesson into elements. Whatever a lesson holds goes in as text: no markup of it reaches the page. */

import { plainText } from "../cells/glyphs.js";
import { element } from "../dom/elements.js";

/** @typedef {import("./lesson.js").Piece} Piece */
/** @typedef {(ref: import("./lesson.js").Ref, words: Node[]) => HTMLElement} Name makes an element that lights up what it names */

/** @param {Piece[]} pieces @param {Name} name @returns {Node[]} */
export function nodesOf(pieces, name) {
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

/** @param {Piece[]} pieces @returns {string} what they say, without what they name */
export const textOf = (pieces) =>
  nodesOf(pieces, (_, words) => element("span", ...words))
    .map((node) => node.textContent)
    .join("");
