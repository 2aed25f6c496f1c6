import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { forget } from "../../dom/memory.ts";
import { meansItself } from "./invitation.tsx";
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

const hostOf = (address: string) => new URL(`http://${address}`).hostname;

test("an address by which a computer means itself is told apart from one that others can open", () => {
  // 127.0.0.1 also as one number
  const same = ["127.0.0.1:7860", "127.1", "127.255.0.3", "2130706433", "localhost:7860", "LOCALHOST", "localhost."];
  for (const address of [...same, "me.localhost", "0.0.0.0:7860", "[::1]:7860", "[::]", "[::ffff:127.0.0.1]"])
    assert.ok(meansItself(hostOf(address)), address);
  const open = ["192.168.1.20:7860", "10.0.0.127", "128.0.0.1", "126.255.255.255", "127.0.0.1.nip.io", "notlocalhost"];
  const others = ["localhost.example.org", "demo.hf.space", "[fe80::1]", "[::2]", "[::ffff:10.0.0.1]"];
  for (const address of [...open, ...others]) assert.ok(!meansItself(hostOf(address)), address);
});
