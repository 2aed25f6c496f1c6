import assert from "node:assert/strict";
import { test } from "node:test";

import { RuleEngine } from "./engine.ts";
import { MOST_RULE, OWN_RULE, rulesOf } from "./rule.ts";

const READ = "its text";
const spec = (text: string, branch?: object): any => ({
  prompt: { text: "x" },
  settings: { sampler: OWN_RULE },
  seed: 1,
  sampler_source: text,
  ...(branch && { branch }),
});

/** Notes what the browser's engine is asked for. */
function ruled() {
  const bodies: unknown[] = [];
  const browser: any = { start: async (body: unknown) => bodies.push(body), trace: async (run: string) => run };
  return {
    bodies,
    engine: new RuleEngine(
      async () => browser,
      new URL("https://x/"),
      (rule) => rule === READ,
    ),
  };
}

for (const [specs, sentence] of [
  [[spec("mine"), spec("yours")], /^Runs that are made together, or branch from each other, can have one rule/],
  [[spec(READ, { parent: spec("yours"), block: 1, step: 1 })], /^Runs that are made together/],
  [[spec("")], /^There is no rule yet: choose Own rule under Tune/],
  [[spec("yours")], /^This rule came from elsewhere: read it under Tune/],
  [[spec("x".repeat(MOST_RULE + 1))], /^The rule has 3001 characters; allowed are at most 3000\.$/],
] as [any[], RegExp][])
  test(`what may not run is refused: ${sentence}`, async () => {
    const { engine, bodies } = ruled();
    await assert.rejects(engine.start({ specs }), { message: sentence });
    assert.deepEqual(bodies, []);
  });

test("a rule that the reader has read runs in the browser, also for many seeds", async () => {
  const { engine, bodies } = ruled();
  const study = { spec: spec(READ), seeds: 2, changes: [{}] };
  for (const body of [{ specs: [spec(READ)] }, { study }]) await engine.start(body);
  assert.equal(bodies.length, 2);
  assert.equal(await engine.trace("here 1"), "here 1");
});

test("no step of it is computed again", async () => {
  assert.match((await ruled().engine.call()).refused, /^A step of an own rule cannot be computed again/);
});

test("the rules that a run needs are its own and those that it branches from", () => {
  assert.deepEqual(rulesOf(spec("b", { parent: spec("a", { parent: spec("b") }) })), ["b", "a"]);
  assert.deepEqual(rulesOf({ prompt: { text: "x" } }), []);
});
