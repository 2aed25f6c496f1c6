import assert from "node:assert/strict";
import { test } from "node:test";
import { areApart } from "../testing/apart.ts";
import { gridFor, neighbour, positionAt } from "./layout.ts";

const grid = (positions: number, width: number, height: number = 0, scale: number = 1) =>
  gridFor(positions, { width, height, scale });

test("all have a place, none overlap, none stick out", () => {
  for (const positions of [1, 16, 100, 128, 1024])
    for (const width of [300, 355, 940, 2100]) {
      const { boxes, height } = grid(positions, width);
      assert.equal(boxes.length, positions);
      areApart(boxes, { width, height });
    }
});

test("cells share the height, stay close to square, and have room for a short word; letters grow with them", () => {
  const { columns, cellHeight, height } = grid(128, 1010, 470);
  assert.deepEqual([columns, cellHeight, height], [16, 58, 464]);
  assert.equal(grid(128, 2090, 1000).columns, 16, "a large window has larger cells, not more columns");
  assert.equal(grid(128, 1010, 100).cellHeight, 22, "a low one has them as low as letters allow: the stage scrolls");
  assert.ok(grid(256, 940).cellWidth >= 50 && grid(128, 355).cellWidth >= 50);
  assert.ok(grid(128, 355, 0, 1.25).cellWidth >= 62);
  assert.equal(grid(1024, 900, 300).font, 12);
  assert.ok(grid(128, 2090, 1000).font > grid(128, 1010, 470).font);
  assert.ok(grid(128, 868, 272).font > 15, "a window of 1280x720");
  assert.ok(grid(128, 1270, 508).font > 22, "one of 1366x768 that presents");
});

test("the cell under the pointer is the one that is drawn there; beside the cells is none", () => {
  const layout = grid(20, 400);
  for (let position = 0; position < 20; position += 1) {
    const { x, y } = layout.boxes[position];
    assert.equal(positionAt(layout, x + 1, y + 1), position);
    assert.equal(positionAt(layout, x + layout.cellWidth - 1, y + layout.cellHeight - 1), position);
  }
  const { width, height } = layout;
  assert.deepEqual([positionAt(layout, -1, 5), positionAt(layout, width + 1, 5)], [null, null]);
  assert.deepEqual([positionAt(layout, 5, height + 1), positionAt(layout, width - 1, height - 1)], [null, null]);
});

test("the arrow keys go to the next position and to the nearest one on the next line, and stop at the edges", () => {
  const layout = grid(20, 410);
  assert.equal(layout.columns, 8);
  const go = (from: number, key: string) => neighbour(layout, from, `Arrow${key}`);
  assert.deepEqual([go(0, "Left"), go(0, "Right"), go(7, "Right"), go(19, "Right")], [null, 1, 8, null]);
  assert.deepEqual(
    [go(3, "Up"), go(3, "Down"), go(18, "Up"), go(18, "Down"), go(15, "Down")],
    [null, 11, 10, null, 19],
  );
});
