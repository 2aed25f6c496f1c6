import assert from "node:assert/strict";
import { test } from "node:test";
import { columnWidths, wordGrid } from "./columns.js";

test("columns stay alike while each has room for its words", () => {
  assert.deepEqual(columnWidths(200, [10, 50, 50, 30]), [50, 50, 50, 50]);
});

test("a long word widens its column, and those with short words give way", () => {
  assert.deepEqual(columnWidths(200, [10, 62, 50, 10]), [44, 62, 50, 44]);
  const widths = columnWidths(865, [...Array(15).fill(30), 70]);
  assert.equal(
    widths.reduce((sum, one) => sum + one, 0),
    16 * 54,
    "they fill what equal columns would",
  );
  assert.ok(widths[15] >= 70 && widths.every((width) => width >= 40));
});

test("where there is not room for all, each long word gets its share", () => {
  const widths = columnWidths(200, [90, 90, 90, 10]);
  assert.equal(widths[0] + widths[1] + widths[2] + widths[3], 200);
  assert.ok(widths[3] === 38 && widths.slice(0, 3).every((width) => width > 50));
});

test("cells stand beside each other, each as wide as its column", () => {
  const { boxes } = wordGrid(16, { width: 355, height: 300, scale: 1 }, [...Array(15).fill(10), 110]);
  const [last] = boxes.slice(-1);
  assert.equal(last.width, 110);
  assert.ok(boxes.every(({ x, width, y }, at) => y !== boxes[at + 1]?.y || x + width === boxes[at + 1].x));
});

test("where cells may take any height, there are fewer columns if long words need them", () => {
  const room = { width: 355, height: 0, scale: 1 };
  assert.equal(wordGrid(128, room, Array(128).fill(45)).columns, 7);
  const wide = wordGrid(128, room, Array(128).fill(66));
  assert.equal(wide.columns, 5);
  assert.ok(wide.boxes.every(({ x, width }) => width >= 66 && x + width <= 355));
});
