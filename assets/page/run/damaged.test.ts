/** Damaged and odd traces that Python reads too (tests/trace/test_damaged.py): both must open and refuse the same ones. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { TraceError, readTrace } from "./trace.ts";

const FOLDER = new URL("../../../tests/damaged/", import.meta.url);
/** what the sentence must have; "": it opens */
const CASES: Record<string, string> = JSON.parse(await readFile(new URL("cases.json", FOLDER), "utf8"));
const read = async (name: string) =>
  readTrace(new Uint8Array(await readFile(new URL(`${encodeURIComponent(name)}.trace`, FOLDER))), "x.trace");

for (const [name, about] of Object.entries(CASES)) {
  test(about === "" ? `odd, but it opens: ${name}` : `refused in one sentence: ${name}`, async () => {
    if (about === "") {
      assert.equal((await read(name)).label, "RECORDED");
      return;
    }
    await assert.rejects(read(name), (error) => {
      assert.ok(error instanceof TraceError);
      assert.ok(error.message.includes(about), error.message);
      assert.match(error.message, /^x\.trace [^\n\p{Cc}]+\.$/u);
      return true;
    });
  });
}

test("what a step lacks is not in its frame", async () => {
  const { frames } = await read("a step without its key");
  assert.deepEqual([frames[0].key, frames[1].key?.length], [undefined, 2]);
});
