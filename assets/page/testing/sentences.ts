/**
 * Sentences as somebody has read them: `sentences.txt` has those of each test, a line each. To write them again, for
 * somebody to read: `ANEW=1 node --import tsx --test FILE`. For the tests only.
 */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

const FILE = new URL("sentences.txt", import.meta.url);

/** @returns the lines below each name */
export const sentencesRead = () =>
  new Map(
    readFileSync(FILE, "utf8")
      .split(/^# /m)
      .slice(1)
      .map((part) => part.trimEnd().split("\n"))
      .map(([name, ...lines]) => [name, lines]),
  );

const lineOf = (value: unknown): string =>
  typeof value === "object" && value ? Object.values(value).map(lineOf).join(" | ") : String(value) || "–";

/** @param tell gives the sentences of this test; what has several parts is one line */
export const sentences = (name: string, tell: () => unknown[] | Promise<unknown[]>) =>
  test(name, async () => {
    const lines = (await tell()).map(lineOf);
    const read = sentencesRead();
    if (process.env.ANEW) {
      const parts = [...read.set(name, lines)].sort(([one], [other]) => (one < other ? -1 : 1));
      writeFileSync(FILE, parts.map(([name, lines]) => `# ${name}\n${lines.join("\n")}\n`).join("\n"));
    }
    assert.deepEqual(lines, read.get(name));
  });
