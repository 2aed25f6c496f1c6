import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { sentencesRead } from "./sentences.ts";

test("each of the sentences that somebody has read has its test", () => {
  const root = new URL("..", import.meta.url);
  const files = (readdirSync(root, { recursive: true }) as string[]).filter((path) => path.endsWith(".test.ts"));
  const sources = files.map((path) => readFileSync(new URL(path, root), "utf8"));
  for (const name of sentencesRead().keys())
    assert.ok(
      sources.some((text) => text.includes(`"${name}"`)),
      name,
    );
});
