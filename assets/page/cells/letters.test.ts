import assert from "node:assert/strict";
import { test } from "node:test";
import { flowOf } from "./text-flow.ts";
import { gridFor } from "./layout.ts";
import { Letters } from "./letters.ts";
import type { Layout } from "./layout.ts";

/** Letters are 0.6 of their size wide, and as high as their size; a "j" has ink to the left of its place, and "Ẩ" above its line. */
function context() {
  const written: any[] = [];
  let clipped = false;
  const size = () => Number(/[\d.]+px/.exec(made.font)?.[0].slice(0, -2));
  const made = {
    ...{ font: "", textAlign: "", written },
    measureText(text: string) {
      const width = 0.6 * size() * [...text].length;
      return {
        width,
        actualBoundingBoxLeft: text.startsWith("j") ? 6 : 0,
        actualBoundingBoxRight: width,
        actualBoundingBoxAscent: text.includes("Ẩ") ? size() * 1.5 : size() / 2,
        actualBoundingBoxDescent: size() / 2,
      };
    },
    ...{ save() {}, beginPath() {}, rect() {} },
    clip: () => (clipped = true),
    restore: () => (clipped = false),
    fillText: (text: string, x: number, _: number, room: number) =>
      written.push({ text, x, room, size: size(), bold: made.font.startsWith("600"), clipped }),
  };
  return made;
}

function written(
  token: string,
  layout: Layout,
  { bold = false, begins = layout.flows }: { bold?: boolean; begins?: boolean } = {},
) {
  const canvas = context();
  const letters = new Letters(canvas as any);
  letters.stand(layout);
  letters.write(token, layout.boxes[0], { bold, begins });
  letters.write(token, layout.boxes[0], { bold, begins });
  assert.deepEqual(canvas.written[0], canvas.written[1], "the second time as the first");
  return canvas.written[0];
}

const text = (width: number) => flowOf(["."], 1, width, () => 0);

test("a word that fits keeps its size, its space before it included", () => {
  assert.deepEqual(written(" cat", text(54)), { text: " cat", x: 4, room: 48, size: 15, bold: false, clipped: false });
  assert.equal(written(" cat", text(54), { bold: true }).bold, true);
});

test("a longer one loses the space, then gets smaller, then narrower, and only then is cut", () => {
  assert.deepEqual([written(" mouse", text(54)).text, written(" mouse", text(54)).size], ["mouse", 15]);
  const smaller = written("mice22", text(54)); // 54 wide in 15 pixels, 48 in 13.3, of which it takes whole halves
  assert.deepEqual([smaller.text, smaller.size], ["mice22", 13]);
  for (const word of ["umbrella", "elevenlette"])
    // up to 81 pixels, which is 48 at the least width of letters
    assert.deepEqual([written(word, text(54)).text, written(word, text(54)).size], [word, 12]);
  assert.equal(written("twelveletter", text(54)).text, "twelvelett…");
});

test("in a cell of a grid a word stands in the middle, by the same rule; a mask whose name has no room is a sign", () => {
  const grid = gridFor(1, { width: 54, height: 30, scale: 1 });
  const { x, text: whole, room } = written("umbrella", grid);
  assert.deepEqual([x, whole, room], [27, "umbrella", 50]);
  assert.equal(written("[a_long_mask]", text(40)).text, "▢");
});

test("ink beside or above its cell is clipped, so that nothing of it stays there", () => {
  assert.deepEqual(
    ["cat", "jet", "Ẩn"].map((word) => written(word, text(54)).clipped),
    [false, true, true],
  );
});
