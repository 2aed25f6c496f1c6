/** Where the cells are. A layout does not depend on the step, so nothing moves while a block plays. */

/** @typedef {{ x: number, y: number, width: number, height: number }} Box in CSS pixels */
/** @typedef {{ width: number, height: number, font: number, boxes: Box[], flows: boolean }} Layout `boxes` by position, in reading order; `flows`: as a text, else as a grid */
/** @typedef {Layout & { columns: number, rows: number, cellWidth: number, cellHeight: number }} Grid */

/** Numbers of columns to choose from; each is a round number of positions. */
const COLUMNS = [4, 8, 16, 32, 64];

/**
 * Lays out a grid with as many columns as leave room for a short word in a cell; many positions get narrower cells.
 *
 * @param {number} positions
 * @param {number} width available
 * @returns {Grid}
 */
export function gridFor(positions, width) {
  const comfortable = positions > 512 ? 28 : 40;
  const fitting = COLUMNS.filter((columns) => width / columns >= comfortable);
  const columns = Math.min(fitting.at(-1) ?? COLUMNS[0], positions);
  const rows = Math.ceil(positions / columns);
  const cellWidth = Math.floor(width / columns);
  const cellHeight = positions > 512 ? 22 : positions > 128 ? 28 : 36;
  const font = cellWidth < 40 ? 10 : cellWidth < 48 ? 11.5 : 13;
  const size = { columns, cellWidth, cellHeight };
  const boxes = Array.from({ length: positions }, (_, position) => {
    return { ...cornerOf(size, position), width: cellWidth, height: cellHeight };
  });
  return { ...size, rows, font, width: columns * cellWidth, height: rows * cellHeight, boxes, flows: false };
}

/**
 * @param {Pick<Grid, "columns" | "cellWidth" | "cellHeight">} grid
 * @param {number} position from 0
 * @returns {{ x: number, y: number }} its upper left corner
 */
export function cornerOf(grid, position) {
  return { x: (position % grid.columns) * grid.cellWidth, y: Math.floor(position / grid.columns) * grid.cellHeight };
}

/**
 * @param {Layout} layout
 * @param {number} x
 * @param {number} y
 * @returns {number | null} the position there; null beside or below the cells
 */
export function positionAt({ boxes }, x, y) {
  const position = boxes.findIndex((box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height);
  return position === -1 ? null : position;
}

/**
 * @param {Layout} layout
 * @param {number} position
 * @param {string} key ArrowLeft, ArrowRight, ArrowUp or ArrowDown
 * @returns {number | null} the position next to it in that direction; null at the edge
 */
export function neighbour({ boxes }, position, key) {
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const next = position + (key === "ArrowLeft" ? -1 : 1);
    return next in boxes ? next : null;
  }
  const from = boxes[position];
  const sign = key === "ArrowUp" ? -1 : 1;
  const line = Math.min(...boxes.map(({ y }) => sign * (y - from.y)).filter((apart) => apart > 0));
  const middle = (/** @type {Box} */ { x, width }) => x + width / 2;
  let nearest = null;
  let least = Infinity;
  boxes.forEach((box, other) => {
    const apart = Math.abs(middle(box) - middle(from));
    if (sign * (box.y - from.y) === line && apart < least) [nearest, least] = [other, apart];
  });
  return nearest;
}
