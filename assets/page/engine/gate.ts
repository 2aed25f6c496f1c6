/**
 * The streams that this page reads: two at most are open at once. One that matters more takes the place of one that matters
 * less, which is opened again when there is room.
 */

import { GONE, GoneError, eventsOf, request } from "./events.ts";
import type { StreamEvent } from "./events.ts";

const MOST = 2;
/** One that has given way for so long comes before its equals: the server waits 90 seconds for the reader of a run. */
const PATIENCE_MS = 30_000;
/** The server must say something so often, a sign of life at least. */
const SILENT_MS = 40_000;

/** What matters more has the higher number. `part` is for streams of plugins. */
export const RANK = { model: 0, part: 1, tape: 2 };
/** What asks would ask once more if it were opened again; there are never more of them than places. */
const ASKING = 3;

const GIVES_WAY = new DOMException("Another stream matters more.", "AbortError");

/** Those that are open, and those that wait: of the whole page, whatever it shows. */
const places: Place[] = [];

function settle() {
  places.sort((one, other) => other.rank() - one.rank() || other.order - one.order);
  for (const { open, stop } of places.slice(MOST)) if (open) stop.abort(GIVES_WAY);
  for (const place of places.slice(0, MOST)) place.enter();
}

class Place {
  order: number;
  /** Resolves when it is open, or given up. */
  entered: Promise<any>;
  enter: () => void;

  static count = 0;
  open = false;
  /** Gives it up. */
  stop = new AbortController();

  /** @param again has it given way? Then its equals come first, else the newest does */
  constructor(
    public rank: () => number,
    again: boolean,
  ) {
    this.order = again ? -(Place.count += 1) : (Place.count += 1);
    let enter = () => {};
    this.entered = new Promise((give) => (enter = () => give(undefined)));
    this.enter = () => {
      this.open = true;
      enter();
    };
    const first = () => {
      this.order = Place.count += 1;
      settle();
    };
    const patience = again ? setTimeout(first, PATIENCE_MS) : undefined;
    this.stop.signal.addEventListener("abort", () => {
      clearTimeout(patience);
      places.splice(places.indexOf(this), 1);
      this.enter();
      setTimeout(settle); // who leaves one stream for another keeps the place
    });
    places.push(this);
    settle();
  }
}

/**
 * @param rank of `RANK`
 * @param options made each time when it is opened: headers, and a body for one that asks; a signal that ends it
 * @returns also signs of life, which have no data; one when it is opened
 * @throws {RefusedError | GoneError}
 */
export async function* stream(
  path: string,
  rank: number,
  {
    headers = () => ({}),
    body = () => undefined,
    signal,
  }: { headers?: () => Record<string, string>; body?: () => string | undefined; signal?: AbortSignal } = {},
): AsyncGenerator<StreamEvent> {
  for (let again = false; ; again = true) {
    const { stop, entered } = new Place(() => (body() === undefined ? rank : ASKING), again);
    const end = () => stop.abort(signal?.reason);
    const quiet = () => stop.abort(new GoneError(GONE));
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
    await entered;
    let silent = setTimeout(quiet, SILENT_MS);
    try {
      const method = body() === undefined ? "GET" : "POST";
      const answer = await request(path, { method, headers: headers(), body: body(), signal: stop.signal });
      yield { id: "", data: "" };
      for await (const event of eventsOf(answer)) {
        clearTimeout(silent);
        silent = setTimeout(quiet, SILENT_MS);
        yield event;
      }
      return;
    } catch (error) {
      const { reason } = stop.signal;
      if (reason !== GIVES_WAY) throw reason ?? error;
    } finally {
      clearTimeout(silent);
      signal?.removeEventListener("abort", end);
      stop.abort();
    }
  }
}
