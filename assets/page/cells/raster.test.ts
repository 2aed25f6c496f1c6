import assert from "node:assert/strict";
import { test } from "node:test";
import { shadeOf, shades } from "./colour.ts";
import { HAND_COLOURS, MOST_LINES, STATUS_COLOURS, column, palettes } from "./raster.ts";

const css = (pixels: ArrayLike<number>, line: number) =>
  `rgb(${[...Array.from(pixels)].slice(4 * line, 4 * line + 3).join(", ")})`;

test("a line has the colour of its position: shade or status, paler where no text stands", () => {
  const frame = { entropy: Float32Array.from([0, 0.5, 6]), status: Uint8Array.from([0, 3, 1]) } as any;
  const content = Uint8Array.from([1, 1, 0]);
  for (const theme of ["light", "dark"] as const) {
    const heat = column(frame, "entropy", content, palettes("entropy", theme));
    assert.deepEqual(
      [css(heat, 0), css(heat, 1)],
      [0, 0.5].map((nats) => shades(theme)[shadeOf(nats)].fill),
    );
    assert.equal(css(heat, 2), shades(theme, true)[shadeOf(6)].fill);
    const status = column(frame, "status", content, palettes("status", theme));
    assert.deepEqual([css(status, 0), css(status, 1)], [STATUS_COLOURS[theme][0], STATUS_COLOURS[theme][3]]);
    assert.notEqual(css(status, 2), STATUS_COLOURS[theme][1]);
  }
});

test("many positions share lines and show their mean", () => {
  const positions = 4 * MOST_LINES;
  const status = Uint8Array.from({ length: positions }, (_, position) => (position % 4 < 2 ? 0 : 3));
  const pixels = column(
    { status } as any,
    "status",
    status.map(() => 1),
    palettes("status", "light"),
  );
  assert.equal(pixels.length, 4 * MOST_LINES);
  assert.equal(css(pixels, MOST_LINES - 1), "rgb(102, 68, 138)");
});

test("what a person holds has the ink of a pin in either colouring, what is favoured and stands a paler one", () => {
  const frame = {
    entropy: Float32Array.from([6, 6, 6]),
    status: Uint8Array.from([0, 0, 0]),
    pinned: Uint8Array.from([1, 0, 1]),
    lead: Float32Array.from([-1, 30, 3]),
  } as any;
  for (const by of ["entropy", "status"] as const) {
    const pixels = column(frame, by, Uint8Array.from([0, 1, 0]), palettes(by, "dark"));
    const plain = by === "entropy" ? shades("dark")[shadeOf(6)].fill : STATUS_COLOURS.dark[0];
    assert.deepEqual(
      [0, 1, 2].map((line) => css(pixels, line)),
      [HAND_COLOURS.dark.held, plain, HAND_COLOURS.dark.favoured],
    );
  }
});
