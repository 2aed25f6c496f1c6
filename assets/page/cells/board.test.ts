import assert from "node:assert/strict";
import { test } from "node:test";
import { boardLayout } from "./board.ts";
import { CONFLICT, GIVEN, MISCOPIED, marksOf } from "./board-marks.ts";
import { DRAWN, KEPT, NOISE, REOPENED_NOISE } from "./appearance.ts";
import { areApart } from "../testing/apart.ts";
import { neighbour, positionAt } from "./layout.ts";
import type { Size } from "../rules/sudoku.ts";

const board = (size: Size, clues = Array(size * size).fill(0)) => ({
  size,
  clues,
  positions: clues.map((_, cell) => cell + Math.floor(cell / size)),
});
const layout = (size: Size, width: number = 1010, height: number = 470, positions = 128) =>
  boardLayout(board(size), positions, { width, height, scale: 1 });

for (const size of [4, 6, 9] as const)
  test(`${size}x${size}: every position has a place, none overlap, none stick out, and the pointer finds each`, () => {
    for (const [width, height] of [
      [300, 0],
      [1010, 470],
      [870, 220],
      [940, 60],
    ]) {
      const placed = layout(size, width, height);
      const { boxes, height: high, frame } = placed;
      assert.equal(boxes.length, 128);
      areApart(boxes, placed);
      const cells = frame.board.positions.map((position) => boxes[position]);
      assert.ok(
        cells.every((box) => box.width === box.height && box.width === cells[0].width && box.width >= 20),
        "square, and of one size",
      );
      assert.ok(placed.width <= width);
      if (height > 200) assert.ok(high <= height && high > height - 2 * size, "as large as fits");
      boxes.forEach((box, at) => assert.equal(positionAt(placed, box.x + box.width / 2, box.y + box.height / 2), at));
    }
  });

test("thick lines stand around the boxes, thin ones between other cells", () => {
  for (const [size, columns, rows] of [
    [4, 2, 2],
    [6, 3, 2],
    [9, 3, 3],
  ] as const) {
    const { boxes, frame } = layout(size);
    const at = (row: number, column: number) => boxes[row * (size + 1) + column];
    for (let i = 1; i < size; i += 1) {
      assert.equal(at(0, i).x - at(0, i - 1).x - at(0, 0).width, i % columns === 0 ? 3 : 1);
      assert.equal(at(i, 0).y - at(i - 1, 0).y - at(0, 0).width, i % rows === 0 ? 3 : 1);
    }
    assert.equal(frame.inner.length, size);
    const left = at(0, 0).x - frame.outer.x;
    assert.deepEqual(
      [left, at(0, 0).y, frame.outer.x + frame.outer.width - at(0, size - 1).x - at(0, 0).width],
      [3, 3, 3],
    );
  }
});

test("line breaks and padding stand beside the board where that makes it larger, else below; the board is centred", () => {
  const { boxes, frame, height: high } = layout(9);
  assert.deepEqual([boxes[0].width, high <= 470], [50, true], "as large as the height lets it be");
  assert.ok(boxes[9].x > frame.outer.x + frame.outer.width, "beside");
  assert.ok(Math.abs(2 * frame.outer.x + frame.outer.width - 1010) <= 1);
  const narrow = layout(9, 355, 470);
  assert.ok(narrow.boxes[9].y > narrow.frame.outer.height, "there is no room beside it");
});

test("where there is little room, what is no cell has no place, and every key still leads to a cell", () => {
  const placed = boardLayout(board(9), 128, { width: 460, height: 206, scale: 1, low: true });
  assert.equal(placed.boxes[0].width, 20, "the height is the board's alone: 18 for lines, and 9 cells of 20");
  assert.ok(placed.height <= 206);
  assert.deepEqual([placed.boxes[9].width, placed.boxes[127].height], [0, 0]);
  assert.equal(positionAt(placed, placed.frame.outer.x - 1, 5), null);
  assert.equal(neighbour(placed, 88, "ArrowRight"), null, "the last cell is the end");
});

test("arrow keys go to the neighbouring cell, from the end of a row to the next, and below the board; every position can be reached", () => {
  const placed = layout(9);
  const go = (from: number, key: string) => neighbour(placed, from, `Arrow${key}`);
  assert.deepEqual([go(0, "Right"), go(8, "Right"), go(10, "Left"), go(0, "Left")], [1, 10, 8, null]);
  assert.deepEqual([go(0, "Down"), go(10, "Up"), go(4, "Up"), go(44, "Down")], [10, 0, null, 54]);
  assert.equal(go(88, "Right"), 9, "after the last cell comes the first line break");
  assert.equal(placed.frame.cells[Number(go(80, "Down"))], -1);
  const seen = new Set([0]);
  for (let at = 0 as number | null; at !== null; at = go(at, "Right")) seen.add(at);
  assert.equal(seen.size, 128);
});

test("marks: given cells always, conflicts and miscopied clues only where something was drawn", () => {
  const clues = [1, ...Array(15).fill(0)];
  const { frame } = boardLayout(board(4, clues), 20, { width: 400, height: 400, scale: 1 });
  const run = {
    header: { spec: { settings: {} } },
    tokens: new Map(["", "1", "2", "3", "4", "\n", "cat"].entries()),
  } as any;
  const ids = Int32Array.from([2, 2, 6, 4, 5, 3, 4, 1, 2, 5, 2, 1, 4, 3, 5, 4, 3, 2, 1, 6]);
  const marks = (looks: number[]) => [
    ...marksOf(frame, run, { ids, looks: Uint8Array.from({ length: 20 }, (_, at) => looks[at] ?? KEPT) }),
  ];
  const whole = marks([]);
  assert.deepEqual(whole.slice(0, 5), [GIVEN + CONFLICT + MISCOPIED, CONFLICT, 0, 0, 0]);
  assert.equal(whole[19], 0);
  assert.deepEqual(marks(Array(20).fill(NOISE)), [GIVEN, ...Array(19).fill(0)], "noise is only shaded");
  const thrown = marks([DRAWN, REOPENED_NOISE]);
  assert.deepEqual(
    [thrown[1], thrown[0] & MISCOPIED],
    [0, MISCOPIED],
    "a thrown back digit is in no conflict any more",
  );
  run.header.spec.settings.way = "autoregressive";
  assert.deepEqual(
    marks([KEPT, ...Array(19).fill(DRAWN)]).slice(0, 3),
    [GIVEN + MISCOPIED, 0, 0],
    "nothing is wrong ahead of the writer",
  );
  assert.deepEqual(marks(Array(20).fill(DRAWN)), [GIVEN, ...Array(19).fill(0)]);
});
