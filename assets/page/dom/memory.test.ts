import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { forget, recall, remember } from "./memory.ts";

const refusing = (name: string) => () => {
  throw new DOMException("denied", name);
};
/** As browsers bar it to a frame of another site. */
const denied = { get: refusing("SecurityError") };
const barred = Object.defineProperties({}, { localStorage: denied, sessionStorage: denied });
const storage = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => values.set(key, value),
});
const browser = globalThis as any;

afterEach(() => {
  forget();
  delete browser.window;
});

test("where the browser keeps nothing, a preference lasts as long as the page", () => {
  browser.window = barred;
  assert.equal(recall("theme", "light"), "light");
  remember("theme", "dark");
  assert.equal(recall("theme", "light"), "dark");
  forget();
  assert.equal(recall("theme", "light"), "light");
});

test("a preference is for later visits, unless it is for this tab", () => {
  const [later, tab] = [new Map(), new Map()];
  browser.window = { localStorage: storage(later), sessionStorage: storage(tab) };
  remember("theme", "dark");
  remember("open", { name: "n" }, "sessionStorage");
  assert.deepEqual([recall("theme", "light"), recall("open", null, "sessionStorage")], ["dark", { name: "n" }]);
  assert.deepEqual([[...later.keys()], [...tab.keys()]], [["playground: theme"], ["playground: open"]]);
  for (const written of ["{", "7", "null"]) {
    tab.set("playground: open", written);
    assert.equal(recall("open", null, "sessionStorage"), null, written);
  }
});

test("what came too late for a full storage is still known to the page", () => {
  const full = storage(new Map([["playground: list", "[1]"]]));
  full.setItem = refusing("QuotaExceededError");
  browser.window = { localStorage: full };
  remember("list", [1, 2]);
  assert.deepEqual(recall("list", []), [1, 2]);
});
