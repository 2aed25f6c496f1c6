/**
 * The tape of one request, as the server keeps it: numbered messages. Reading goes on where it was after a lost connection,
 * and pauses while the page is hidden.
 */

import { GoneError, eventsOf, post, request } from "./events.js";

/** Time before a lost connection is tried again; it grows up to the second. */
const AGAIN_MS = [250, 5000];
/** The server must say something so often, a sign of life at least. */
const SILENT_MS = 40_000;

/** @typedef {Record<string, any> & { kind: string, run?: number }} Message see `playground/trace/wire.py` */

export class ServerTape {
  /** @param {{ tape: string, control: string, runs?: string[] }} taken what the server said when it took the request */
  constructor({ tape, control, runs = [] }) {
    this.key = tape;
    this.control = control;
    /** The names of the runs, by which their traces can be had. */
    this.runs = runs;
    this.last = -1;
  }

  /**
   * @param {(lost: boolean) => void} [tell] is the connection lost?
   * @param {AbortSignal} [signal] ends the reading
   * @returns {AsyncGenerator<Message>} all messages, the last one of kind `over` or `dropped`
   * @throws {UnknownError | RefusedError} the server no longer has it, or does not hand it out
   */
  async *messages(tell = () => {}, signal) {
    const leave = () => sayGoodbye(this.control);
    addEventListener("pagehide", leave);
    let met = false; // the server holds the runs of a reader who has come once
    try {
      for (let tries = 0; ; tries += 1) {
        if (met) await seen();
        const stop = new AbortController();
        const hidden = () => document.hidden && stop.abort();
        const end = () => stop.abort();
        document.addEventListener("visibilitychange", hidden);
        signal?.addEventListener("abort", end);
        let silent = setTimeout(end, SILENT_MS);
        try {
          const answer = await request("tape", { headers: this.#headers, signal: stop.signal });
          met = true;
          hidden();
          for await (const { id, data } of eventsOf(answer)) {
            clearTimeout(silent);
            silent = setTimeout(end, SILENT_MS);
            if (data === "") continue;
            if (id !== "" && Number(id) <= this.last) continue; // it came before
            if (id !== "" && Number(id) > this.last + 1) break; // something between is lost: read it again
            if (tries > 0) tell(false);
            tries = 0;
            if (id !== "") this.last = Number(id);
            const message = JSON.parse(data);
            yield message;
            if (message.kind === "over" || message.kind === "dropped") return;
          }
        } catch (error) {
          if (signal?.aborted) return;
          if (!(error instanceof GoneError || stop.signal.aborted || error instanceof TypeError)) throw error;
        } finally {
          clearTimeout(silent);
          document.removeEventListener("visibilitychange", hidden);
          signal?.removeEventListener("abort", end);
          stop.abort();
        }
        if (met && document.hidden) continue;
        tell(true);
        await new Promise((give) => setTimeout(give, Math.min(AGAIN_MS[0] * 2 ** tries, AGAIN_MS[1])));
      }
    } finally {
      removeEventListener("pagehide", leave);
    }
  }

  /** @returns {Record<string, string>} */
  get #headers() {
    return { "Tape-Key": this.key, "Tape-Returns": "yes", ...(this.last >= 0 && { "Last-Event-ID": String(this.last) }) };
  }

  /** Ends the runs, or one of them, after their step. @param {number} [run] */
  stop(run) {
    post("tape/stop", { control: this.control, ...(run !== undefined && { run }) }).catch(() => {}); // a server that is gone is noticed anyway
  }
}

/** Resolves while the page is in sight. */
async function seen() {
  while (document.hidden) await new Promise((give) => document.addEventListener("visibilitychange", give, { once: true }));
}

/** @param {string} control of a tape whose reader goes away for good */
const sayGoodbye = (control) => void fetch("tape/leave", { method: "POST", keepalive: true, headers: { "Content-Type": "application/json" }, body: JSON.stringify({ control }) }).catch(() => {});
