import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { openHall, rememberHall, rememberSeat, seatIn } from "../page/open-hall.ts";
import { forget, recall, remember } from "./memory.ts";

/** As browsers bar it to a frame of another site. */
const barred = {
  get localStorage() {
    throw new DOMException("denied", "SecurityError");
  },
  get sessionStorage() {
    throw new DOMException("denied", "SecurityError");
  },
};
const storage = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => values.set(key, value),
});
const browser = globalThis as any;

afterEach(() => {
  forget();
  delete browser.window;
});

test("where the browser keeps nothing, a preference and a hall last as long as the page", () => {
  browser.window = barred;
  assert.deepEqual([recall("theme", "light"), openHall()], ["light", null]);
  remember("theme", "dark");
  rememberHall({ watch: "w", control: "c" });
  assert.deepEqual([recall("theme", "light"), openHall()], ["dark", { watch: "w", control: "c" }]);
  rememberHall(null);
  assert.equal(openHall(), null);
  forget();
  assert.equal(recall("theme", "light"), "light");
});

test("a preference is for later visits, a hall for this tab; what others wrote there is no hall", () => {
  const [later, tab] = [new Map(), new Map()];
  browser.window = { localStorage: storage(later), sessionStorage: storage(tab) };
  remember("theme", "dark");
  rememberHall({ watch: "w", control: "c" });
  assert.deepEqual([recall("theme", "light"), openHall()], ["dark", { watch: "w", control: "c" }]);
  assert.deepEqual([[...later.keys()], [...tab.keys()]], [["playground: theme"], ["playground: hall"]]);
  for (const written of ["{", "7", "[]", '{"watch": "w"}', '{"watch": 1, "control": 2}']) {
    tab.set("playground: hall", written);
    assert.equal(openHall(), null, written);
  }
});

test("a tab comes back to its seat in a hall, and to no other", () => {
  browser.window = { localStorage: storage(new Map()), sessionStorage: storage(new Map()) };
  assert.equal(seatIn("w"), "");
  rememberSeat("w", "mine");
  assert.deepEqual([seatIn("w"), seatIn("another")], ["mine", ""]);
});

test("what came too late for a full storage is still known to the page", () => {
  const full = storage(new Map([["playground: list", "[1]"]]));
  browser.window = {
    localStorage: {
      ...full,
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    },
  };
  remember("list", [1, 2]);
  assert.deepEqual(recall("list", []), [1, 2]);
});
