import assert from "node:assert/strict";
import { test } from "node:test";
import { Reader } from "../../page/reader.ts";
import { decodePlace, placeAddress } from "./address.ts";
import { lessonsOf } from "./open.ts";
import type { At } from "./address.ts";
import type { Game } from "./game-address.ts";

/** @returns where an address leads, and what is wrong with it */
function led(hash: string) {
  const complaints: string[] = [];
  return { ...decodePlace(new Reader(hash, complaints)), complaints };
}

const written = (at: At | null, game: Game | null) => {
  const words = placeAddress(at, game);
  return words && new URLSearchParams(words).toString();
};

test("a place in a lesson is all that its address says, and the mode alone is the path of all lessons", () => {
  for (const [hash, at] of [
    ["lesson=3&part=2", { lesson: 3, part: 2 }],
    ["mode=learn", { lesson: 0, part: 1 }],
    ["mode=learn&part=2", { lesson: 0, part: 2 }],
  ] as [string, At][]) {
    assert.deepEqual(led(hash), { at, game: null, complaints: [] });
    assert.equal(written(at, null), hash);
  }
  assert.deepEqual(led("lesson=3"), { at: { lesson: 3, part: 1 }, game: null, complaints: [] });
  assert.deepEqual(led("game=7.margin&lesson=3").game, null, "a lesson comes first");
  assert.equal(led("lesson=0").complaints.length, 1);
  assert.deepEqual(led("mode=tune"), { at: null, game: null, complaints: [] });
  assert.equal(written(null, null), null);
});

test("a game and its score come back from an address, and nothing else of one does", () => {
  for (const game of [
    { seed: 7, rule: "margin" as const, shares: [] },
    { seed: 0, rule: "budget" as const, shares: [61, 0, 100, 85, 90] },
  ]) {
    const words = written({ lesson: 1, part: 1 }, game) as string;
    assert.equal(words, game.seed === 7 ? "game=7.margin" : "game=0.budget&shares=61.0.100.85.90");
    assert.deepEqual(led(words), { at: null, game, complaints: [] });
  }
  for (const wrong of ["7", "7.other", "-1.budget", "1000000.budget"]) {
    const { game, complaints } = led(`game=${wrong}`);
    assert.equal(game, null);
    assert.match(complaints[0], /a seed from 0 to 999999 and a rule, such as 7\.budget/);
  }
  for (const wrong of ["61", "61.62.63.64.101", "61.62.63.64.6e1", "1.2.3.4.5.6", ""]) {
    const { game, complaints } = led(`game=7.budget&shares=${wrong}`);
    assert.deepEqual(game, { seed: 7, rule: "budget", shares: [] });
    assert.match(complaints[0], /5 whole numbers from 0 to 100/);
  }
});

test("what else shows lessons finds them once one has been opened", () => {
  assert.equal(lessonsOf({ modes: {} }), null);
  assert.equal(lessonsOf({ modes: { learn: { lesson: null } as any } }), null);
  assert.equal(lessonsOf({ modes: { learn: { lesson: { name: "04-budget" } } as any } })?.name, "04-budget");
});
