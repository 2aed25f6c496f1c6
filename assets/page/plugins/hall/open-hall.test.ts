import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { forget } from "../../dom/memory.ts";
import { openHall, rememberHall, rememberSeat, seatIn } from "./open-hall.ts";

const browser = globalThis as any;
/** The storage of a tab. */
function opened(): Map<string, string> {
  const tab = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => tab.set(key, value),
  };
  browser.window = { sessionStorage };
  return tab;
}

afterEach(() => {
  forget();
  delete browser.window;
});

test("a hall is for this tab; what others wrote there is no hall", () => {
  const tab = opened();
  rememberHall({ watch: "w", control: "c" });
  assert.deepEqual([openHall(), [...tab.keys()]], [{ watch: "w", control: "c" }, ["playground: hall"]]);
  for (const written of ["{", "7", "[]", '{"watch": "w"}', '{"watch": 1, "control": 2}']) {
    tab.set("playground: hall", written);
    assert.equal(openHall(), null, written);
  }
});

test("where the browser keeps nothing, it lasts as long as the page", () => {
  browser.window = {
    get sessionStorage() {
      throw new DOMException("denied", "SecurityError");
    },
  };
  assert.equal(openHall(), null);
  rememberHall({ watch: "w", control: "c" });
  assert.deepEqual(openHall(), { watch: "w", control: "c" });
  rememberHall(null);
  assert.equal(openHall(), null);
});

test("a tab comes back to its seat in a hall, and to no other", () => {
  opened();
  assert.equal(seatIn("w"), "");
  rememberSeat("w", "mine");
  assert.deepEqual([seatIn("w"), seatIn("another")], ["mine", ""]);
});
