import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { unpacked } from "./packed.ts";

const FILES = { "a.bin": Uint8Array.of(0, 1, 254, 255), "../b": new TextEncoder().encode("grün </script>") };
const packed = (bytes: Uint8Array) => gzipSync(bytes).toString("base64");
const TEXT = JSON.stringify({ "a.bin": packed(FILES["a.bin"]), "../b": packed(FILES["../b"]) });

test("files come out as they went in", async () => {
  assert.deepEqual(await unpacked(TEXT), FILES);
  assert.deepEqual(await unpacked("{}"), {});
});

test("whatever is damaged is refused in one sentence", async () => {
  const bytes = gzipSync(new Uint8Array(1000).fill(7));
  const half = bytes.subarray(0, bytes.length / 2).toString("base64");
  bytes[bytes.length - 6] ^= 1; // of the checksum
  const damaged = [TEXT.slice(0, -1), '{"a":"%"}', '{"a":1}', JSON.stringify({ a: half })];
  for (const text of [...damaged, JSON.stringify({ a: bytes.toString("base64") })])
    await assert.rejects(unpacked(text), /The model in this file is damaged; /);
});
