/** The engine of a server: a request goes in through Gradio's queue, and what comes of it is read from a tape. */

import { GoneError, RefusedError, post, request } from "./events.js";
import { RANK, stream } from "./gate.js";
import { ServerTape } from "./tape.js";
import { Zero, hubOf } from "./zero.js";

/** @typedef {Record<string, any> & { version: number, seed: number, settings: Record<string, any> }} Spec as `RunSpec.to_dict` writes it */
/**
 * @typedef {object} Request
 * @property {Spec[]} [specs] runs with all of their steps
 * @property {string[]} [branches] for each, the name of the run that it branches from; "" for none
 * @property {boolean} [alone] one after the other, even where they could share passes?
 * @property {boolean} [freely] each whenever there is room? Then only their results come
 * @property {{ spec: Spec, seeds: number, vary: string, values: string }} [study] many runs, of which only the results come
 * @property {string} [picture] of the prompts, as a data URL
 * @property {string} [rule] a rule of the reader's own, for the specs whose sampler it is; only for the engine in this browser
 */

const NOT_TAKEN =
  "The server does not answer. Your prompt and settings are kept: press Generate again when it is back.";

/** @typedef {Pick<ServerEngine, "call" | "trace" | "model"> & { start: (...asked: Parameters<ServerEngine["start"]>) => Promise<import("./tape.js").Tape> }} Engine what the page asks: a server, or the browser itself */

export class ServerEngine {
  constructor() {
    this.zero = new Zero(window, hubOf(location.hostname));
  }

  /**
   * @param {Request} body
   * @param {AbortSignal} [signal] gives up before the server has taken it
   * @returns {Promise<import("./tape.js").Tape>}
   * @throws {RefusedError | GoneError} nothing of it can begin; the message is a sentence
   */
  async start(body, signal) {
    const data = [JSON.stringify({ ...body, follow: false })];
    try {
      const headers = { "Content-Type": "application/json", ...(await this.zero.headers()) };
      const { event_id: event } = await (
        await request("gradio_api/call/run", { method: "POST", headers, body: JSON.stringify({ data }), signal })
      ).json();
      const answers = stream(`gradio_api/call/run/${event}`, RANK.asking, { signal });
      return new ServerTape(await firstOf(answers), messagesIn(answers));
    } catch (error) {
      throw error instanceof GoneError ? new GoneError(NOT_TAKEN) : error;
    }
  }

  /**
   * Asks one of the functions of `playground/server/functions.py`.
   *
   * @param {string} name
   * @param {string} [argument]
   * @returns {Promise<any>}
   * @throws {RefusedError | GoneError}
   */
  call(name, argument = "") {
    return post(`page/${name}`, { argument });
  }

  /**
   * @param {string} run its name
   * @returns {Promise<Uint8Array<ArrayBuffer>>} the bytes of its trace
   * @throws {RefusedError | GoneError}
   */
  async trace(run) {
    return new Uint8Array(await (await request("trace", { headers: { "Run-Name": run } })).arrayBuffer());
  }

  /** @returns {AsyncGenerator<any>} the states of the model, until it is ready or has failed */
  async *model() {
    for await (const { data } of stream("model", RANK.model)) if (data !== "") yield JSON.parse(data);
  }
}

/**
 * @param {AsyncGenerator<import("./events.js").StreamEvent>} answers is closed if the request was refused
 * @returns {Promise<any>}
 */
async function firstOf(answers) {
  for (let next = await answers.next(); !next.done; next = await answers.next()) {
    const { name, data } = next.value;
    if (name === "generating") return JSON.parse(data)[0];
    if (name !== "error") continue;
    await answers.return(undefined);
    throw new RefusedError(sentenceIn(data));
  }
  throw new GoneError(NOT_TAKEN);
}

/**
 * What follows the first answer: nothing, or where a GPU is lent to the request as long as somebody waits for its end, all messages.
 *
 * @param {AsyncGenerator<import("./events.js").StreamEvent>} answers
 * @returns {AsyncGenerator<import("./tape.js").Message>}
 */
async function* messagesIn(answers) {
  try {
    for await (const { name, data } of answers) if (name === "generating") yield JSON.parse(data)[0];
  } catch {
    // the rest is read from the tape
  }
}

/** @param {string} data of an error, as Gradio sends it */
function sentenceIn(data) {
  try {
    const message = JSON.parse(data);
    return String(message?.error ?? message ?? NOT_TAKEN);
  } catch {
    return NOT_TAKEN;
  }
}
