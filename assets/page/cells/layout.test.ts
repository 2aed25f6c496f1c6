import assert from "node:assert/strict";
import { test } from "node:test";
import { cornerOf, gridFor, neighbour, positionAt } from "./layout.ts";

const grid = (positions: number, width: number, height: number = 0, scale: number = 1) =>
  gridFor(positions, { width, height, scale });

for (const positions of [1, 16, 64, 100, 128, 256, 1024]) {
  for (const width of [300, 355, 700, 940, 1300, 2100]) {
    test(`${positions} positions in ${width} px: all have a place, none overlap, none stick out`, () => {
      const placed = grid(positions, width);
      const corners = new Set();
      for (let position = 0; position < positions; position += 1) {
        const { x, y } = cornerOf(placed, position);
        assert.ok(x + placed.cellWidth <= width && y + placed.cellHeight <= placed.height);
        corners.add(`${x} ${y}`);
      }
      assert.equal(corners.size, positions);
    });
  }
}

test("cells have room for a short word, and larger letters get wider cells", () => {
  for (const [positions, width] of [
    [256, 940],
    [128, 355],
    [128, 1010],
  ])
    assert.ok(grid(positions, width).cellWidth >= 50);
  assert.ok(grid(128, 355, 0, 1.25).cellWidth >= 62);
});

test("the rows share the height there is, and cells stay close to square", () => {
  const { columns, cellHeight, height } = grid(128, 1010, 470);
  assert.deepEqual([columns, cellHeight, height], [16, 58, 464]);
  assert.equal(grid(128, 2090, 1000).columns, 16, "a large window has larger cells, not more columns");
  assert.equal(grid(128, 1010, 100).cellHeight, 22, "a low one has them as low as letters allow: the stage scrolls");
});

test("letters grow with their cells and are never under 12 pixels", () => {
  assert.equal(grid(1024, 900, 300).font, 12);
  assert.ok(grid(128, 2090, 1000).font > grid(128, 1010, 470).font);
  assert.ok(grid(128, 868, 272).font > 15, "a window of 1280x720");
  assert.ok(grid(128, 1270, 508).font > 22, "one of 1366x768 that presents");
});

test("the cell under the pointer is the one that is drawn there; beside the cells is none", () => {
  const layout = grid(20, 400);
  for (let position = 0; position < 20; position += 1) {
    const { x, y } = cornerOf(layout, position);
    assert.equal(positionAt(layout, x + 1, y + 1), position);
    assert.equal(positionAt(layout, x + layout.cellWidth - 1, y + layout.cellHeight - 1), position);
  }
  const { width, height } = layout;
  assert.deepEqual(
    [
      [-1, 5],
      [width + 1, 5],
      [5, height + 1],
      [width - 1, height - 1],
    ].map(([x, y]) => positionAt(layout, x, y)),
    [null, null, null, null],
  );
});

test("the arrow keys go to the next position and to the nearest one on the next line, and stop at the edges", () => {
  const layout = grid(20, 410);
  assert.equal(layout.columns, 8);
  const moves = [
    [0, "ArrowLeft"],
    [0, "ArrowRight"],
    [7, "ArrowRight"],
    [19, "ArrowRight"],
    [3, "ArrowUp"],
    [3, "ArrowDown"],
    [18, "ArrowUp"],
    [18, "ArrowDown"],
    [15, "ArrowDown"],
  ];
  assert.deepEqual(
    moves.map(([from, key]) => neighbour(layout, Number(from), String(key))),
    [null, 1, 8, null, null, 11, 10, null, 19],
  );
});
