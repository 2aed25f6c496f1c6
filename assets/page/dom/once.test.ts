import assert from "node:assert/strict";
import { test } from "node:test";

import { once } from "./once.ts";

test("what is fetched once is not fetched again", async () => {
  let fetched = 0;
  const give = once(async () => ++fetched);
  assert.deepEqual(await Promise.all([give(), give()]), [1, 1]);
  assert.equal(await give(), 1);
});

test("a fetch that failed is tried again by the next one who asks", async () => {
  let tried = 0;
  const give = once(async () => {
    if (++tried === 1) throw new Error("offline");
    return tried;
  });
  await assert.rejects(give(), /offline/);
  assert.equal(await give(), 2);
});
