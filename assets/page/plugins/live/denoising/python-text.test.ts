import assert from "node:assert/strict";
import { test } from "node:test";
import { strip, stripEnd } from "../../../rules/python-text.ts";
import { golden } from "../testing/portable.ts";

test("whatever some language takes for a space is stripped as Python strips it", () => {
  for (const { text, strip: bare, end } of golden("texts"))
    assert.deepEqual([strip(text), stripEnd(text)], [bare, end], JSON.stringify(text));
});
