/** Where the cells stand. The grid depends on the number of positions and the width alone, so nothing moves while playing. */

/** @typedef {{ columns: number, rows: number, cellWidth: number, cellHeight: number, width: number, height: number, font: number }} Grid in CSS pixels */

/** Numbers of columns to choose from: each reads as a round number of positions. */
const COLUMNS = [4, 8, 16, 32, 64];

/**
 * The most columns whose cells are still wide enough to hold a short word; many positions make do with narrower cells.
 *
 * @param {number} positions
 * @param {number} width that there is
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
  return { columns, rows, cellWidth, cellHeight, width: columns * cellWidth, height: rows * cellHeight, font };
}

/**
 * @param {Grid} grid
 * @param {number} position from 0
 * @returns {{ x: number, y: number }} its upper left corner
 */
export function cornerOf(grid, position) {
  return { x: (position % grid.columns) * grid.cellWidth, y: Math.floor(position / grid.columns) * grid.cellHeight };
}

/**
 * @param {Grid} grid
 * @param {number} x
 * @param {number} y
 * @param {number} positions
 * @returns {number | null} the position there; null beside or below the cells
 */
export function positionAt(grid, x, y, positions) {
  const [column, line] = [Math.floor(x / grid.cellWidth), Math.floor(y / grid.cellHeight)];
  const position = line * grid.columns + column;
  return column >= 0 && column < grid.columns && line >= 0 && position < positions ? position : null;
}
