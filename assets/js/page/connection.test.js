import assert from "node:assert/strict";
import { test } from "node:test";
import { patient } from "./connection.js";

const JOIN = "http://here/gradio_api/queue/join";
const DATA = "http://here/gradio_api/queue/data?session_hash=s";

/** @param {string[]} parts then the connection breaks, unless `whole` */
function answer(parts, whole = false) {
  const left = [...parts];
  const body = new ReadableStream({
    pull(controller) {
      const part = left.shift();
      if (part !== undefined) controller.enqueue(new TextEncoder().encode(part));
      else if (whole) controller.close();
      else controller.error(new TypeError("network error"));
    },
  });
  return new Response(body);
}

/** @param {Record<string, () => Response>} answers by path; where there is none, no server answers */
const network = (answers) =>
  patient(async (input) => {
    const found = answers[new URL(/** @type {string} */ (input)).pathname];
    if (!found) throw new TypeError("Failed to fetch");
    return found();
  });

test("a stream that breaks ends what it carried, and nothing else", async () => {
  let number = 0;
  const fetch = network({
    "/gradio_api/queue/join": () => Response.json({ event_id: `event${++number}` }),
    "/gradio_api/queue/data": () => answer(["data: 1\n\n", "data: 2\n\n"]),
  });
  await fetch(JOIN);
  await fetch(JOIN);
  const messages = (await (await fetch(DATA)).text()).trim().split("\n\n").map((line) => JSON.parse(line.slice(6)));
  assert.deepEqual(messages.slice(0, 2), [1, 2]);
  assert.deepEqual(messages.slice(2).map(({ msg, event_id: event }) => [msg, event]), [
    ["process_completed", "event1"],
    ["process_completed", "event2"],
    ["close_stream", undefined],
  ]);
  assert.equal(messages[2].success, false);
  const again = await (await fetch(DATA)).text();
  assert.ok(!again.includes("event1"), "it is told once");
});

test("a whole stream and all other requests pass as they are", async () => {
  const fetch = network({
    "/gradio_api/queue/data": () => answer(["data: 1\n\n"], true),
    "/other": () => new Response("as it is", { status: 418 }),
  });
  assert.equal(await (await fetch(DATA)).text(), "data: 1\n\n");
  const other = await fetch("http://here/other");
  assert.deepEqual([other.status, await other.text()], [418, "as it is"]);
  await assert.rejects(fetch("http://here/nowhere"), /Failed to fetch/);
});

test("an event that cannot be sent fails with a sentence", async () => {
  const failed = await network({})(JOIN);
  assert.equal(failed.status, 500);
  assert.deepEqual(await failed.json(), { detail: "The server does not answer." });
  const refused = await network({ "/gradio_api/queue/join": () => Response.json({ detail: "no" }, { status: 429 }) })(JOIN);
  assert.deepEqual([refused.status, await refused.json()], [429, { detail: "no" }]);
});

test("a stream that cannot be opened, or that the page itself closes", async () => {
  const text = await (await network({})(DATA)).text();
  assert.equal(text, 'data: {"msg":"close_stream"}\n\n');
  const closing = new AbortController();
  const fetch = patient(async () => answer(["data: 1\n\n"]));
  const response = await fetch(new Request(DATA, { signal: closing.signal }));
  closing.abort();
  assert.equal(await response.text(), "data: 1\n\n", "which is no fault");
});
