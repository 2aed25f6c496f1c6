import assert from "node:assert/strict";
import { test } from "node:test";
import { Zero, hubOf } from "./zero.ts";

const HUB = "https://huggingface.co";

/**
 * A window in a frame, whose parent plays the hub.
 *
 * @param hub what it says
 */
function framed({ supports = true, headers }: { supports?: boolean; headers?: unknown } = {}) {
  const frame = new EventTarget() as any;
  const requests = [] as any[];
  const from = (source: unknown, data: unknown) =>
    frame.dispatchEvent(Object.assign(new Event("message"), { source, data }));
  frame.parent = {
    postMessage(text: string, origin: string, [port]: MessagePort[] = []) {
      requests.push([text, origin]);
      if (text === "supports-zerogpu-headers" && supports) from(frame.parent, text);
      if (text === "zerogpu-headers" && headers !== undefined) port.postMessage(headers);
    },
  };
  return { frame, asked: requests, from };
}

test("a hub that hands out none is not asked for any, and one that says so later is", async () => {
  const { frame, asked: requests, from } = framed({ supports: false, headers: { "X-IP-Token": "one" } });
  const zero = new Zero(frame, HUB);
  from({}, "supports-zerogpu-headers"); // another frame
  from(frame.parent, "something else");
  assert.deepEqual(await zero.headers(), {});
  assert.equal(requests.length, 1);
  from(frame.parent, "supports-zerogpu-headers");
  assert.deepEqual(await zero.headers(), { "X-IP-Token": "one" });
});

test("what is no header is left out", async () => {
  for (const headers of [null, 7, [], { "X-IP-Token": 7 }, "text"]) {
    const result = await new Zero(framed({ headers }).frame, HUB).headers();
    assert.ok(!("X-IP-Token" in result), JSON.stringify(headers));
  }
});

test("a hub that does not answer is not waited for for long", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const headers = new Zero(framed().frame, HUB).headers();
  context.mock.timers.tick(2000);
  assert.deepEqual(await headers, {});
});

test("without a frame, or on another host, nobody is asked", async () => {
  const { frame, asked: requests } = framed({ headers: { "X-IP-Token": "one" } });
  assert.deepEqual(await new Zero(frame, hubOf("localhost")).headers(), {});
  frame.parent = frame;
  assert.deepEqual(await new Zero(frame, hubOf("someone-space.hf.space")).headers(), {});
  assert.deepEqual(requests, []);
  for (const host of ["hf.space", "hf.space.example", "evilhf.space", ""]) assert.equal(hubOf(host), "", host);
});
