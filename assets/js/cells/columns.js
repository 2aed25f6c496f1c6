/** Columns as wide as their longest words need: those with short words give way. */

import { gridFor } from "./layout.js";

/** What a column keeps, of an equal share, however short its words are; and the most that a long word gets. */
const [LEAST, MOST] = [0.75, 2];
/** How many numbers of columns are tried, and the least. */
const [FEWER, LEAST_COLUMNS] = [3, 4];

/**
 * @param {number} width of all columns
 * @param {number[]} needs width that the words of each column need
 * @returns {number[]} whole widths, which add up to the width; all alike if that is enough
 */
export function columnWidths(width, needs) {
  const even = Math.floor(width / needs.length);
  const wanted = needs.map((need) => Math.min(Math.ceil(need), MOST * even));
  const lacking = wanted.map((want) => Math.max(want - even, 0));
  const spare = wanted.map((want) => Math.max(even - Math.max(want, Math.ceil(LEAST * even)), 0));
  const [lack, room] = [lacking, spare].map((all) => all.reduce((sum, one) => sum + one, 0));
  if (lack === 0 || room === 0) return needs.map(() => even);
  const [gain, loss] = [Math.min(1, room / lack), Math.min(1, lack / room)];
  let [sum, edge] = [0, 0];
  return needs.map((_, column) => {
    sum += even + lacking[column] * gain - spare[column] * loss;
    const next = Math.round(sum);
    const wide = next - edge;
    edge = next;
    return wide;
  });
}

/**
 * @param {number} columns
 * @param {number[]} needs width that the words of each position need
 * @returns {number[]} and those of each column
 */
const needsOf = (columns, needs) =>
  Array.from({ length: columns }, (_, column) =>
    Math.max(...needs.filter((_, position) => position % columns === column)),
  );

/**
 * @param {number} positions
 * @param {import("./layout.js").Room} room available; where its height has no bound, there may be fewer columns, so that all words fit
 * @param {number[]} needs width that the words of each position need
 * @returns {import("./layout.js").Grid} with columns as wide as their words need, as far as there is room
 */
export function wordGrid(positions, room, needs) {
  const usual = gridFor(positions, room);
  const fewer =
    room.height > 0
      ? []
      : Array.from({ length: FEWER }, (_, by) => usual.columns - by).filter((columns) => columns >= LEAST_COLUMNS);
  const enough = fewer.find(
    (columns) =>
      needsOf(columns, needs).reduce((sum, need) => sum + Math.max(need, LEAST * (room.width / columns)), 0) <=
      room.width - columns,
  );
  const grid = enough === undefined || enough === usual.columns ? usual : gridFor(positions, room, enough);
  const { columns } = grid;
  const widths = columnWidths(grid.width, needsOf(columns, needs));
  const lefts = widths.map((_, column) => widths.slice(0, column).reduce((sum, one) => sum + one, 0));
  const boxes = grid.boxes.map((box, position) => ({
    ...box,
    x: lefts[position % columns],
    width: widths[position % columns],
  }));
  return { ...grid, boxes };
}
