/** What a board shows beside its digits: its lines, which cells the puzzle gives, what breaks a rule, what is miscopied. */

import { findingsOf } from "../rules/board.js";
import { wayOf } from "../rules/ways.js";
import { DRAWN, NOISE, REOPENED_NOISE } from "./appearance.js";
import { contrast } from "./colour.js";

/** @typedef {import("./board.js").Frame} Frame */
/** @typedef {import("./layout.js").Box} Box */

/** The marks of a cell; it may have several. */
export const [GIVEN, CONFLICT, MISCOPIED] = [1, 2, 4];
/** How much of a given cell its shade takes at each edge, where its ground has another meaning. */
const EDGE = 3;
/** A cell with room for a second, small digit in its corner. */
const ROOMY = 36;
/** The least contrast of text. */
const LEGIBLE = 4.5;

/**
 * @param {Frame} frame
 * @param {import("../run/recording.js").Recording} recording
 * @param {import("./appearance.js").Appearance} shown
 * @returns {Uint8Array} marks by position
 */
export function marksOf({ board, cells }, { header, tokens }, { ids, looks }) {
  const blank = wayOf(header).causal ? DRAWN : NOISE; // ahead of a writer nothing stands yet
  const drawn = (/** @type {number} */ position) => ![NOISE, REOPENED_NOISE, blank].includes(looks[position]);
  const { conflicts, miscopied } = findingsOf(board, ids, tokens, drawn);
  const wrong = new Set(miscopied);
  return Uint8Array.from(cells, (cell) =>
    cell === -1
      ? 0
      : Number(board.clues[cell] !== 0) * GIVEN +
        Number(conflicts.has(cell)) * CONFLICT +
        Number(wrong.has(cell)) * MISCOPIED,
  );
}

/**
 * Draws the lines, once for a layout: cells never draw over them.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Frame} frame
 * @param {Record<string, string>} inks
 */
export function drawFrame(context, { outer, inner }, inks) {
  const fill = (/** @type {string} */ colour, /** @type {Box} */ { x, y, width, height }) => {
    context.fillStyle = colour;
    context.fillRect(x, y, width, height);
  };
  fill(inks.ink, outer);
  for (const box of inner) fill(inks.line, box);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Box} box of a cell
 * @param {string} fill its colour
 * @param {boolean} whole does the colour mean nothing, so that the shade of a given cell may take its place?
 * @param {number} marks
 * @param {Record<string, string>} inks
 */
export function drawGround(context, { x, y, width, height }, fill, whole, marks, inks) {
  const isClue = (marks & GIVEN) !== 0;
  context.fillStyle = isClue ? (whole ? inks["given-ground"] : inks.given) : fill;
  context.fillRect(x, y, width, height);
  if (!isClue || whole) return;
  context.fillStyle = fill;
  context.fillRect(x + EDGE, y + EDGE, width - 2 * EDGE, height - 2 * EDGE);
}

/**
 * @param {string} fill behind the digit
 * @param {string} text its colour where nothing is wrong
 * @param {number} marks
 * @param {Record<string, string>} inks
 * @returns {string} crimson for a digit that is wrong, where that can be read
 */
export function digitInk(fill, text, marks, inks) {
  const wrong = (marks & (CONFLICT | MISCOPIED)) !== 0;
  return wrong && contrast(rgbOf(fill), rgbOf(inks.reopened)) >= LEGIBLE ? inks.reopened : text;
}

/**
 * Draws a dot for a conflict, and for a miscopied clue the digit that the puzzle gives, or a corner where that has no room.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Box} box of the cell
 * @param {number} marks
 * @param {number} clue
 * @param {Record<string, string>} inks
 * @param {(size: number) => string} face a bold font
 */
export function drawMarks(context, { x, y, width }, marks, clue, inks, face) {
  if (marks & CONFLICT) {
    const radius = Math.max(width * 0.065, 2.5);
    const inset = radius + Math.min(width * 0.07, 3);
    for (const [colour, size] of /** @type {const} */ ([
      [inks.card, radius + 1.5],
      [inks.reopened, radius],
    ])) {
      context.fillStyle = colour;
      context.beginPath();
      context.arc(x + width - inset, y + inset, size, 0, 2 * Math.PI);
      context.fill();
    }
  }
  if (marks & MISCOPIED && width < ROOMY) {
    const size = width * 0.35;
    context.fillStyle = inks.reopened;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + size, y);
    context.lineTo(x, y + size);
    context.fill();
  } else if (marks & MISCOPIED) {
    const size = Math.max(width * 0.24, 12);
    context.fillStyle = inks.card;
    context.fillRect(x + 1, y + 1, size, size + 1);
    context.font = face(size);
    context.fillStyle = inks.reopened;
    context.textAlign = "center";
    context.fillText(String(clue), x + 1 + size / 2, y + 2 + size / 2);
  }
}

/** @param {string} colour `rgb(1, 2, 3)` or `#010203` @returns {import("./colour.js").Rgb} */
function rgbOf(colour) {
  const parts = colour.startsWith("#")
    ? (colour.match(/[0-9a-f]{2}/gi) ?? []).map((part) => parseInt(part, 16))
    : (colour.match(/\d+/g) ?? []).map(Number);
  return /** @type {import("./colour.js").Rgb} */ (parts.slice(0, 3));
}
