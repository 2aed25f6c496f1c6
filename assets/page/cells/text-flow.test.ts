import assert from "node:assert/strict";
import { test } from "node:test";
import { readTrace } from "../run/trace.ts";
import { WireReader } from "../run/wire.ts";
import { areApart } from "../testing/apart.ts";
import { messages, recorded, traceFile } from "../testing/fixtures.ts";
import { neighbour, positionAt } from "./layout.ts";
import { Places, flowOf } from "./text-flow.ts";
import type { Recording } from "../run/recording.ts";
import type { Layout } from "./layout.ts";

/** Ten pixels a character; a box has 8 more. */
const measure = (text: string) => 10 * [...text].length;

const flow = (tokens: string[], width: number = 300, positions: number = tokens.length) =>
  flowOf(tokens, positions, width, measure);

/** @returns the line of each box */
const lines = ({ boxes }: Layout): number[] => boxes.map(({ y }) => y / 30);

test("tokens stand one after another in boxes of one width, and only a token that needs more has more", () => {
  const { boxes, width, height, flows } = flow(["if", " eleph", "    ", "\t", " x"]);
  assert.deepEqual(
    boxes.map((box) => box.width),
    [59, 68, 59, 59, 59],
    "a line of 300 pixels holds five",
  );
  assert.deepEqual(
    boxes.map(({ x }) => x),
    [0, 60, 129, 189, 0],
  );
  assert.ok(boxes.every((box) => box.height === 28));
  assert.deepEqual([boxes[3].y, boxes[4].y, width, height, flows], [0, 30, 300, 60, true]);
  assert.equal(flow([" elep"]).boxes[0].width, 59, "50 pixels and the space beside them just fit");
  assert.equal(flow(["a"], 54).boxes[0].width, 54);
  assert.equal(flow(["a"], 40).boxes[0].width, 40, "not wider than its line");
});

test("a token that does not fit begins the next line, and one that never fits is as wide as the line", () => {
  assert.deepEqual(lines(flow(["aaaaaaaa", "bbbbbbbb", "cccccccccc"])), [0, 0, 0]);
  assert.deepEqual(lines(flow(["aaaaaaaa", "bbbbbbbb", "ccccccccccccc"])), [0, 0, 1]);
  const { boxes } = flow(["a", "x".repeat(200), "b"], 100);
  assert.deepEqual([boxes[1].width, boxes[1].y, boxes[2].y], [100, 30, 60]);
});

test("a newline ends its line; empty lines are kept, up to two in a step, but do not outgrow a canvas", () => {
  assert.deepEqual(
    lines(flow(["1", "2", "\n", "3", "\n\n", "4", `x${"\n".repeat(200)}`, "5"], 600)),
    [0, 0, 0, 1, 1, 3, 3, 6],
  );
  assert.equal(flow(Array(100).fill("\n")).height, 3000);
  const { height, boxes } = flow(Array(1024).fill("\n\n\n"));
  assert.ok(height <= 4096 * 2, String(height));
  assert.equal(boxes.length, 1024);
});

test("what follows the text stands below it in equal cells", () => {
  const { boxes } = flow(["a", "b"], 300, 20);
  const following = boxes.slice(2, 5).flatMap(({ x, y, width }) => [x, y, width]);
  assert.deepEqual(following, [0, 30, 59, 60, 30, 59, 120, 30, 59]);
  assert.equal(boxes[7].y, 60, "five of them fill a line");
  assert.equal(lines(flow(["a", "\n"], 300, 3))[2], 1, "no empty line after a newline");
});

test("no two boxes overlap, whatever the tokens", () => {
  const tokens = ["\u202eabc", "", "\u200b", "שלום", "👩‍👩‍👧", "\n\n", "<b>", "x".repeat(90), " ", "é"];
  const layout = flow([...tokens, ...tokens], 120, 40);
  areApart(layout.boxes, layout);
});

