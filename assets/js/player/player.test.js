import assert from "node:assert/strict";
import { test } from "node:test";
import { Player } from "./player.js";

function loaded(count = 10, row = 0) {
  const player = new Player();
  player.grow(count);
  player.seek(row);
  return player;
}

test("plays at its speed and keeps the remainder of time", () => {
  const player = loaded();
  player.speed = 4;
  player.play();
  assert.equal(player.tick(200), false);
  assert.equal(player.tick(100), true);
  assert.equal(player.row, 1);
  player.tick(500);
  assert.equal(player.row, 3, "0.8 s at 4 steps a second");
});

test("one step per picture, however long a picture takes", () => {
  const player = loaded();
  player.speed = Infinity;
  player.play();
  player.tick(1);
  player.tick(200);
  assert.equal(player.row, 2);
});

test("stops at the last row, and starts over from there", () => {
  const player = loaded(3, 1);
  player.speed = 1;
  player.play();
  player.tick(5000);
  assert.deepEqual([player.row, player.playing], [2, false]);
  player.play();
  assert.deepEqual([player.row, player.playing], [0, true]);
});

test("going somewhere by hand pauses and stays within the run", () => {
  const player = loaded();
  player.play();
  player.seek(99);
  assert.deepEqual([player.row, player.playing], [9, false]);
  player.seek(-5);
  assert.equal(player.row, 0);
});

test("a streaming run is followed until the reader looks elsewhere", () => {
  const player = loaded();
  player.follow();
  assert.equal(player.row, -1);
  player.grow(1);
  player.grow(2);
  assert.equal(player.row, 1);
  player.seek(0);
  player.grow(3);
  assert.equal(player.row, 0);
});

test("the end of a stream leaves the row where it is", () => {
  const player = loaded();
  player.follow();
  player.grow(4);
  player.finish();
  player.grow(4);
  assert.deepEqual([player.row, player.following], [3, false]);
});

test("a run of no or one step does not play", () => {
  for (const count of [0, 1]) {
    const player = loaded(count);
    player.play();
    assert.equal(player.playing, false);
    assert.equal(player.tick(1000), false);
  }
  assert.equal(loaded(0).row, -1);
});
