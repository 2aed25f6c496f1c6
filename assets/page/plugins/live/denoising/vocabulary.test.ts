import assert from "node:assert/strict";
import { test } from "node:test";
import { modelManifest, modelVocabulary } from "../testing/vocabulary.ts";

test("an older manifest, which names no control tokens, is read: its special tokens are none in texts", () => {
  const [now, before] = [modelVocabulary(), modelVocabulary({ control_tokens: undefined })];
  for (const text of ["<eos>", "a <mask> b", "<answer><fill>", "The cat sat.", "<eos", ""]) {
    assert.deepEqual(before.encode(text), now.encode(text));
    assert.ok(!before.encode(text).some((id) => modelManifest.special_ids.includes(id)), text);
  }
});
