/** What the line under the prompt says is held, and what pressing a part of it leaves. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { HeldLine } from "./held-line.tsx";
import type { Steering } from "../run/steering.ts";

type Chip = { face: string; press: () => Steering };

/** @returns the buttons of the line */
function chipsOf(steering: Steering): Chip[] {
  const chips: Chip[] = [];
  let left: Steering = {};
  const walk = (node: any) => {
    if (Array.isArray(node)) node.forEach(walk);
    else if (node?.type === "button") {
      const { children, onClick } = node.props;
      const press = () => {
        onClick();
        return left;
      };
      chips.push({ face: [children].flat().join(""), press });
    } else if (node?.props) walk(node.props.children);
  };
  walk(
    HeldLine({ steering, textOf: (id) => `t${id}`, titleOf: (name) => `the ${name}`, steer: (held) => (left = held) }),
  );
  return chips;
}

const pinsOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [String(2 * at), at]));

test("neighbours are one part, which lets go of all of them", () => {
  const chips = chipsOf({ pins: { 3: 7, 4: 8, 9: 1 } });
  assert.deepEqual(
    chips.map(({ face }) => face),
    ["3–4 “t7t8” ×", "9 “t1” ×"],
  );
  assert.deepEqual(chips[0].press().pins, { 9: 1 });
});

test("nothing held is no part; six parts are listed, and of seven the last one is counted", () => {
  assert.equal(chipsOf({ pins: pinsOf(6) }).length, 6);
  const chips = chipsOf({ pins: pinsOf(7) });
  assert.deepEqual([chips.length, chips[6].face], [7, "and 1 more ×"]);
  assert.equal(chips[6].press().pins, undefined);
  assert.deepEqual(chipsOf({}), []);
});

test("a start, a change and a processor go one by one", () => {
  const edits = [{ block: 1, step: 2, cells: { 5: null, 6: 1 } }];
  const steering = { pins: { 0: 1 }, start: [1, 2], noise: 0.1, keep: "held", edits, processors: { regex: "a+" } };
  const chips = chipsOf(steering as unknown as Steering);
  assert.deepEqual(
    chips.map(({ face }) => face),
    ["0 “t1” ×", "starts from a text of yours, held, 10 % noise ×", "2 cells changed before step 2 ×", "the regex ×"],
  );
  assert.deepEqual(chips[1].press(), { pins: { 0: 1 }, edits });
  assert.deepEqual(chips[2].press().edits, []);
  assert.deepEqual(chips[3].press(), { ...steering, processors: {} });
});
