import assert from "node:assert/strict";
import { test } from "node:test";
import { readTrace } from "../run/trace.ts";
import { traceFile } from "../testing/fixtures.ts";
import { PER_NAT } from "../words/units.ts";
import { MAX_NATS, contrast, luminance, place, shadeOf, shades } from "./colour.ts";
import { FIGURES, NONE, codesOf, paletteOf, scaleOf } from "./shading.ts";

const recording = await readTrace(traceFile(), "run.trace");
const rgb = (css: string): [number, number, number] => css.match(/\d+/g)?.map(Number) as any;
const codes = (figure: any, step = 1) => [...codesOf(figure, recording, step, "sampled")];

test("each figure has its own scale with fixed limits", () => {
  assert.deepEqual(codes("entropy"), [0, 0, Math.round(63 * Math.sqrt(0.5 / 6)), Math.round(63 * Math.sqrt(3 / 6))]);
  assert.deepEqual(codes("probability"), [16, 16, 16, 16]);
  assert.deepEqual(codes("lock"), [0, 63, NONE, 0], "of the 2 steps of the longest block");
  assert.deepEqual(codes("revisions"), [0, 8, 8, 0], "of at most 8 changes");
  assert.deepEqual(codes("status"), [...recording.frames[1].status]);
});

test("a token that is no recorded candidate has no probability, and no colour of the scale", () => {
  const frame = { ...recording.frames[1], top_ids: undefined, top_probs: undefined };
  const without = { ...recording, frames: [recording.frames[0], frame] } as any;
  assert.deepEqual([...codesOf("probability", without, 1, "sampled")], [NONE, NONE, NONE, NONE]);
});

test("every code has a colour, and text on it is easy to read", () => {
  for (const figure of FIGURES) {
    for (const theme of ["light", "dark"] as const) {
      for (const muted of [false, true]) {
        const palette = paletteOf(figure, theme, muted);
        assert.equal(palette.length, figure === "status" ? 4 : NONE + 1);
        for (const { fill, text } of palette)
          assert.ok(contrast(rgb(fill), rgb(text)) >= 4.5, `${figure} ${theme} ${fill}`);
      }
    }
  }
});

test("the legend prints the limits of the scale in the reader's unit and words, each where its colour is", () => {
  const ends = (figure: any, unit: any) => {
    const { ticks } = scaleOf(figure, recording, { layer: "sampled", unit, terms: "plain" });
    return [ticks[0], ticks[ticks.length - 1]].map(({ place, text }) => `${text} at ${place}`);
  };
  assert.deepEqual(ends("entropy", "nats"), ["0 at 0", "≥ 6 nats at 1"]);
  assert.deepEqual(ends("entropy", "bits"), ["0 at 0", "≥ 8.7 bits at 1"]);
  assert.deepEqual(ends("probability", "nats"), ["100% at 0", "0% at 1"]);
  assert.deepEqual(ends("lock", "nats"), ["1 at 0", "2 at 1"]);
  assert.deepEqual(ends("revisions", "nats"), ["0 at 0", "≥ 8 at 1"]);
  for (const unit of ["nats", "bits"] as const) {
    const { ticks } = scaleOf("entropy", recording, { layer: "sampled", unit, terms: "plain" });
    for (const { place: at, text } of ticks.slice(0, -1)) assert.equal(at, place(Number(text) / PER_NAT[unit]));
    for (const [i, { place: at }] of ticks.slice(1).entries())
      assert.ok(at - ticks[i].place > 0.1, "room for the numbers");
  }
  const name = (figure: any, terms: any) => scaleOf(figure, recording, { layer: "argmax", unit: "bits", terms }).name;
  assert.deepEqual([name("entropy", "plain"), name("entropy", "terms")], ["uncertainty, bits", "entropy, bits"]);
  assert.deepEqual(
    [name("probability", "plain"), name("probability", "terms")],
    ["probability of the token: best guess", "probability of the token: argmax canvas"],
  );
});

for (const [theme, sign] of [
  ["light", -1],
  ["dark", 1],
] as const)
  test(`${theme}: lightness alone orders the scale, in one direction`, () => {
    const values = shades(theme).map(({ fill }) => luminance(rgb(fill)));
    values.slice(1).forEach((value, i) => assert.ok(sign * (value - values[i]) > 0, `shade ${i + 1}`));
  });

test("the scale is absolute: the same entropy has the same shade, whatever else is shown", () => {
  assert.deepEqual([shadeOf(0), place(0), place(MAX_NATS)], [0, 0, 1]);
  assert.equal(shadeOf(MAX_NATS), shades("light").length - 1);
  assert.equal(shadeOf(100), shadeOf(MAX_NATS));
  assert.ok(shadeOf(0.1) > shadeOf(0.005), "entropies around the usual bound and threshold differ");
});

test("contrast is that of WCAG", () => {
  assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21);
  assert.equal(+contrast([119, 119, 119], [255, 255, 255]).toFixed(2), 4.48);
});
