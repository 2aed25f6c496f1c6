/** One of the runs that a hall shows: as its messages come, or as every page has it. */

import { Pages } from "../learn/pages.ts";
import { knownRun, readRun } from "../learn/runs.ts";
import { readTrace } from "../../run/trace.ts";
import { WireReader } from "../../run/wire.ts";
import type { Page } from "../../page/page.ts";
import type { RunItem } from "../../page/run-list.ts";
import type { Recording } from "../../run/recording.ts";
import type { Message } from "./stream.ts";

/** As the server tells it. */
export type Told = { run: string; example: string; lesson: string; anew: boolean };
/** What the page does with it. */
interface Shows {
  /** Its run is there. */
  begun: () => void;
  grown: () => void;
  ended: () => void;
  completed: (recording: Recording) => void;
}

/** When a run ends, so many fetch it whole; each waits up to this long. */
const SPREAD_MS = 4000;

export class HallLane {
  /** The run, or the example. */
  name: string;
  example: string;
  /** The name of the lesson that has the example as a run of its own. */
  lesson: string;
  reader: WireReader;
  /** How many messages have come, and how many of them are yet to come again. */
  taken: number;
  recording: Recording | null = null;
  item: RunItem | null = null;
  past: number;

  constructor(
    public page: Pick<Page, "assets" | "engine" | "runList">,
    { run, example, lesson }: Told,
    public shows: Shows,
  ) {
    this.name = run || example;
    this.example = example;
    this.lesson = lesson;
    this.reader = new WireReader(run);
    this.taken = this.past = 0;
  }

  /** All its messages come once more: after a broken connection, or from its trace. */
  again() {
    this.past = this.taken;
  }

  /** Reads the example. @throws {Error} this page does not have it; the message is a sentence */
  async read() {
    const { runList, assets } = this.page;
    let item = knownRun(runList, this.example);
    if (item === undefined && this.lesson !== "") {
      const pages = new Pages(assets);
      const lesson = await pages.lesson(this.lesson);
      if (Object.hasOwn(lesson.runs ?? {}, this.example)) item = await readRun(pages, runList, lesson, this.example);
    }
    if (item === undefined) throw new Error("The presenter shows an example that this page does not have.");
    this.recording = item.recording = await runList.read(item);
    this.item = item;
    this.shows.begun();
  }

  /**
   * @param message about the run
   * @returns for the reader, may be empty
   * @throws {Error} it is damaged; the message is a sentence
   */
  take(message: Message): string {
    if (this.past > 0) {
      this.past -= 1;
      return "";
    }
    this.taken += 1;
    const { kind, sentence } = this.reader.read(message);
    if (kind === "start") this.#started(this.reader.recording as Recording);
    else if (kind === "frame") this.shows.grown();
    else if (kind === "end" || kind === "refused") this.#ended();
    return sentence;
  }

  #started(recording: Recording) {
    this.recording = recording;
    this.item = this.page.runList.addLive(recording, this.page.engine);
    this.shows.begun();
  }

  #ended() {
    const { recording, item } = this;
    if (recording === null || item === null) return;
    this.stop();
    this.page.runList.settle(item, recording);
    this.shows.ended();
    setTimeout(() => this.#complete(item, recording), Math.random() * SPREAD_MS);
  }

  /** No more of it will come. */
  stop() {
    if (this.recording?.live) this.recording.end({ finishReason: "stopped", text: "", seconds: 0 });
  }

  /** Its file has the candidates too. Without it, every step is still there. */
  async #complete(item: RunItem, recording: Recording) {
    const { engine, runList } = this.page;
    try {
      const packed = await engine.trace(recording.run);
      await readTrace(packed, item.title, runList.maxMib, recording);
      runList.settle(item, recording, async () => packed);
      this.shows.completed(recording);
    } catch {
      // The server keeps only its last runs.
    }
  }
}