test("pointer and arrow keys find the boxes of a text", () => {
  const layout = flow(["aaaa", "\n", "b", "c", "d", "\n", "e"]);
  assert.deepEqual([positionAt(layout, 1, 1), positionAt(layout, 1, 31)], [0, 2]);
  assert.deepEqual(
    [positionAt(layout, 59, 1), positionAt(layout, 1, 29), positionAt(layout, 400, 1)],
    [null, null, null],
  );
  const go = (from: number, key: string) => neighbour(layout, from, `Arrow${key}`);
  assert.deepEqual([go(0, "Down"), go(1, "Down"), go(4, "Up"), go(5, "Down"), go(6, "Up")], [2, 3, 1, 6, 2]);
  assert.deepEqual([go(0, "Up"), go(6, "Down"), go(1, "Right")], [null, null, 2]);
});

test("all steps of a block share the places that its last argmax canvas gives", async () => {
  const recording = await readTrace(traceFile(), "two blocks");
  const text = new Places(recording, "text", { width: 300, height: 0, scale: 1 }, measure);
  assert.equal(text.at(0), text.at(1));
  assert.deepEqual(
    text.at(0).boxes.map(({ width }) => width),
    [59, 59, 59, 59],
    " cat, red, ball, newline at the end: noise was in all of them",
  );
  const shifted = text.at(2).boxes.flatMap(({ x, y }) => [x, y]);
  assert.deepEqual(shifted, [0, 0, 0, 30, 60, 30, 120, 30], "a full stop, then the tail");
  assert.deepEqual([text.width, text.height], [300, 60], "room for the higher of both");
  const grid = new Places(recording, "grid", { width: 300, height: 0, scale: 1 }, measure);
  assert.equal(grid.at(0), grid.at(2));
  assert.deepEqual([grid.at(0).flows, grid.width, grid.height], [false, 300, 28]);
});

/** @returns a run that has only begun, and the messages that go on */
function begun() {
  const reader = new WireReader("r");
  const [start, ...frames] = messages();
  reader.read(start);
  return { reader, frames, recording: reader.recording as Recording };
}

test("a block that still runs stands in the grid, and as a text from its last step on", () => {
  const { reader, frames, recording } = begun();
  const text = new Places(recording, "text", { width: 300, height: 0, scale: 1 }, measure);
  reader.read(frames[0]);
  assert.deepEqual([text.at(0).flows, text.height], [false, 28]);
  reader.read(frames[1]);
  assert.deepEqual([text.at(0).flows, text.at(1).flows, text.height], [true, true, 30]);
  reader.read(frames[2]);
  reader.read(frames[3]);
  assert.deepEqual([text.at(2).flows, text.height], [true, 60]);
});

test("where cells would be too low for words, a run that is over reads as close text without what follows it", async () => {
  const recording = await recorded("assets/recorded/lily.trace");
  const room = { width: 900, height: 80, scale: 1 };
  const places = new Places(recording, "grid", { ...room, low: true }, measure);
  const end = recording.frames.length - 1;
  const { boxes, flows, font } = places.at(end);
  assert.ok(flows && font < 15);
  const shown = boxes.filter(({ width }) => width > 0).length;
  assert.ok(shown > 0 && boxes.slice(shown).every(({ width }) => width === 0));
  assert.equal(neighbour(places.at(end), shown - 1, "ArrowRight"), null);
  assert.ok(!new Places(recording, "grid", room, measure).at(end).flows, "one canvas alone stays a grid and scrolls");
  assert.ok(
    !new Places(recording, "grid", { ...room, height: 900, low: true }, measure).at(end).flows,
    "as it does with room",
  );
});

test("where cells would be too low for words, a block that still runs stands in boxes of one width, its end included", () => {
  const { reader, frames, recording } = begun();
  const room = { width: 300, height: 15, scale: 1 };
  const places = new Places(recording, "grid", { ...room, low: true }, measure);
  reader.read(frames[0]);
  const { boxes, flows, font } = places.at(0);
  assert.deepEqual([flows, font, new Set(boxes.map(({ width }) => width)).size], [true, 12, 1]);
  assert.ok(boxes.every(({ width, height }) => width >= 34 && height >= 15));
  assert.equal(places.height, places.before(1).height);
  assert.equal(new Places(recording, "grid", room, measure).at(0).flows, false, "with a scroll bar it stays a grid");
});
