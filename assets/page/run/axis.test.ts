import assert from "node:assert/strict";
import { test } from "node:test";
import { Axis } from "./axis.ts";

const lane = (moments: number): any => ({ moments: Array(moments).fill(null) });
const [long, short] = [lane(5), lane(3)];
const ticks = [0, 1, 2, 3, 4];

test("by pass, a tick is a moment of every lane", () => {
  const axis = new Axis([long, short]);
  assert.equal(axis.count, 5);
  for (const tick of ticks) assert.deepEqual(axis.places(tick), [tick, tick]);
  assert.equal(axis.tickOf(1, 2), 2);
});

test("by what is spent, each lane stands at what it had paid for, and the cheaper one is over first", () => {
  const spent = [ticks.map((tick) => 10 * tick), [0, 10, 20]];
  const axis = new Axis([long, short], spent, "work");
  assert.deepEqual(
    ticks.map((tick) => axis.value(tick)),
    spent[0],
  );
  for (const tick of ticks) assert.deepEqual(axis.places(tick), [tick, Math.min(tick, 3)], "3 of 3 moments: over");
  assert.deepEqual([axis.tickOf(1, 2), axis.last(0), axis.last(1)], [2, 4, 2]);
});

test("a lane with dear passes moves on rarely, one with cheap ones skips moments; both end at their own ends", () => {
  const axis = new Axis([long, short], [ticks, [0, 50, 100]], "seconds");
  assert.equal(axis.count, 5);
  const places = (lane: number) => ticks.map((tick) => axis.place(lane, tick));
  assert.deepEqual([...places(0), ...places(1)], [4, 5, 5, 5, 5, 0, 0, 1, 1, 2]);
  assert.ok(Math.abs(axis.last(0) - 0.16) < 1e-9);
});

test("every moment of the longest lane is seen; a lane without a step has none at any time, and no lanes have no ticks", () => {
  const axis = new Axis([long], [[0, 13, 23, 33, 43]]);
  for (const tick of ticks) assert.equal(axis.place(0, tick), tick);
  assert.equal(new Axis([long, lane(0)], [ticks, []]).place(1, 3), 0);
  assert.equal(new Axis([]).count, 0);
  assert.equal(new Axis([]).place(0, -1), -1);
});
