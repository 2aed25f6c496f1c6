import assert from "node:assert/strict";
import { test } from "node:test";
import { meansItself } from "./invitation.tsx";

const hostOf = (address: string) => new URL(address).hostname;

test("an address by which a computer means itself is told apart from one that others can open", () => {
  for (const address of [
    "http://127.0.0.1:7860",
    "http://127.1",
    "http://127.255.0.3",
    "http://2130706433", // 127.0.0.1 as one number
    "http://localhost:7860",
    "http://LOCALHOST",
    "http://localhost.",
    "http://me.localhost",
    "http://0.0.0.0:7860",
    "http://[::1]:7860",
    "http://[::]",
    "http://[::ffff:127.0.0.1]",
  ])
    assert.ok(meansItself(hostOf(address)), address);
  for (const open of [
    "http://192.168.1.20:7860",
    "http://10.0.0.127",
    "http://128.0.0.1",
    "http://126.255.255.255",
    "http://127.0.0.1.nip.io",
    "https://localhost.example.org",
    "https://notlocalhost",
    "https://demo.hf.space",
    "http://[fe80::1]",
    "http://[::2]",
    "http://[::ffff:10.0.0.1]",
  ])
    assert.ok(!meansItself(hostOf(open)), open);
});
