/** The reader's own runs, kept in this browser: their packed traces in its IndexedDB, and what is known of each beside it. */

import { forget, recall, remember } from "../dom/memory.ts";
import { clear, createStore, delMany, get, getMany, keys, set, setMany } from "../../vendor/idb-keyval.js";
import { MOST_BYTES, MOST_RUNS, isStoredRun, makeRoom, renewed } from "./stored-run.ts";
import type { RunItem, RunList } from "./run-list.ts";
import type { StoredRun } from "./stored-run.ts";

type Store = ReturnType<typeof createStore>;

const NAME = "text-diffusion-playground";
/** What is known of a run, and its packed trace, stand under these and its id. */
const [ABOUT, TRACE] = ["about ", "trace "];

const REFUSED = "This browser keeps nothing for this page: your runs last as long as the page.";
const NO_ROOM = "This browser has no room for another run: the last one lasts as long as the page.";
const UNASKED = "Your runs last as long as this page: this browser keeps none of them.";
const LIMIT = `${MOST_RUNS} runs and ${MOST_BYTES / 1e6} MB`;

/** Under this a browser remembers that its reader wants their runs to be kept, where that has to be wanted. */
const WANTED = "keep runs";

export class Library {
  /** Null where the browser refuses. */
  store: Store | null = null;
  /** The last change that was asked for. */
  turn: Promise<unknown> = Promise.resolve();
  /** For the reader, may be empty. */
  sentence = "";
  /** Other tabs of this browser keep runs in the same place, and tell each other. */
  tabs = new BroadcastChannel(NAME);

  /**
   * @param runList gets the runs that are kept
   * @param asks is nothing kept until the reader wants it? Strangers may share a computer as they share the server
   */
  constructor(
    public runList: RunList,
    public asks: boolean = false,
  ) {
    this.tabs.onmessage = () => this.#inTurn((store) => this.#follow(store));
  }

