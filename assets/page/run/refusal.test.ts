import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { header } from "../testing/fixtures.ts";
import { Recording } from "./recording.ts";
import { REFUSAL, isRefusal } from "./refusal.ts";

test("the sentence is that of the model", () => {
  const tables = JSON.parse(readFileSync(new URL("../../portable/world.json", import.meta.url), "utf8"));
  assert.equal(REFUSAL, tables.outside.sentence);
  assert.ok(isRefusal(` ${REFUSAL}\n`) && !isRefusal(`${REFUSAL} Mia ran.`) && !isRefusal(""));
});

test("an older trace's praise of a refusal is not believed; a task that was declined stays wrong", () => {
  const ended = (text: string, right: boolean) => {
    const verdict = { task: "outside", right, sentence: "says what the model knows", rule: 4 };
    const recording = new Recording("r", "RECORDED", header({ verdict }));
    recording.end({ finishReason: "end-of-text", text, seconds: 1 });
    return recording.verdict?.right ?? null;
  };
  assert.deepEqual([ended(REFUSAL, true), ended(REFUSAL, false), ended("Mia ran.", true)], [null, false, true]);
});
