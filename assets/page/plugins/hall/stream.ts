/** A hall as the server tells it, and questions to it. */

import { GoneError, post } from "../../engine/events.ts";
import { RANK, stream } from "../../engine/gate.ts";

/** One of the hall, or of the run that it shows. */
export type Message = Record<string, any> & { kind: string };

/** So long after a broken connection it is tried again. */
const AGAIN_MS = 2000;

/**
 * Reads a stream until it is over, and goes on after a broken connection.
 *
 * @param path `watch` or `attend`
 * @param more headers, made each time when it is opened
 * @throws {RefusedError} the server refuses; the message is a sentence
 */
export async function follow(
  path: string,
  token: string,
  receive: (message: Message) => void,
  signal: AbortSignal,
  more: () => Record<string, string> = () => ({}),
) {
  while (!signal.aborted) {
    try {
      for await (const { data } of stream(`hall/${path}`, RANK.part, {
        headers: () => ({ "Hall-Token": token, ...more() }),
        signal,
      })) {
        if (data === "") continue;
        const message = JSON.parse(data);
        receive(message);
        if (message.kind === "closed") return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof GoneError || error instanceof TypeError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/**
 * @param path such as `/show`; "" opens a hall
 * @throws {RefusedError | GoneError} the server refuses, or does not answer; the message is a sentence
 */
export const ask = (path: string, body: object): Promise<any> => post(`hall${path}`, body);
