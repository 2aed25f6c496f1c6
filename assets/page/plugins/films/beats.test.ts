import assert from "node:assert/strict";
import test from "node:test";

import { beatsOf } from "./beats.ts";

test("a step that can be followed shows what is drawn and then what is kept, and a moment worth it stays longer", () => {
  const beats = beatsOf(3, 2, (moment) => moment === 1);
  assert.deepEqual(
    beats.map(({ moment, half }) => `${moment} ${half}`),
    ["0 drawn", "0 kept", "1 drawn", "1 kept", "2 drawn", "2 kept"],
  );
  assert.deepEqual(
    beats.map(({ seconds }) => seconds),
    [0.25, 0.25, 0.625, 0.625, 0.25, 2.5],
  );
});

test("a fast film has one picture for each moment", () => {
  assert.deepEqual(
    beatsOf(2, 8, () => true),
    [
      { moment: 0, half: "whole", seconds: 0.125 },
      { moment: 1, half: "whole", seconds: 2.5 },
    ],
  );
  assert.deepEqual(
    beatsOf(0, 8, () => true),
    [],
  );
});
