import assert from "node:assert/strict";
import { test } from "node:test";
import { Expression } from "./world.ts";

test("an expression matches the whole text, its beginning, or anywhere", () => {
  const either = new Expression({ source: "a|ab", flags: "u" });
  assert.equal(either.whole("ab")?.[0], "ab");
  assert.equal(either.whole("abc"), null);
  assert.equal(either.begin("abc")?.[0], "a");
  assert.equal(either.begin("cab"), null);
  assert.equal(either.first("cab")?.index, 1);
  assert.deepEqual(
    either.every("caba").map(({ index }) => index),
    [1, 3],
  );
  assert.equal(
    either.replaced("cab", () => "$&"),
    "c$&b",
    "what replaces is a plain text",
  );
});
