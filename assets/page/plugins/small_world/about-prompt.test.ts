import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { AboutPrompt } from "./about-prompt.ts";

const REST_MS = 5;
afterEach(() => mock.timers.reset());

/** The reader rests, and what was asked for then is answered. */
async function later() {
  mock.timers.tick(REST_MS);
  await new Promise(setImmediate);
}

function asking(answer: (prompt: string) => Promise<any>) {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  const prompts: string[] = [];
  const about = new AboutPrompt((prompt) => (prompts.push(prompt), answer(prompt)), REST_MS);
  return { asked: prompts, about, sentence: () => about.shown.value?.sentence ?? "" };
}

const describe = async (prompt: string) => ({
  ...{ kind: "story", unread: [], unknown: [], sentence: `about ${prompt}`, offers: [] },
});

test("the reader who rests is told, once for each text", async () => {
  const { asked: prompts, sentence, about } = asking(describe);
  for (const text of ["a", "a d", "a dragon"]) about.update(text);
  await later();
  assert.deepEqual([prompts, sentence()], [["a dragon"], "about a dragon"]);
  about.update("a dragon");
  await later();
  assert.equal(prompts.length, 1, "nothing is asked for an unchanged text");
});

test("what leads nowhere, or not wholly, leads on, and only what will be refused is marked as that", async () => {
  for (const [changes, warns, refused] of [
    [{}, false, false],
    [{ kind: "sum" }, false, false],
    [{ unknown: [{ word: "Priya", nearest: [] }] }, true, false],
    [{ unread: ["French"] }, true, false],
    [{ kind: "outside" }, true, true],
    [{ kind: null }, true, false], // it may write something like it
    [{ kind: null, sentence: "" }, false, false], // of another model nothing is sentence
  ] as [object, boolean, boolean][]) {
    const described = { ...(await describe("x")), ...(changes as object) };
    const { about } = asking(async () => described);
    about.update("x");
    await later();
    const { value: shown } = about.shown;
    assert.deepEqual([shown?.refused, shown?.led], [refused, warns ? described : null]);
  }
});

test("beside a run of this prompt it is too late to say what the model will do, but not to warn", async () => {
  const { sentence, about, asked: prompts } = asking(describe);
  about.update("x", true);
  await later();
  assert.equal(sentence(), "");
  about.update("x", false);
  assert.equal(sentence(), "about x");
  const warning = asking(async () => ({ ...(await describe("x")), kind: "outside" }));
  warning.about.update("x", true);
  await later();
  assert.deepEqual([warning.sentence(), prompts.length], ["about x", 1]);
});

test("the last answer wins, in whatever order they come", async () => {
  const answers: Record<string, (about: any) => void> = {};
  const { sentence, about } = asking((prompt) => new Promise((resolve) => (answers[prompt] = resolve)));
  about.update("first");
  await later();
  about.update("second");
  await later();
  answers.second(await describe("second"));
  await later();
  answers.first(await describe("first"));
  await later();
  assert.equal(sentence(), "about second");
});

test("a server that is away or answers oddly is passed over in silence, and asked again later", async () => {
  for (const answer of [() => Promise.reject(new Error("gone")), async () => undefined]) {
    const { asked: prompts, sentence, about } = asking(answer);
    about.update("x");
    await later();
    about.update("x");
    await later();
    assert.deepEqual([prompts, sentence()], [["x", "x"], ""]);
  }
  const { sentence, about } = asking(async () => ({ sentence: 7 }));
  about.update("x");
  await later();
  assert.equal(sentence(), "");
});

test("an empty prompt says nothing and asks nothing", async () => {
  const { asked: prompts, sentence, about } = asking(describe);
  for (const text of ["x", "  "]) {
    about.update(text);
    assert.equal(sentence(), "");
    await later();
  }
  assert.deepEqual(prompts, ["x"]);
});
