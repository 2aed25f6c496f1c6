/**
 * The tape of one request, as the server keeps it: numbered messages. The stream that asks brings them; after a lost
 * connection reading goes on where it was, and while the page is hidden it pauses.
 */

import { GONE, GoneError, post } from "./events.ts";
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
/** What asks for runs. The signal gives up before the server has taken it. */
interface Asking {
  body: string;
  headers: Record<string, string>;
  signal?: AbortSignal;
}

export class ServerTape {
  key = "";
  control = "";
  /** The names of the runs, by which their traces can be had. */
  runs: string[] = [];
  last = -1;
  #tell: (lost: boolean) => void = () => {};
  #reading: AsyncGenerator<Message>;

  /** @param from what asks for it, or its keys where the server was asked otherwise */
  constructor(from: Asking | { tape: string; control: string }) {
    if ("tape" in from) this.#keep(from);
    this.#reading = this.#read("tape" in from ? null : from);
  }

  /**
   * @returns once the server has taken it
   * @throws {RefusedError | GoneError} it has not
   */
  static async of(asking: Asking): Promise<ServerTape> {
    const tape = new ServerTape(asking);
    await tape.#reading.next();
    return tape;
  }

  /**
   * @param tell is the connection lost?
   * @returns all messages, the last one of kind `over` or `dropped`
   * @throws {UnknownError | RefusedError} the server no longer has it, or does not hand it out
   */
  async *messages(tell: (lost: boolean) => void = () => {}): AsyncGenerator<Message> {
    this.#tell = tell;
    yield* this.#reading;
  }

  async *#read(asking: Asking | null): AsyncGenerator<Message> {
    const leave = () => this.key !== "" && sayGoodbye(this.control);
    addEventListener("pagehide", leave);
    let met = false; // the server holds the runs of a reader who has come once
    try {
      for (let tries = 0; ; tries += 1) {
        if (met) await seen();
        const stop = new AbortController();
        const signal = AbortSignal.any([stop.signal, ...(asking?.signal ? [asking.signal] : [])]);
        const hidden = () => met && document.hidden && stop.abort();
        document.addEventListener("visibilitychange", hidden);
        try {
          for await (const { id, data } of stream("tape", RANK.tape, {
            headers: () => this.#headers(asking),
            body: () => (this.key === "" ? asking?.body : undefined),
            signal,
          })) {
            const message = data === "" ? null : JSON.parse(data);
            if (message?.kind === "taken") this.#keep(message);
            met = this.key !== "";
            hidden();
            const number = id === "" ? NaN : Number(id);
            if (message === null || number <= this.last) continue; // it came before
            if (number > this.last + 1) break; // something between is lost: read it again
            if (tries > 0) this.#tell(false);
            tries = 0;
            if (id !== "") this.last = number;
            yield message;
            if (isLast(message)) return;
          }
        } catch (error) {
          if (!(error instanceof GoneError || signal.aborted || error instanceof TypeError)) throw error;
        } finally {
          document.removeEventListener("visibilitychange", hidden);
        }
        asking?.signal?.throwIfAborted();
        if (this.key === "") throw new GoneError(GONE); // whether it was taken, nobody knows
        if (met && document.hidden) continue;
        this.#tell(true);
        await new Promise((give) => setTimeout(give, Math.min(AGAIN_MS[0] * 2 ** tries, AGAIN_MS[1])));
      }
    } finally {
      removeEventListener("pagehide", leave);
    }
  }

  #keep({ tape, control, runs = [] }: { tape: string; control: string; runs?: string[] }) {
    [this.key, this.control, this.runs] = [tape, control, runs];
  }

  #headers(asking: Asking | null): Record<string, string> {
    return {
      "Tape-Returns": "yes",
      ...(this.key === "" ? { "Content-Type": "application/json", ...asking?.headers } : { "Tape-Key": this.key }),
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
