/**
 * How a checkpoint's chat template reads a prompt. Most put it, perhaps trimmed, between two texts. That of the model that
 * comes with the playground also understands it: it writes a Sudoku in the form of training, gives known names their
 * capital, and puts a space before a first word that has no token without one.
 */

import { strip, stripEnd } from "./python-text.js";

/** @typedef {import("./manifest.js").Template} Template */

const SUDOKU = "Solve this Sudoku:\n";
const CELLS = /[0-9._*?|+\- \t\n]+/g;
const SIZES = [4, 6, 9];

/** @param {string} text of a prompt @param {Template} template @returns {string} what the tokenizer gets */
export function templated(text, { before, after, reading, names, beginnings }) {
  const read = { "as it is": () => text, trimmed: () => strip(text), world: () => understood(text, names, beginnings) };
  return before + read[reading]() + after;
}

/** @param {string} text @param {string[]} names @param {string[]} beginnings */
function understood(text, names, beginnings) {
  const grid = gridIn(text);
  if (grid !== "") return SUDOKU + grid;
  const words = strip(text)
    .split(" ")
    .map((word) => (names.includes(stripEnd(word, /[,.;:!?]/)) ? word[0].toUpperCase() + word.slice(1) : word));
  const first = words[0].match(/^\p{L}+/u)?.[0] ?? "";
  return (first !== "" && !beginnings.includes(first) ? " " : "") + words.join(" ");
}

/** @param {string} text @returns {string} the Sudoku that somebody typed in a form of their own; "" for none */
function gridIn(text) {
  const runs = text.replaceAll("\r", "").match(CELLS) ?? [];
  const drawn = runs.reduce((best, run) => (run.length > best.length ? run : best), "").replace(/[0_*?]/g, ".");
  const cells = drawn.replace(/[|+\- \t\n]/g, "");
  const lines = drawn.replace(/^\n/, "").split("\n");
  let grid = "";
  for (const size of SIZES) {
    if (cells.length === size * size) grid = rows(cells, size);
    else if (lines.length === size && !drawn.includes(".") && lines.every((line) => line.length <= size))
      grid = rows(lines.map((line) => line.padEnd(size).replaceAll(" ", ".")).join(""), size);
  }
  return grid.includes("?") || grid.replaceAll(".", "").trim() === "" ? "" : grid;
}

/** @param {string} cells @param {number} size @returns {string} with a "?" for each digit that the size does not have */
function rows(cells, size) {
  const beyond = [...cells].filter((cell) => cell > String(size)).map(() => "?");
  return beyond.join("") + (cells.match(new RegExp(`.{${size}}`, "gs")) ?? []).join("\n");
}
