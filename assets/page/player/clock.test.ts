import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock, NOISE_SECONDS } from "./clock.ts";

function loaded(count = 10, step = 0) {
  const clock = new Clock();
  clock.grow(count);
  clock.seek(step);
  return clock;
}

function playing(speed: number, count = 10, step = 0, lingers = (_: number) => false) {
  const clock = Object.assign(loaded(count, step), { speed, lingers });
  clock.play();
  return clock;
}

test("plays at its speed and keeps the remainder of time", () => {
  const clock = playing(4);
  assert.equal(clock.tick(200), false);
  assert.equal(clock.tick(100), true);
  assert.equal(clock.moment, 1);
  clock.tick(500);
  assert.equal(clock.moment, 3, "0.8 s at 4 steps a second");
});

test("one step per picture, however long a picture takes", () => {
  const clock = playing(Infinity);
  clock.tick(1);
  clock.tick(200);
  assert.equal(clock.moment, 2);
});

test("stops at the last step, and starts over from there; going somewhere by hand pauses and stays within the run", () => {
  const clock = loaded();
  clock.play();
  clock.seek(99);
  assert.deepEqual([clock.moment, clock.playing], [9, false]);
  clock.seek(-5);
  assert.equal(clock.moment, 0);
  const short = playing(1, 3, 1);
  short.tick(5000);
  assert.deepEqual([short.moment, short.playing], [2, false]);
  short.play();
  assert.deepEqual([short.moment, short.playing], [0, true]);
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

test("a moment worth a second look stays longer, at speeds that can be followed", () => {
  const clock = playing(2, 10, 0, (moment) => moment === 1);
  clock.tick(500);
  clock.tick(1000);
  assert.equal(clock.moment, 1, "half a second would be over");
  clock.tick(250);
  assert.equal(clock.moment, 2, "after two and a half times as long");
  const fast = playing(8, 10, 0, () => true);
  fast.tick(500);
  assert.equal(fast.moment, 4);
});

test("a slowly played moment tells how much of it is over; everything else shows it whole", () => {
  assert.equal(loaded().share, 1, "it stands still");
  const clock = playing(4);
  assert.ok(Number(clock.share) < 0.01);
  clock.tick(100);
  assert.ok(Math.abs(Number(clock.share) - 0.4) < 1e-9);
  clock.speed = 8;
  assert.equal(clock.share, 1, "too fast for halves");
});

test("the last moment has its time, so that its second half is seen", () => {
  const clock = playing(2, 3, 1);
  clock.tick(700);
  assert.deepEqual([clock.moment, clock.playing], [2, true]);
  clock.tick(400);
  assert.deepEqual([clock.moment, clock.playing, clock.share], [2, false, 1]);
});

test("who goes to the end of a run that streams follows it again", () => {
  const clock = loaded();
  clock.follow();
  clock.grow(4);
  clock.seek(0, true);
  clock.grow(5);
  assert.equal(clock.moment, 0);
  clock.seek(4, true);
  clock.grow(9);
  assert.equal(clock.moment, 8);
  clock.finish();
  clock.seek(8, false);
  clock.grow(12);
  assert.equal(clock.moment, 8, "no more comes");
});

test("a run that streams begins with its noise, which stays a while; then the newest moment is followed", () => {
  const clock = new Clock();
  clock.follow();
  assert.deepEqual([clock.runs, clock.moment], [false, -1], "there is nothing yet");
  clock.grow(2);
  clock.tick(NOISE_SECONDS * 1000 - 1);
  clock.grow(9);
  assert.deepEqual([clock.runs, clock.moment], [true, 0]);
  assert.equal(clock.tick(1), true);
  assert.deepEqual([clock.runs, clock.moment], [false, 8]);
  clock.grow(12);
  assert.equal(clock.moment, 11);
});

test("the noise of a run that streams gives way at its end, and to whoever goes elsewhere", () => {
  const begun = () => {
    const clock = new Clock();
    clock.follow();
    clock.grow(5);
    return clock;
  };
  const [over, back, forth] = [begun(), begun(), begun()];
  over.finish();
  assert.deepEqual([over.moment, over.runs], [4, false]);
  back.seek(4, true);
  back.grow(7);
  assert.deepEqual([back.moment, back.runs], [6, false]);
  forth.play();
  forth.speed = Infinity;
  forth.tick(1);
  assert.equal(forth.moment, 1);
});
