/** A hall as the server tells it: server-sent events over fetch, because the token must stand in a header, and questions. */

/** @typedef {Record<string, any> & { kind: string }} Message one of the hall; those of a run are read from their text */

/** So long after a broken connection it is tried again. */
const AGAIN_MS = 2000;

export class HallError extends Error {}

/**
 * Reads a stream until it is over, and goes on after a broken connection.
 *
 * @param {string} path `watch` or `attend`
 * @param {string} token
 * @param {(text: string) => void} receive takes one message, as text
 * @param {AbortSignal} signal
 * @throws {HallError} the server refuses; the message is a sentence
 */
export async function follow(path, token, receive, signal) {
  while (!signal.aborted) {
    try {
      const answer = await fetch(`hall/${path}`, { headers: { "Hall-Token": token }, signal, cache: "no-store" });
      if (!answer.ok) throw new HallError(await sentenceOf(answer));
      if (await read(/** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (answer.body), receive)) return;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof HallError) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/**
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @param {(text: string) => void} receive
 * @returns {Promise<boolean>} is the hall over?
 */
async function read(body, receive) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (rest + part.value).split("\n\n");
    rest = /** @type {string} */ (events.pop());
    for (const event of events) {
      if (!event.startsWith("data: ")) continue;
      const text = event.slice("data: ".length);
      receive(text);
      if (text.startsWith('{"kind":"over"')) return true;
    }
  }
  return false;
}

/**
 * @param {string} path such as `/show`; "" opens a hall
 * @param {object} body
 * @returns {Promise<any>}
 * @throws {HallError} the server refuses, or does not answer; the message is a sentence
 */
export async function ask(path, body) {
  const answer = await fetch(`hall${path}`, { method: "POST", body: JSON.stringify(body) }).catch(() => null);
  if (answer === null) throw new HallError("The server does not answer; try again in a moment.");
  if (!answer.ok) throw new HallError(await sentenceOf(answer));
  return answer.json();
}

/** @param {Response} answer */
export async function sentenceOf(answer) {
  const { detail } = await answer.json().catch(() => ({}));
  return typeof detail === "string" ? detail : "The server does not answer as agreed; try again in a moment.";
}
