/** Columns as wide as their longest words need: those with short words give way. */

import { gridFor, LEAST_FONT } from "./layout.ts";
import type { Grid, Room } from "./layout.ts";

/** What a column keeps, of an equal share, however short its words are: less for words that would be cut than for larger letters; and the most that a long word gets. */
const [LEAST, LEAST_WHOLE, MOST] = [0.9, 0.75, 2];
/** How many numbers of columns are tried, and the least. */
const [FEWER, LEAST_COLUMNS] = [3, 4];
/** Sizes of letters are tried in steps of so many pixels. */
const FINER = 0.25;

/**
 * @param width of all columns
 * @param needs width that the words of each column need
 * @param share of an equal width that a column keeps
 * @returns whole widths, which add up to the width; all alike if that is enough
 */
export function columnWidths(width: number, needs: number[], share: number = LEAST_WHOLE): number[] {
  const even = Math.floor(width / needs.length);
  const wanted = needs.map((need) => Math.min(Math.ceil(need), MOST * even));
  const lacking = wanted.map((want) => Math.max(want - even, 0));
  const spare = wanted.map((want) => Math.max(even - Math.max(want, Math.ceil(share * even)), 0));
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
 * @param needs width that the words of each position need, in the least letters
 * @returns the largest letters, up to those of the grid, in which all words have room, and the width of each column;
 * under the least letters where not all words have it
 */
function fitOf({ columns, font, width }: Grid, needs: number[]): { letters: number; widths: number[] } {
  const least = Array.from({ length: columns }, (_, column) =>
    Math.max(...needs.filter((_, position) => position % columns === column)),
  );
  const even = Math.floor(width / columns);
  const needsIn = (letters: number) => least.map((need) => Math.ceil((need * letters) / LEAST_FONT));
  const fits = (letters: number, share: number) =>
    needsIn(letters).reduce((sum, need) => sum + Math.max(need, Math.ceil(share * even)), 0) <= width;
  let letters = font;
  while (letters > LEAST_FONT && !fits(letters, LEAST)) letters -= FINER;
  if (letters > LEAST_FONT) return { letters, widths: columnWidths(width, needsIn(letters), LEAST) };
  return { letters: fits(LEAST_FONT, LEAST_WHOLE) ? LEAST_FONT : 0, widths: columnWidths(width, least) };
}

/**
 * @param room available; where its height has no bound, or letters are to be large, there may be fewer columns, so that
 * all words fit
 * @param needs width that the words of each position need, in the least letters
 * @returns with columns as wide as their words need, as far as there is room
 */
export function wordGrid(positions: number, room: Room, needs: number[]): Grid {
  const usual = gridFor(positions, room);
  const letters = Math.max(room.letters ?? 0, LEAST_FONT);
  const fixed = room.height > 0 && letters === LEAST_FONT;
  const tried = Array.from({ length: fixed ? 1 : FEWER }, (_, by) => usual.columns - by)
    .filter((columns) => columns >= LEAST_COLUMNS || columns === usual.columns)
    .map((columns) => {
      const rows = Math.ceil(positions / columns);
      const grid = columns === usual.columns ? usual : gridFor(positions, room, Math.ceil(positions / rows));
      return { grid, ...fitOf(grid, needs) };
    });
  const best = tried.reduce((one, other) => (other.letters > one.letters ? other : one));
  const { grid, widths } = tried.find((one) => one.letters >= letters) ?? best;
  const { columns } = grid;
  const lefts = widths.map((_, column) => widths.slice(0, column).reduce((sum, one) => sum + one, 0));
  const boxes = grid.boxes.map((box, at) => ({ ...box, x: lefts[at % columns], width: widths[at % columns] }));
  return { ...grid, boxes };
}
