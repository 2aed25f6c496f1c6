/** Where the cells of a Sudoku are: a board as large as fits, with lines around its boxes; what is no cell stands small beside it or below, or has no place where there is little room. */

import { boxOf } from "../rules/sudoku.ts";
import { LEAST_FONT } from "./layout.ts";
import type { Board } from "../rules/board.ts";
import type { Box, Layout, Room } from "./layout.ts";

/** The board behind its cells. */
export interface Frame {
  board: Board;
  /** All of it, filled with the thick lines. */
  outer: Box;
  /** Its boxes, filled with the thin ones. */
  inner: Box[];
  /** By position; -1 for a position that is no cell. */
  cells: Int16Array;
}
export type BoardLayout = Layout & { frame: Frame };
/** Of small cells, in rows of `across`, each of this width. */
type Strip = { across: number; rows: number; width: number };

const [THICK, THIN] = [3, 1];
/** The smallest cell, and the largest where the height is not given. */
const [SMALLEST, LARGEST] = [20, 64];
/** The sizes of what stands below the board or beside it, and the space between. */
const [NARROWEST, WIDEST, LOW, APART] = [18, 24, 20, 8];
/** Of a cell's width: a digit on a board is large. */
const FONT = 0.48;

/**
 * @param positions of the canvas
 * @param room available; where it is too low the board stays legible and is higher
 */
export function boardLayout(board: Board, positions: number, { width, height, scale, low = false }: Room): BoardLayout {
  const { size } = board;
  const box = boxOf(size);
  const others = positions - size * size;
  const lines = (group: number) => 2 * THICK + (size / group - 1) * THICK + (size - size / group) * THIN;
  const sideIn = (high: number) => {
    const fits = Math.min(width - lines(box.columns), high - lines(box.rows)) / size;
    return Math.floor(Math.max(fits, SMALLEST));
  };
  let strip = stripIn(others, width);
  let below = low ? 0 : APART + strip.rows * LOW;
  let side = height > 0 ? sideIn(height - below) : Math.min(sideIn(Infinity), Math.floor(LARGEST * scale));
  const larger = height > 0 ? sideIn(height) : side;
  if (larger > side) {
    const beside = stripIn(others, (width - lines(box.columns) - size * larger) / 2 - APART);
    if (beside.rows * LOW <= size * larger) [strip, below, side] = [beside, 0, larger];
  }
  const outer = { x: 0, y: 0, width: lines(box.columns) + size * side, height: lines(box.rows) + size * side };
  outer.x = Math.max(Math.floor((width - outer.width) / 2), 0);
  const at = (index: number, group: number) => {
    const groups = Math.floor(index / group);
    return THICK + index * side + groups * THICK + (index - groups) * THIN;
  };
  const cornerOf = (row: number, column: number) => ({ x: outer.x + at(column, box.columns), y: at(row, box.rows) });
  const cells = new Int16Array(positions).fill(-1);
  board.positions.forEach((position, cell) => (cells[position] = cell));
  const rest = [...cells.keys()].filter((position) => cells[position] === -1);
  const boxes: Box[] = Array.from({ length: positions });
  board.positions.forEach((position, cell) => {
    boxes[position] = { ...cornerOf(Math.floor(cell / size), cell % size), width: side, height: side };
  });
  const corner =
    below > 0
      ? { x: Math.floor((width - strip.across * strip.width) / 2), y: outer.height + APART }
      : { x: outer.x + outer.width + APART, y: outer.height - strip.rows * LOW };
  rest.forEach((position, index) => {
    if (low) return (boxes[position] = { x: outer.x, y: 0, width: 0, height: 0 });
    const [row, column] = [Math.floor(index / strip.across), index % strip.across];
    boxes[position] = {
      x: corner.x + column * strip.width,
      y: corner.y + row * LOW,
      width: strip.width,
      height: LOW,
      font: LEAST_FONT,
    };
  });
  const [wide, high] = [box.columns, box.rows].map((many) => many * (side + THIN) - THIN);
  const inner = [];
  for (let row = 0; row < size; row += box.rows) {
    for (let column = 0; column < size; column += box.columns) {
      inner.push({ ...cornerOf(row, column), width: wide, height: high });
    }
  }
  return {
    width: Math.max(width, outer.width),
    height: outer.height + below,
    font: Math.max(LEAST_FONT, side * FONT),
    boxes,
    flows: false,
    order: low ? board.positions : [...board.positions, ...rest],
    frame: { board, outer, inner, cells },
  };
}

/**
 * @param count of cells
 * @param width available
 * @returns with rows of about the same length; without room it is endlessly high
 */
function stripIn(count: number, width: number): Strip {
  const most = Math.floor(width / NARROWEST);
  if (most < 1) return { across: 1, rows: Infinity, width: NARROWEST };
  const rows = Math.ceil(count / most);
  const across = Math.ceil(count / rows);
  return { across, rows, width: Math.min(Math.floor(width / across), WIDEST) };
}
