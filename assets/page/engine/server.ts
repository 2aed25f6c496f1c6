/** The engine of a server. */

import { GoneError, post, request } from "./events.ts";
import { RANK, stream } from "./gate.ts";
import { ServerTape } from "./tape.ts";
import type { RunSpec } from "../run/spec-schema.ts";
import type { Study } from "../run/study.ts";
import type { Tape } from "./tape.ts";

export interface Request {
  /** Runs with all of their steps. */
  specs?: RunSpec[];
  /** For each, the name of the run that it branches from; "" for none. */
  branches?: string[];
  /** One after the other, even where they could share passes? */
  alone?: boolean;
  /** Each whenever there is room? Then only their results come. */
  freely?: boolean;
  /** Many runs, of which only the results come. */
  study?: Study;
  /** Of the prompts, as a data URL. */
  picture?: string;
}

const NOT_TAKEN =
  "The server does not answer. Your prompt and settings are kept: press Generate again when it is back.";

/** What the page asks: a server, or the browser itself. */
export type Engine = Pick<ServerEngine, "call" | "trace" | "model"> & {
  start: (...asked: Parameters<ServerEngine["start"]>) => Promise<Tape>;
};

export class ServerEngine {
  /** @param headers gives what is sent along with each request for runs */
  constructor(private headers: () => Promise<Record<string, string>> = async () => ({})) {}

  /**
   * @param signal gives up before the server has taken it
   * @throws {RefusedError | GoneError} nothing of it can begin; the message is a sentence
   */
  async start(body: Request, signal?: AbortSignal): Promise<Tape> {
    try {
      return await ServerTape.of({ body: JSON.stringify(body), headers: await this.headers(), signal });
    } catch (error) {
      throw error instanceof GoneError ? new GoneError(NOT_TAKEN) : error;
    }
  }

  /**
   * Asks one of the functions of `playground/server/functions.py`.
   *
   * @throws {RefusedError | GoneError}
   */
  call(name: string, argument: string = ""): Promise<any> {
    return post(`page/${name}`, { argument });
  }

  /**
   * @param run its name
   * @returns the bytes of its trace
   * @throws {RefusedError | GoneError}
   */
  async trace(run: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await (await request("trace", { headers: { "Run-Name": run } })).arrayBuffer());
  }

  /** @returns the states of the model, until it is ready or has failed */
  async *model(): AsyncGenerator<any> {
    for await (const { data } of stream("model", RANK.model)) if (data !== "") yield JSON.parse(data);
  }
}
