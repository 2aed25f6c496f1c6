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

/** As much of an element as is used here. */
function place() {
  const classes = new Set();
  const attributes: Record<string, string> = {};
  const setAttribute = (name: string, value: string) => (attributes[name] = value);
  return { textContent: "", dataset: {}, classList: classes, classes, attributes, setAttribute } as any;
}

function asking(answer: (prompt: string) => Promise<any>) {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  const prompts: string[] = [];
  const shown = place();
  const ways: any[] = [];
  const about = new AboutPrompt(
    shown,
    (prompt) => (prompts.push(prompt), answer(prompt)),
    (led) => ways.push(led),
    REST_MS,
  );
  return { asked: prompts, shown, about, ways };
}

const describe = async (prompt: string) => ({
  ...{ kind: "story", unread: [], unknown: [], sentence: `about ${prompt}`, offers: [] },
});

test("the reader who rests is told, once for each text", async () => {
  const { asked: prompts, shown, about } = asking(describe);
  assert.ok(shown.classes.has("tdp-about-prompt"));
  assert.equal(shown.attributes.role, "status");
  for (const text of ["a", "a d", "a dragon"]) about.update(text);
  await later();
  assert.deepEqual([prompts, shown.textContent], [["a dragon"], "about a dragon"]);
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
    [{ kind: null, sentence: "" }, false, false], // of another model nothing is said
  ] as [object, boolean, boolean][]) {
    const described = { ...(await describe("x")), ...(changes as object) };
    const { shown, about, ways } = asking(async () => described);
    about.update("x");
    await later();
    assert.equal(shown.dataset.refused, String(refused));
    assert.deepEqual(ways, [warns ? described : null]);
  }
});

test("beside a run of this prompt it is too late to say what the model will do, but not to warn", async () => {
  const { shown, about, asked: prompts } = asking(describe);
  about.update("x", true);
  await later();
  assert.equal(shown.textContent, "");
  about.update("x", false);
  assert.equal(shown.textContent, "about x");
  const warning = asking(async () => ({ ...(await describe("x")), kind: "outside" }));
  warning.about.update("x", true);
  await later();
  assert.deepEqual([warning.shown.textContent, prompts.length], ["about x", 1]);
});

test("the last answer wins, in whatever order they come", async () => {
  const answers: Record<string, (about: any) => void> = {};
  const { shown, about } = asking((prompt) => new Promise((resolve) => (answers[prompt] = resolve)));
  about.update("first");
  await later();
  about.update("second");
  await later();
  answers.second(await describe("second"));
  await later();
  answers.first(await describe("first"));
  await later();
  assert.equal(shown.textContent, "about second");
});

test("a server that is away or answers oddly is passed over in silence, and asked again later", async () => {
  for (const answer of [() => Promise.reject(new Error("gone")), async () => undefined]) {
    const { asked: prompts, shown, about } = asking(answer);
    about.update("x");
    await later();
    about.update("x");
    await later();
    assert.deepEqual([prompts, shown.textContent], [["x", "x"], ""]);
  }
  const { shown, about } = asking(async () => ({ sentence: 7 }));
  about.update("x");
  await later();
  assert.equal(shown.textContent, "");
});

test("an empty prompt says nothing and asks nothing", async () => {
  const { asked: prompts, shown, about } = asking(describe);
  for (const text of ["x", "  "]) {
    about.update(text);
    assert.equal(shown.textContent, "");
    await later();
  }
  assert.deepEqual(prompts, ["x"]);
});
