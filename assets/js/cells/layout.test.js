import assert from "node:assert/strict";
import { test } from "node:test";
import { cornerOf, gridFor, neighbour, positionAt } from "./layout.js";

for (const positions of [1, 16, 64, 100, 128, 256, 1024]) {
  for (const width of [300, 355, 700, 940, 1300, 2100]) {
    test(`${positions} positions in ${width} px: all have a place, none overlap, none stick out`, () => {
      const grid = gridFor(positions, width);
      const corners = new Set();
      for (let position = 0; position < positions; position += 1) {
        const { x, y } = cornerOf(grid, position);
        assert.ok(x + grid.cellWidth <= width && y + grid.cellHeight <= grid.height);
        corners.add(`${x} ${y}`);
      }
      assert.equal(corners.size, positions);
    });
  }
}

test("cells are wide enough for a short word", () => {
  assert.ok(gridFor(256, 940).cellWidth >= 40);
  assert.ok(gridFor(128, 355).cellWidth >= 40);
});

test("the cell under the pointer is the one that is drawn there; beside the cells is none", () => {
  const grid = gridFor(20, 320);
  for (let position = 0; position < 20; position += 1) {
    const { x, y } = cornerOf(grid, position);
    assert.equal(positionAt(grid, x + 1, y + 1), position);
    assert.equal(positionAt(grid, x + grid.cellWidth - 1, y + grid.cellHeight - 1), position);
  }
  const { width, height } = grid;
  assert.deepEqual([[-1, 5], [width + 1, 5], [5, height + 1], [width - 1, height - 1]].map(([x, y]) => positionAt(grid, x, y)), [null, null, null, null]);
});

test("the arrow keys go to the next position and to the nearest one on the next line, and stop at the edges", () => {
  const grid = gridFor(20, 330);
  assert.equal(grid.columns, 8);
  const moves = [[0, "ArrowLeft"], [0, "ArrowRight"], [7, "ArrowRight"], [19, "ArrowRight"], [3, "ArrowUp"], [3, "ArrowDown"], [18, "ArrowUp"], [18, "ArrowDown"], [15, "ArrowDown"]];
  assert.deepEqual(moves.map(([from, key]) => neighbour(grid, Number(from), String(key))), [null, 1, 8, null, null, 11, 10, null, 19]);
});
