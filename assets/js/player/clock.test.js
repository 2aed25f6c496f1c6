import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock } from "./clock.js";

function loaded(count = 10, step = 0) {
  const clock = new Clock();
  clock.grow(count);
  clock.seek(step);
  return clock;
}

test("plays at its speed and keeps the remainder of time", () => {
  const clock = loaded();
  clock.speed = 4;
  clock.play();
  assert.equal(clock.tick(200), false);
  assert.equal(clock.tick(100), true);
  assert.equal(clock.moment, 1);
  clock.tick(500);
  assert.equal(clock.moment, 3, "0.8 s at 4 steps a second");
});

test("one step per picture, however long a picture takes", () => {
  const clock = loaded();
  clock.speed = Infinity;
  clock.play();
  clock.tick(1);
  clock.tick(200);
  assert.equal(clock.moment, 2);
});

test("stops at the last step, and starts over from there", () => {
  const clock = loaded(3, 1);
  clock.speed = 1;
  clock.play();
  clock.tick(5000);
  assert.deepEqual([clock.moment, clock.playing], [2, false]);
  clock.play();
  assert.deepEqual([clock.moment, clock.playing], [0, true]);
});

test("going somewhere by hand pauses and stays within the run", () => {
  const clock = loaded();
  clock.play();
  clock.seek(99);
  assert.deepEqual([clock.moment, clock.playing], [9, false]);
  clock.seek(-5);
  assert.equal(clock.moment, 0);
});

test("a streaming run is followed until the reader looks elsewhere", () => {
  const clock = loaded();
  clock.follow();
  assert.equal(clock.moment, -1);
  clock.grow(1);
  clock.grow(2);
  assert.equal(clock.moment, 1);
  clock.seek(0);
  clock.grow(3);
  assert.equal(clock.moment, 0);
});

test("the end of a stream leaves the step where it is", () => {
  const clock = loaded();
  clock.follow();
  clock.grow(4);
  clock.finish();
  clock.grow(4);
  assert.deepEqual([clock.moment, clock.following], [3, false]);
});

test("a run of no or one step does not play", () => {
  for (const count of [0, 1]) {
    const clock = loaded(count);
    clock.play();
    assert.equal(clock.playing, false);
    assert.equal(clock.tick(1000), false);
  }
  assert.equal(loaded(0).moment, -1);
});