  /** Another tab has changed what is kept. Never fails. */
  async #follow(store: Store) {
    const { runList } = this;
    const { kept: stored } = await list(store).catch(() => ({ kept: null }));
    if (stored === null) return;
    const known = new Map(runList.yours.map((item) => [item.about?.id, item]));
    const ids = new Set(stored.map(({ id }) => id));
    runList.drop(runList.yours.filter((item) => item.kept && item !== runList.shown && !ids.has(item.about?.id ?? "")));
    for (const about of stored) {
      const item = known.get(about.id);
      if (item?.about) Object.assign(item.about, { star: about.star, given: about.given });
      else runList.addStored([[about, () => this.#read(about)]]);
    }
    runList.changed();
  }

  /** Reads what is known of the runs that are kept, but no trace; then keeps those that were made meanwhile. Never fails. */
  async load() {
    if (!this.wanted) {
      this.sentence = UNASKED;
      return this.runList.changed();
    }
    this.sentence = "";
    try {
      const store = createStore(NAME, "runs");
      const { kept: stored, damaged } = await list(store);
      this.store = store;
      this.runList.addStored(stored.map((about) => [about, () => this.#read(about)]));
      if (damaged > 0)
        this.sentence = `${damaged === 1 ? "A run that was" : `${damaged} runs that were`} kept here cannot be read any more and ${damaged === 1 ? "is" : "are"} left out.`;
    } catch {
      this.sentence = REFUSED;
    }
    this.runList.completed = (item) => this.keep(item);
    for (const item of this.runList.yours) if (item.whole && !item.kept) await this.keep(item);
    this.runList.changed();
  }

  /** Are runs to be kept? */
  get wanted() {
    return !this.asks || recall(WANTED, "") === "yes";
  }

  /** The reader wants their runs to be kept here, those of this page first. */
  async want() {
    remember(WANTED, "yes");
    await this.load();
  }

  /**
   * Leaves no trace in this browser: neither runs nor choices, nor anything that plugins keep.
   *
   * @returns brings back the runs
   */
  async forgetAll(): Promise<() => Promise<void>> {
    const undo = await this.removeAll();
    forget();
    if (this.asks) {
      this.store = null;
      this.sentence = UNASKED;
    }
    return undo;
  }

  /** @param item whose whole trace has come */
  keep(item: RunItem) {
    return this.#inTurn((store) => this.#keep(store, item));
  }

  /** One change after the other: a run that is deleted while it is still being written must not come back. */
  #inTurn(change: (store: Store) => unknown) {
    this.turn = this.turn.then(() => this.store && change(this.store)).catch(() => this.#fails());
    return this.turn;
  }

  async #keep(store: Store, item: RunItem) {
    const { about } = item;
    if (about === null || !this.runList.yours.includes(item)) return;
    try {
      const packed = await this.runList.pack(item);
      about.bytes = packed.length;
      const going = makeRoom((await list(store)).kept, about);
      if (going === null) {
        this.sentence = `The last run lasts as long as the page: this browser keeps at most ${LIMIT}, and every run in it has a star.`;
      } else {
        if (going.length > 0) await this.#leave(store, going);
        await setMany(
          [
            [ABOUT + about.id, about],
            [TRACE + about.id, packed],
          ],
          store,
        );
        item.kept = true;
        this.tabs.postMessage("");
      }
    } catch {
      this.sentence = NO_ROOM;
    }
    this.runList.changed();
  }

  async change(item: RunItem, changes: { star?: boolean; given?: string }) {
    const { about } = item;
    if (about === null) return;
    Object.assign(about, changes);
    this.runList.changed();
    await this.#inTurn((store) => item.kept && set(ABOUT + about.id, about, store));
    this.tabs.postMessage("");
  }

  /** @param items own ones @returns brings them back */
  async remove(items: RunItem[]): Promise<() => Promise<void>> {
    const back: RunItem[] = [];
    for (const item of items) {
      // What cannot be read can still be deleted.
      if (await this.runList.pack(item).catch(() => null)) back.push(item);
    }
    const ids = items.flatMap(({ about }) => (about === null ? [] : [ABOUT + about.id, TRACE + about.id]));
    const stored = back.filter((item) => item.kept);
    await this.#inTurn((store) => delMany(ids, store));
    for (const item of stored) item.kept = false;
    this.tabs.postMessage("");
    this.runList.drop(items); // last: what is out of sight is really gone, even if the page is left now
    return async () => {
      this.runList.bringBack(back);
      for (const item of stored) await this.keep(item);
    };
  }

  /** Also what cannot be read any more. @returns brings back the runs that were whole */
  async removeAll(): Promise<() => Promise<void>> {
    const undo = await this.remove(this.runList.yours.filter(({ whole }) => whole));
    if (this.store) {
      this.sentence = "";
      await clear(this.store).catch(() => this.#fails());
      this.tabs.postMessage("");
    }
    return undo;
  }

  async #read({ id }: StoredRun) {
    const packed = this.store && (await get(TRACE + id, this.store));
    if (!(packed instanceof Uint8Array)) throw new Error("The trace of this run is no longer in this browser.");
    return packed as Uint8Array<ArrayBuffer>;
  }

  /** @param going make room for another */
  async #leave(store: Store, going: StoredRun[]) {
    await delMany(
      going.flatMap(({ id }) => [ABOUT + id, TRACE + id]),
      store,
    );
    const ids = new Set(going.map(({ id }) => id));
    this.runList.drop(this.runList.yours.filter(({ about }) => about !== null && ids.has(about.id)));
    const those =
      going.length === 1 ? "The oldest run without a star has" : `The ${going.length} oldest runs without a star have`;
    this.sentence = `${those} made room for a new one: this browser keeps at most ${LIMIT}.`;
  }

  #fails() {
    this.sentence = "This browser did not take the last change; it lasts as long as the page.";
    this.runList.changed();
  }
}

/** @returns the oldest first, and how many cannot be read */
async function list(store: Store): Promise<{ kept: StoredRun[]; damaged: number }> {
  const all = new Set(await keys(store));
  const abouts = [...all].filter((key) => typeof key === "string" && key.startsWith(ABOUT));
  const values = (await getMany(abouts, store)).map(renewed);
  const runs = values.filter(
    (value, at) => isStoredRun(value) && abouts[at] === ABOUT + value.id && all.has(TRACE + value.id),
  );
  return { kept: runs.sort((a, b) => a.time - b.time), damaged: values.length - runs.length };
}
