import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf, halvesIn } from "./base64.ts";

test("bytes and numbers of half precision are read, and anything else is refused", () => {
  assert.deepEqual([...bytesOf("AAH/")], [0, 1, 255]);
  assert.deepEqual([...bytesOf("AQ==")], [1]);
  assert.throws(() => bytesOf("%"));
  const bits = [0x3c00, 0xb800, 0x0001, 0x8000, 0x03ff, 0x0400, 0x7bff, 0x7c00, 0xfc00, 0x7e00];
  const numbers = [1, -0.5, 2 ** -24, -0, 1023 * 2 ** -24, 2 ** -14, 65504, Infinity, -Infinity, NaN];
  assert.deepEqual([...halvesIn(Uint16Array.from(bits).buffer)], numbers);
});
