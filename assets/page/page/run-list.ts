/** The runs that can be shown: recorded ones from the server, opened files, and those made on this page. */

import { answered } from "../dom/early.ts";
import type { Knob } from "../rules/knobs.ts";
import { MAX_MIB } from "../run/columns.ts";
import { readTrace, readUnpacked } from "../run/trace.ts";
import { readRuns } from "../run/run-files.ts";
import { parentOf, sameMaking } from "../run/spec.ts";
import { addressedSpec } from "./address.ts";
import { storedRunOf, whatIsKnown } from "./stored-run.ts";
import { nameRuns } from "./naming.ts";
import { recordedItem } from "./recorded-item.ts";
import { saveTrace } from "../dom/saving.ts";
import type { Engine } from "../engine/server.ts";
import type { Recording } from "../run/recording.ts";
import type { Reader, ReadRun } from "../run/run-files.ts";
import type { Reference } from "./address.ts";
import type { StoredRun } from "./stored-run.ts";

/** A run that can be shown. */
export interface RunItem {
  /** What no other run is called. */
  title: string;
  /** Its title in short. */
  face: string;
  /** In few words; "" where the face says it. */
  prompt: string;
  /** What an address says of it; null if it can say nothing. */
  run: Reference | null;
  file: () => Promise<Uint8Array<ArrayBuffer>>;
  /** The run with fewer candidates, unpacked, until the first picture is there. */
  light?: RunItem["file"];
  /** Does `file` give the whole run at any time? */
  whole: boolean;
  /** On the card of an example. */
  card?: string;
  /** Of a recorded run, where the server says it. */
  seed?: number;
  /** Null where it has not been read, or has been put away. */
  recording: Recording | null;
  /** One of the reader's own; null for a recorded one. */
  about: StoredRun | null;
  /** Does the browser keep it? */
  kept: boolean;
}

/** Runs that stay unpacked: one is some ten times its file. */
const MOST_UNPACKED = 4;

/** Says "change" when runs come, go or change, or another one is shown. */
export class RunList extends EventTarget {
  /** Is told of each run that is about to be shown. */
  selected: (item: RunItem) => void = () => {};
  /** Is told of each own run whose whole trace has come. */
  completed: (item: RunItem) => void = () => {};
  /** Waits until the runs that the browser keeps are among the others. */
  ready: () => Promise<unknown> = async () => {};
  items: RunItem[] = [];
  shown: RunItem | null = null;
  /** Chosen last; another one that is read more slowly no longer matters. */
  wanted: RunItem | null = null;
  /** What of an item's light file is shown, until the whole run takes its place. */
  sketch: { item: RunItem; recording: Recording } | null = null;
  /** The most that a trace may unpack to. */
  maxMib = MAX_MIB;
  /** Reads files that are no traces; null where nothing does. */
  reader: Reader | null = null;
  /** Those with a recording, the one that is shown first. */
  recent: RunItem[] = [];

  /**
   * @param leave another run is about to be shown
   * @param show one that the reader chose
   * @param say tells the reader; null takes back what was said
   */
  constructor(
    public knobs: Knob[],
    public leave: () => void,
    public show: (recording: Recording) => void,
    public say: (error: unknown) => void,
  ) {
    super();
  }

  /** The reader's own runs. */
  get yours() {
    return this.items.filter(({ about }) => about !== null);
  }

  /**
   * @param about a run made here, opened or kept
   * @param item what is there of it
   * @returns is put at the end
   */
  addOwn(about: StoredRun, item: Pick<RunItem, "file" | "whole"> & Partial<RunItem>): RunItem {
    const run = addressOf(about, this.knobs);
    const parent = run && parentOf(run.spec);
    const known =
      parent && this.yours.find((other) => other.run?.spec && sameMaking(parent, other.run.spec, this.knobs));
    if (known?.about) about.parent ??= known.about.id; // never undefined: a browser would keep that
    return this.add({ title: "", face: "", prompt: "", recording: null, kept: false, ...item, run, about });
  }

  /**
   * @param recording a run that has just begun
   * @param engine which has its trace in the end
   * @returns is put at the end
   */
  addLive(recording: Recording, engine: Engine): RunItem {
    const { run } = recording;
    const about = { ...storedRunOf(recording), made: true };
    recording.madeAt = about.time;
    return this.addOwn(about, { recording, file: () => engine.trace(run), whole: false });
  }

  /** @param runs runs of the reader that the browser gave back */
  addStored(runs: [StoredRun, RunItem["file"]][]) {
    for (const [about, file] of runs) {
      const run = addressOf(about, this.knobs);
      this.items.push({ title: "", face: "", prompt: "", recording: null, file, whole: true, kept: true, run, about });
    }
    this.changed();
  }

  /** @param item is put at the end */
  add(item: RunItem): RunItem {
    this.items.push(item);
    if (item.recording !== null) this.#tidy(item);
    this.changed();
    return item;
  }

  /** Something about the runs is another than before; their titles say how they differ now. */
  changed() {
    nameRuns(this.items);
    this.dispatchEvent(new Event("change"));
  }

  /** @param items are no longer offered */
  drop(items: RunItem[]) {
    this.items = this.items.filter((item) => !items.includes(item));
    this.changed();
  }

  /** @param items that were dropped */
  bringBack(items: RunItem[]) {
    this.items.push(...items);
    this.changed();
  }

  /** @param item is named as the one that is shown */
  select(item: RunItem) {
    this.leave();
    this.shown = this.wanted = item;
    this.selected(item);
    this.changed();
  }

