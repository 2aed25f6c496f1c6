/** Where the cells are. A layout does not depend on the step, so nothing moves while a block plays. */

import type { Frame } from "./board.ts";

/** In CSS pixels; `font` where it differs from the others'. */
export type Box = { x: number; y: number; width: number; height: number; font?: number };
/**
 * `boxes` by position; `flows`: as a text, else as a grid; `pad`: between the text of a token and the left edge of its
 * box in a text; `close`: with little room between the words; `order`: how the positions read, where that is not their
 * own order; `frame` of a board
 */
export type Layout = {
  width: number;
  height: number;
  font: number;
  boxes: Box[];
  flows: boolean;
  pad?: number;
  close?: boolean;
  order?: number[];
  frame?: Frame;
};
export type Grid = Layout & { columns: number; rows: number; cellWidth: number; cellHeight: number };
/**
 * `height` 0: as much as it takes; `scale` of the letters; `low`: cells may be as low as a word allows, and lower where
 * there are many; `least`: how high they are at least, for a finger that presses them; `letters`: how large those of a
 * kept word are to be, if need be in fewer columns, for readers far away
 */
export type Room = { width: number; height: number; scale: number; low?: boolean; least?: number; letters?: number };

/** Numbers of columns to choose from. */
const COLUMNS = [4, 7, 8, 16, 32, 64];
/** The narrowest cell with room for a short word, and for half of one where there are many positions. */
const [COMFORTABLE, TIGHT] = [50, 28];
const MANY = 512;
/** How much wider than high a cell is at best. */
const SHAPE = 1.3;
export const LOWEST = 22;
const HIGHEST = 128;
/** The space around a cell's ground, in pixels. */
export const GAP = 1;
/** The smallest letters on the page. */
export const LEAST_FONT = 12;
const MOST_FONT = 30;
/** Letters take this share of a cell's height, and of its width. */
const [OF_HEIGHT, OF_WIDTH] = [0.45, 0.28];
/** The lowest cell with room for a word; lower ones show only their colour. */
export const LEAST_WORDED = 16;

/**
 * Lays out a grid whose cells have room for a short word and are not far from square, with few of them missing in the
 * last row; the rows share the height.
 *
 * @param room available
 * @param across how many columns; by default as many as fit best
 */
export function gridFor(
  positions: number,
  { width, height, scale, low = false, least: lowest = 0 }: Room,
  across?: number,
): Grid {
  const many = positions > MANY;
  const least = (many ? TIGHT : COMFORTABLE) * scale;
  const fitting = COLUMNS.filter((columns) => width / columns >= least);
  const choices = fitting.length > 0 ? fitting : [COLUMNS[0]];
  const usual = (many ? 22 : 28) * scale;
  const high = (columns: number) => height / Math.ceil(positions / columns);
  const ragged = (columns: number) => (Math.ceil(positions / columns) * columns) / positions - 1;
  const off = (columns: number) => Math.abs(Math.log(width / columns / high(columns) / SHAPE)) + 2 * ragged(columns);
  const best =
    height > 0 ? choices.reduce((one, other) => (off(other) < off(one) ? other : one)) : choices[choices.length - 1];
  const columns = Math.min(across ?? best, positions);
  const rows = Math.ceil(positions / columns);
  const cellWidth = Math.floor(width / columns);
  const floor = low ? (many ? LOWEST / 3 : LEAST_WORDED) : Math.max(LOWEST * scale, lowest);
  const shared = Math.min(Math.max(height / rows, floor), HIGHEST);
  const cellHeight = Math.floor(height > 0 ? shared : Math.max(usual, lowest));
  const fitted = scale * Math.min(cellHeight * OF_HEIGHT, cellWidth * OF_WIDTH);
  const font = Math.min(Math.max(LEAST_FONT, fitted), MOST_FONT * scale);
  const boxes = Array.from({ length: positions }, (_, position) => {
    const [x, y] = [(position % columns) * cellWidth, Math.floor(position / columns) * cellHeight];
    return { x, y, width: cellWidth, height: cellHeight };
  });
  const size = { columns, rows, cellWidth, cellHeight };
  return { ...size, font, width: columns * cellWidth, height: rows * cellHeight, boxes, flows: false };
}

/** @returns the position there; null beside or below the cells */
export function positionAt({ boxes }: Layout, x: number, y: number): number | null {
  const position = boxes.findIndex(
    (box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
  );
  return position === -1 ? null : position;
}

/**
 * @param key ArrowLeft, ArrowRight, ArrowUp or ArrowDown
 * @returns the position next to it in that direction; null at the edge
 */
export function neighbour({ boxes, order }: Layout, position: number, key: string): number | null {
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const place = (order ? order.indexOf(position) : position) + (key === "ArrowLeft" ? -1 : 1);
    const next = order ? order[place] : place;
    return boxes[next]?.width > 0 ? next : null;
  }
  const from = boxes[position];
  const sign = key === "ArrowUp" ? -1 : 1;
  const line = Math.min(...boxes.map(({ y }) => sign * (y - from.y)).filter((apart) => apart > 0));
  const middle = ({ x, width }: Box) => x + width / 2;
  let nearest = null;
  let least = Infinity;
  boxes.forEach((box, candidate) => {
    if (box.width === 0) return;
    const apart = Math.abs(middle(box) - middle(from));
    if (sign * (box.y - from.y) === line && apart < least) [nearest, least] = [candidate, apart];
  });
  return nearest;
}
