import assert from "node:assert/strict";
import { test } from "node:test";
import { columnWidths, wordGrid } from "./columns.ts";

test("columns stay alike while each has room; a long word widens its own, and without room for all each gets its share", () => {
  assert.deepEqual(columnWidths(200, [10, 50, 50, 30]), [50, 50, 50, 50]);
  assert.deepEqual(columnWidths(200, [10, 62, 50, 10]), [44, 62, 50, 44]);
  const widths = columnWidths(865, [...Array(15).fill(30), 70]);
  assert.equal(
    widths.reduce((sum, one) => sum + one, 0),
    16 * 54,
    "they fill what equal columns would",
  );
  assert.ok(widths[15] >= 70 && widths.every((width) => width >= 40));
  const tight = columnWidths(200, [90, 90, 90, 10]);
  assert.equal(tight[0] + tight[1] + tight[2] + tight[3], 200);
  assert.ok(tight[3] === 38 && tight.slice(0, 3).every((width) => width > 50));
});

test("cells stand beside each other, each as wide as its column", () => {
  const { boxes } = wordGrid(16, { width: 355, height: 300, scale: 1 }, [...Array(15).fill(10), 60]);
  const [last] = boxes.slice(-1);
  assert.ok(last.width >= (60 * 20) / 12, "a long word has room in larger letters too");
  assert.ok(boxes.every(({ x, width, y }, at) => y !== boxes[at + 1]?.y || x + width === boxes[at + 1].x));
});

test("where cells may take any height, there are fewer columns if long words need them", () => {
  const room = { width: 355, height: 0, scale: 1, letters: 0 };
  assert.equal(wordGrid(128, room, Array(128).fill(45)).columns, 7);
  const wide = wordGrid(128, room, Array(128).fill(66));
  assert.equal(wide.columns, 5);
  assert.ok(wide.boxes.every(({ x, width }) => width >= 66 && x + width <= 355));
});

test("large letters are had in fewer columns, where their words need them", () => {
  const room = { width: 1270, height: 508, scale: 1 };
  const short = Array(128).fill(30);
  const long = Array.from({ length: 128 }, (_, position) => (position % 3 === 0 ? 48 : 30));
  assert.equal(wordGrid(128, { ...room, letters: 22 }, short).columns, 16);
  assert.equal(wordGrid(128, room, long).columns, 16, "nobody asked for large ones");
  const { columns, font, boxes, height } = wordGrid(128, { ...room, letters: 22 }, long);
  assert.ok(columns < 16 && font >= 22 && height <= 508);
  assert.ok(boxes.every(({ width }, position) => width >= (long[position] * 22) / 12));
});

test("where no number of columns has such letters, the one with the largest is taken", () => {
  const room = { width: 1270, height: 300, scale: 1 };
  const needs = Array(128).fill(40);
  const { font } = wordGrid(128, { ...room, letters: 22 }, needs);
  assert.ok(font < 22 && font >= wordGrid(128, room, needs).font);
});
