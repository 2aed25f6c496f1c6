import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_NATS, contrast, luminance, place, shadeOf, shades } from "./colour.ts";

const rgb = (css: string): [number, number, number] => css.match(/\d+/g)?.map(Number) as any;

for (const [theme, sign] of [
  ["light", -1],
  ["dark", 1],
] as const)
  test(`${theme}: lightness alone orders the scale, in one direction`, () => {
    const values = shades(theme).map(({ fill }) => luminance(rgb(fill)));
    values.slice(1).forEach((value, i) => assert.ok(sign * (value - values[i]) > 0, `shade ${i + 1}`));
  });

test("the scale is absolute: the same entropy has the same shade, whatever else is shown", () => {
  assert.equal(shadeOf(0), 0);
  assert.equal(shadeOf(MAX_NATS), shades("light").length - 1);
  assert.equal(shadeOf(100), shadeOf(MAX_NATS));
  assert.ok(shadeOf(0.1) > shadeOf(0.005), "entropies around the usual bound and threshold differ");
});

test("ticks lie on the scale, from end to end", () => {
  assert.deepEqual([place(0), place(MAX_NATS)], [0, 1]);
});

test("contrast is that of WCAG", () => {
  assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21);
  assert.equal(+contrast([119, 119, 119], [255, 255, 255]).toFixed(2), 4.48);
});