  find(fits: (run: Reference) => boolean): RunItem | undefined {
    return this.items.find(({ run }) => run !== null && fits(run));
  }

  /**
   * @param item is shown; its file is read first where that has not been done
   * @param say tells the reader why it cannot be shown
   * @returns can it be shown?
   */
  async choose(
    item: RunItem,
    show: (recording: Recording) => void = this.show,
    say: (error: unknown) => void = this.say,
  ): Promise<boolean> {
    this.wanted = item;
    try {
      const light = item.recording === null && (await item.light?.());
      const recording = light ? readUnpacked(light, item.title) : await this.read(item);
      if (light) this.sketch = { item, recording };
      else item.recording = recording;
      if (this.wanted !== item) return true;
      this.select(item);
      this.#tidy(item);
      show(recording);
      return true;
    } catch (error) {
      say(error);
      return false;
    }
  }

  /**
   * The first picture is there: its run is filled with the rest, and every other comes whole.
   *
   * @param completed is told of the run
   */
  async complete(completed: (recording: Recording) => void) {
    for (const item of this.items) delete item.light;
    if (this.sketch === null) return;
    const { item, recording } = this.sketch;
    await readTrace(await item.file(), item.title, this.maxMib, recording);
    item.recording = recording;
    this.sketch = null;
    this.changed();
    completed(recording);
  }

  /** @returns read with the same checks, wherever its file comes from */
  async read({ recording, file, title, about }: RunItem): Promise<Recording> {
    if (recording) return recording;
    const [run] = await this.runsIn(await file(), title);
    return dated(run.recording, about);
  }

  /** @param name what messages call the file @throws {TraceError} */
  runsIn(file: Uint8Array<ArrayBuffer>, name: string): Promise<ReadRun[]> {
    return readRuns(file, name, this.maxMib, this.reader);
  }

  /** Puts up the recorded runs. @param folder that holds them and their index */
  async load(folder: URL) {
    try {
      const index = await download(
        new URL("index.json", folder),
        "No recorded run is installed; press Generate to make one.",
      );
      for (const { file, light, title, card, seed } of JSON.parse(new TextDecoder().decode(index))) {
        const from = (name: string) => () =>
          download(new URL(name, folder), `The recorded run “${title}” cannot be read from the server.`);
        const run = { title, card, seed, file: from(file), light: light && from(light) };
        this.items.push(recordedItem(file.replace(/\.trace$/, ""), run));
      }
    } catch (error) {
      this.say(error);
    }
    this.changed();
  }

  /**
   * A run that was made here has ended.
   *
   * @param file of the whole run; without it, what arrived is all there is so far
   */
  settle(item: RunItem, recording: Recording, file?: RunItem["file"]) {
    item.recording = dated(recording, item.about);
    if (item.about) item.run = addressOf(Object.assign(item.about, whatIsKnown(recording)), this.knobs);
    if (file) {
      item.file = file; // the server forgets runs; the page does not
      item.whole = true;
      this.completed(item);
    }
    this.changed();
  }

  /**
   * @param file whose runs are added
   * @throws {Error} it is no trace, or a damaged one; the message is a sentence
   */
  async take(file: File): Promise<RunItem[]> {
    const packed = new Uint8Array(await file.arrayBuffer());
    const runs = await this.runsIn(packed, file.name);
    return runs.map(({ recording, file: bytes }) => {
      const item = this.addOwn(storedRunOf(recording, file.name), { recording, file: async () => bytes, whole: true });
      this.completed(item);
      return item;
    });
  }

  /** @param file whose runs are added; the first one is shown @throws {Error} as `take` */
  async open(file: File) {
    const [first, ...more] = await this.take(file);
    await this.choose(first);
    if (more.length > 0)
      this.say(`${file.name} holds ${more.length + 1} runs. The first one is shown; all are in the list of runs.`);
  }

  /** @returns the bytes of its file, which stay, as it may not be had again */
  async pack(item: RunItem): ReturnType<RunItem["file"]> {
    const packed = await item.file();
    item.file = async () => packed;
    return packed;
  }

  /** @param item is saved as a file */
  async save(item: RunItem | null = this.shown, say: (error: unknown) => void = this.say) {
    if (item === null) return say("There is no run to save yet.");
    await saveTrace(item).catch(say);
  }

  /**
   * Packs the runs that were shown longest ago; they are unpacked again when they are chosen.
   *
   * @param item is shown now
   */
  #tidy(item: RunItem) {
    this.recent = [item, ...this.recent.filter((other) => other !== item && other.recording !== null)];
    const old = this.recent.slice(MOST_UNPACKED).filter(({ whole }) => whole);
    for (const shown of old) {
      if (shown.about && !shown.kept) this.pack(shown).catch(() => {});
      shown.recording = null;
    }
  }
}

function addressOf({ header, passes, stopped }: StoredRun, knobs: Knob[]) {
  const spec = addressedSpec(header, knobs);
  return spec && { spec, ...(stopped && passes !== null && { stopped: passes }) };
}

/** @returns it, knowing when it was made here */
function dated(recording: Recording, about: StoredRun | null): Recording {
  recording.madeAt = about?.made ? about.time : 0;
  return recording;
}

/** @param sentence for the reader when there is nothing */
async function download(address: URL, sentence: string) {
  const answer = await answered(address).catch(() => null); // the server is not there, or sends what is damaged
  if (!answer?.ok) throw new Error(sentence);
  return answer.body;
}
