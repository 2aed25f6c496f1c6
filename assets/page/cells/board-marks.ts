/** What a board shows beside its digits: its lines, which cells the puzzle gives, what breaks a rule, what is miscopied. */

import { findingsOf } from "../rules/board.ts";
import { wayOf } from "../rules/ways.ts";
import { DRAWN, NOISE, REOPENED_NOISE } from "./appearance.ts";
import { contrast } from "./colour.ts";
import { face } from "./letters.ts";
import type { Recording } from "../run/recording.ts";
import type { Appearance } from "./appearance.ts";
import type { Frame } from "./board.ts";
import type { Rgb } from "./colour.ts";
import type { Box } from "./layout.ts";

/** The marks of a cell; it may have several. */
export const [GIVEN, CONFLICT, MISCOPIED] = [1, 2, 4];
/** How much of a given cell its shade takes at each edge, where its ground has another meaning. */
const EDGE = 3;
/** A cell with room for a second, small digit in its corner. */
const ROOMY = 36;
/** The least contrast of text. */
const LEGIBLE = 4.5;

/** @returns marks by position */
export function marksOf({ board, cells }: Frame, { header, tokens }: Recording, { ids, looks }: Appearance) {
  const blank = wayOf(header).causal ? DRAWN : NOISE; // ahead of a writer nothing stands yet
  const drawn = (position: number) => ![NOISE, REOPENED_NOISE, blank].includes(looks[position]);
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

/** Draws the lines, once for a layout: cells never draw over them. */
export function drawFrame(context: CanvasRenderingContext2D, { outer, inner }: Frame, inks: Record<string, string>) {
  const fill = (colour: string, { x, y, width, height }: Box) => {
    context.fillStyle = colour;
    context.fillRect(x, y, width, height);
  };
  fill(inks.ink, outer);
  for (const box of inner) fill(inks.line, box);
}

/**
 * @param box of a cell
 * @param fill its colour
 * @param whole does the colour mean nothing, so that the shade of a given cell may take its place?
 */
export function drawGround(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: Box,
  fill: string,
  whole: boolean,
  marks: number,
  inks: Record<string, string>,
) {
  const isClue = (marks & GIVEN) !== 0;
  context.fillStyle = isClue ? (whole ? inks["given-ground"] : inks.given) : fill;
  context.fillRect(x, y, width, height);
  if (!isClue || whole) return;
  context.fillStyle = fill;
  context.fillRect(x + EDGE, y + EDGE, width - 2 * EDGE, height - 2 * EDGE);
}

/**
 * @param fill behind the digit
 * @param text its colour where nothing is wrong
 * @returns crimson for a digit that is wrong, where that can be read
 */
export function digitInk(fill: string, text: string, marks: number, inks: Record<string, string>): string {
  const wrong = (marks & (CONFLICT | MISCOPIED)) !== 0;
  return wrong && contrast(rgbOf(fill), rgbOf(inks.reopened)) >= LEGIBLE ? inks.reopened : text;
}

/**
 * Draws a dot for a conflict, and for a miscopied clue the digit that the puzzle gives, or a corner where that has no
 * room.
 *
 * @param box of the cell
 */
export function drawMarks(
  context: CanvasRenderingContext2D,
  { x, y, width }: Box,
  marks: number,
  clue: number,
  inks: Record<string, string>,
) {
  if (marks & CONFLICT) {
    const radius = Math.max(width * 0.065, 2.5);
    const inset = radius + Math.min(width * 0.07, 3);
    for (const [colour, size] of [
      [inks.card, radius + 1.5],
      [inks.reopened, radius],
    ] as const) {
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
    context.font = face(size, true);
    context.fillStyle = inks.reopened;
    context.textAlign = "center";
    context.fillText(String(clue), x + 1 + size / 2, y + 2 + size / 2);
  }
}

/** @param colour `rgb(1, 2, 3)` or `#010203` */
function rgbOf(colour: string): Rgb {
  const parts = colour.startsWith("#")
    ? (colour.match(/[0-9a-f]{2}/gi) ?? []).map((part) => parseInt(part, 16))
    : (colour.match(/\d+/g) ?? []).map(Number);
  return parts.slice(0, 3) as Rgb;
}
