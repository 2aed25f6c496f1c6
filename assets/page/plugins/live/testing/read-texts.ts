/** Reads texts, as lines of JSON, and writes what becomes of each in JavaScript; tests/plugins/live/test_scripts.py asks it. */

import { createInterface } from "node:readline";
import { refusedOr } from "./portable.ts";
import { modelVocabulary } from "./vocabulary.ts";
import { promptOf } from "../denoising/spec.ts";

const vocabulary = modelVocabulary();
for await (const line of createInterface({ input: process.stdin })) {
  const text = JSON.parse(line);
  const ids = text.isWellFormed() ? vocabulary.encode(text) : [];
  const prompt = refusedOr(() => vocabulary.promptIds(promptOf(text)));
  console.log(JSON.stringify({ ids, text: vocabulary.decode(ids), prompt }));
}
