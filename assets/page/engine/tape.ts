/**
 * The tape of one request, as the server keeps it: numbered messages. Reading goes on where it was after a lost connection,
 * and pauses while the page is hidden.
 */

import { GoneError, post } from "./events.ts";
import { RANK, stream } from "./gate.ts";

/** Time before a lost connection is tried again; it grows up to the second. */
const AGAIN_MS = [250, 5000];
/** See `playground/trace/wire.py`. */
export type Message = Record<string, any> & { kind: string; run?: number };
/** Of a request, whoever carries it out. */
export interface Tape {
  /** The names of the runs, by which their traces can be had. */
  runs: string[];
  /** All of them, the last one of kind `over` or `dropped`. */
  messages: (tell?: (lost: boolean) => void) => AsyncGenerator<Message>;
  /** Ends the runs, or one of them, after their step. */
  stop: (run?: number) => void;
}

export class ServerTape {
  key: string;
  control: string;
  /** The names of the runs, by which their traces can be had. */
  runs: string[];
  last = -1;

  /**
   * @param taken what the server said when it took the request
   * @param begun the first messages, or all of them, where the stream that asked brings them
   */
  constructor(
    { tape, control, runs = [] }: { tape: string; control: string; runs?: string[] },
    public begun: AsyncIterable<Message> | Message[] = [],
  ) {
    this.key = tape;
    this.control = control;
    this.runs = runs;
  }

  /**
   * @param tell is the connection lost?
   * @returns all messages, the last one of kind `over` or `dropped`
   * @throws {UnknownError | RefusedError} the server no longer has it, or does not hand it out
   */
  async *messages(tell: (lost: boolean) => void = () => {}): AsyncGenerator<Message> {
    const leave = () => sayGoodbye(this.control);
    addEventListener("pagehide", leave);
    let met = false; // the server holds the runs of a reader who has come once
    try {
      for await (const message of this.begun) {
        this.last += 1;
        yield message;
        if (isLast(message)) return;
      }
      for (let tries = 0; ; tries += 1) {
        if (met) await seen();
        const stop = new AbortController();
        const hidden = () => met && document.hidden && stop.abort();
        document.addEventListener("visibilitychange", hidden);
        try {
          for await (const { id, data } of stream("tape", RANK.tape, {
            headers: () => this.#headers,
            signal: stop.signal,
          })) {
            met = true;
            hidden();
            if (data === "") continue;
            if (id !== "" && Number(id) <= this.last) continue; // it came before
            if (id !== "" && Number(id) > this.last + 1) break; // something between is lost: read it again
            if (tries > 0) tell(false);
            tries = 0;
            if (id !== "") this.last = Number(id);
            const message = JSON.parse(data);
            yield message;
            if (isLast(message)) return;
          }
        } catch (error) {
          if (!(error instanceof GoneError || stop.signal.aborted || error instanceof TypeError)) throw error;
        } finally {
          document.removeEventListener("visibilitychange", hidden);
        }
        if (met && document.hidden) continue;
        tell(true);
        await new Promise((give) => setTimeout(give, Math.min(AGAIN_MS[0] * 2 ** tries, AGAIN_MS[1])));
      }
    } finally {
      removeEventListener("pagehide", leave);
    }
  }

  get #headers(): Record<string, string> {
    return {
      "Tape-Key": this.key,
      "Tape-Returns": "yes",
      ...(this.last >= 0 && { "Last-Event-ID": String(this.last) }),
    };
  }

  /** Ends the runs, or one of them, after their step. */
  stop(run?: number) {
    post("tape/stop", { control: this.control, ...(run !== undefined && { run }) }).catch(() => {}); // a server that is gone is noticed anyway
  }
}

const isLast = ({ kind }: Message) => kind === "over" || kind === "dropped";

/** Resolves while the page is in sight. */
async function seen() {
  while (document.hidden)
    await new Promise((give) => document.addEventListener("visibilitychange", give, { once: true }));
}

/** @param control of a tape whose reader goes away for good */
const sayGoodbye = (control: string) =>
  void fetch("tape/leave", {
    method: "POST",
    keepalive: true,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ control }),
  }).catch(() => {});
