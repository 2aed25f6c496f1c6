/** One of the runs that a hall shows: as its messages come, or as every page has it. */

import { Pages } from "../learn/pages.js";
import { knownRun, readRun } from "../learn/runs.js";
import { readTrace } from "../run/trace.js";
import { WireReader } from "../run/wire.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {{ run: string, example: string, lesson: string, anew: boolean }} Told as the server tells it */
/**
 * @typedef {object} Shows what the page does with it
 * @property {() => void} begun its run is there
 * @property {() => void} grown
 * @property {() => void} ended
 * @property {(partial: Recording, whole: Recording) => void} repaired
 */

/** When a run ends, so many fetch it whole; each waits up to this long. */
const SPREAD_MS = 4000;

export class HallLane {
  /**
   * @param {import("../page/page.js").Page} page
   * @param {Told} told
   * @param {Shows} shows
   */
  constructor(page, { run, example, lesson }, shows) {
    this.page = page;
    this.shows = shows;
    /** The run, or the example. */
    this.name = run || example;
    this.example = example;
    /** The name of the lesson that has the example as a run of its own. */
    this.lesson = lesson;
    this.reader = new WireReader(run);
    /** How many messages have come, and how many of them are yet to come again. */
    this.taken = this.past = 0;
    /** @type {Recording | null} */
    this.recording = null;
    /** @type {import("../page/run-list.js").RunItem | null} */
    this.item = null;
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
   * @param {import("./stream.js").Message} message about the run
   * @returns {string} for the reader, may be empty
   * @throws {Error} it is damaged; the message is a sentence
   */
  take(message) {
    if (this.past > 0) {
      this.past -= 1;
      return "";
    }
    this.taken += 1;
    const { kind, sentence } = this.reader.read(message);
    if (kind === "start") this.#started(/** @type {Recording} */ (this.reader.recording));
    else if (kind === "frame") this.shows.grown();
    else if (kind === "end" || kind === "refused") this.#ended();
    return sentence;
  }

  /** @param {Recording} recording */
  #started(recording) {
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

  /**
   * The whole run takes the place of what came: it has the candidates too. Without it, every step is still there.
   *
   * @param {import("../page/run-list.js").RunItem} item
   * @param {Recording} partial
   */
  async #complete(item, partial) {
    const { engine, runList } = this.page;
    try {
      const packed = await engine.trace(partial.run);
      const whole = await readTrace(packed, item.title, runList.maxMib);
      runList.settle(item, whole, packed);
      this.recording = whole;
      this.shows.repaired(partial, whole);
    } catch {
      // The server keeps only its last runs.
    }
  }
}
