/** The runs that this page makes: one request at a time, from its tape. */

import { messageOf } from "../dom/elements.js";
import { GoneError, UnknownError } from "../engine/events.js";
import { readTrace } from "../run/trace.js";
import { WireReader } from "../run/wire.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("../engine/server.js").Engine} Engine */
/** @typedef {import("../engine/tape.js").Tape} Tape */
/** @typedef {import("./run-list.js").RunItem} RunItem */
/**
 * @typedef {object} Show what the page does with the run
 * @property {(recording: Recording, item: RunItem, seat: Recording | null) => void} started in the place of `seat`; null for the run of Generate
 * @property {(recording: Recording) => void} grown
 * @property {(recording: Recording | null, last: boolean) => void} ended null for the run of Generate that did not begin; `last`: no other goes on
 * @property {(partial: Recording, whole: Recording) => void} repaired
 * @property {(seat: Recording, sentence: string) => void} notify what a lane waits for, or why it ended
 * @property {(recording: Recording) => void} gone the server is there, but has forgotten this run of Generate, which did not come to its end
 * @property {(lost: boolean) => void} lost the connection
 */

export const LOST = "The connection to the server is lost; the steps that arrived are kept. Trying again …";
export const UNBEGUN = "Stopped before the first step.";
/** Time between two questions for the trace of a run that goes on unread. */
const AGAIN_MS = 2000;

/** One of the runs of a request. */
class Stream {
  /** @param {WireReader} reader @param {Recording | null} seat */
  constructor(reader, seat) {
    this.reader = reader;
    this.seat = seat;
    /** @type {RunItem | null} */
    this.item = null;
    this.over = false;
  }

  /** The run, once it is shown, else what it takes the place of; null for neither. */
  get shown() {
    return this.item ? this.reader.recording : this.seat;
  }
}

export class LiveRun {
  /**
   * @param {Engine} engine
   * @param {import("./ask.js").Ask} ask
   * @param {import("./run-list.js").RunList} runList
   * @param {Show} show
   * @param {(error: unknown) => void} say tells the reader; null takes back what was said
   */
  constructor(engine, ask, runList, show, say) {
    this.engine = engine;
    this.ask = ask;
    this.runList = runList;
    this.show = show;
    this.say = say;
    /** What was asked for last. @type {Stream[]} */
    this.streams = [];
    /** Its tape, once the server has taken it. @type {Tape | null} */
    this.tape = null;
    /** Gives up what the server has not taken yet. */
    this.waiting = new AbortController();
  }

  /**
   * Makes runs, to their ends.
   *
   * @param {import("../engine/server.js").Request} request
   * @param {(Recording | null)[]} [seats] what each run takes the place of; null for the run of Generate
   */
  async make(request, seats = [null]) {
    const streams = (this.streams = seats.map((seat) => new Stream(new WireReader(""), seat)));
    const waiting = (this.waiting = new AbortController());
    this.tape = null;
    this.ask.setBusy(true);
    this.say(null);
    this.ask.waiting("Waiting for the engine …");
    let sentence = "";
    let forgotten = false;
    try {
      const tape = await this.engine.start(request, waiting.signal);
      streams.forEach((stream, place) => (stream.reader = new WireReader(tape.runs[place])));
      this.tape = tape;
      for await (const message of tape.messages((lost) => this.#lost(lost))) this.#take(streams, message);
    } catch (error) {
      forgotten = error instanceof UnknownError;
      sentence = waiting.signal.aborted ? UNBEGUN : messageOf(error);
      if (error instanceof GoneError) this.show.lost(true);
    }
    this.ask.waiting("");
    for (const stream of streams) {
      if (stream.over) continue;
      stream.reader.broken = true;
      this.#ended(stream, sentence);
      if (forgotten && stream.seat === null && stream.reader.recording) this.show.gone(stream.reader.recording);
    }
  }

  /** @param {Stream[]} streams @param {import("../engine/tape.js").Message} message */
  #take(streams, message) {
    const { kind, run } = message;
    if (run !== undefined) {
      if (streams[run]) this.#takeOne(streams[run], message);
    } else if (kind === "waiting") {
      const sentence = String(message.sentence);
      for (const { seat, reader } of streams)
        if (seat !== null && reader.recording === null) this.show.notify(seat, sentence);
      this.ask.waiting(streams.some(({ seat, reader }) => seat === null && reader.recording === null) ? sentence : "");
    }
  }

  /** @param {Stream} stream @param {import("../engine/tape.js").Message} message about its run */
  #takeOne(stream, message) {
    const { reader, seat } = stream;
    try {
      const { kind, sentence } = reader.read(message);
      if (kind === "start") return; // until its noise comes with the first step, there is nothing of it to see
      const waits = kind === "waiting" ? sentence : "";
      this.ask.waiting(seat === null ? waits : "");
      const recording = /** @type {Recording} */ (reader.recording);
      if (kind === "frame" && stream.item === null) this.#started(stream, recording);
      const { shown } = stream;
      if (seat !== null && shown && waits !== "") this.show.notify(shown, waits);
      else if (seat !== null && kind === "frame" && recording.notice !== "") this.show.notify(recording, "");
      if (kind === "frame") this.show.grown(recording);
      else if (kind === "end" || kind === "refused") this.#ended(stream, sentence);
    } catch (error) {
      this.say(error);
    }
  }

  /** Ends the runs. */
  stop() {
    this.ask.stopping();
    if (this.tape) this.tape.stop();
    else this.waiting.abort();
  }

  /** @param {boolean} lost is the connection? */
  #lost(lost) {
    if (lost) this.say(LOST);
    else if (this.ask.sentence === LOST) this.say(null);
    this.show.lost(lost);
  }

  /** @param {Stream} stream @param {Recording} recording */
  #started(stream, recording) {
    stream.item = this.runList.addLive(recording, this.engine);
    if (stream.seat === null) this.runList.select(stream.item);
    this.show.started(recording, stream.item, stream.seat);
  }

  /** @param {Stream} stream @param {string} sentence for the reader, may be empty */
  #ended(stream, sentence) {
    const { reader, seat } = stream;
    const { broken } = reader;
    const { shown } = stream;
    const recording = stream.item && reader.recording;
    stream.over = true;
    const last = this.streams.every(({ over }) => over);
    if (last) this.ask.setBusy(false);
    if (reader.recording && !stream.item) sentence ||= UNBEGUN;
    if (seat === null) this.say(sentence || null);
    else if (shown && sentence !== "") this.show.notify(shown, sentence);
    if (shown?.live) shown.end({ finishReason: "stopped", text: "", seconds: 0 });
    if (recording && stream.item && !broken) this.runList.settle(stream.item, recording);
    this.show.ended(shown, last);
    const known = recording !== null && (broken || recording.frames.length > 0); // a run without a step has no trace
    if (known) this.#complete(stream, recording);
  }

  /**
   * The run as the server recorded it takes the place of what arrived: over the wire come no candidates, entropies come
   * rounded, and messages may have been damaged.
   *
   * @param {Stream} stream
   * @param {Recording} partial
   */
  async #complete({ item, reader }, partial) {
    if (!item) return;
    try {
      const packed = await this.#whole(partial.run, reader.broken);
      const whole = await readTrace(packed, item.title, this.runList.maxMib);
      whole.made = partial.run;
      whole.notice = partial.notice;
      this.runList.settle(item, whole, packed);
      this.show.repaired(partial, whole);
    } catch (error) {
      if (reader.broken && !(error instanceof UnknownError) && this.ask.sentence === "") this.say(error);
    }
  }

  /** @param {string} run @param {boolean} waits may it still go on? */
  async #whole(run, waits) {
    for (let tries = waits ? 5 : 1; ; tries -= 1) {
      try {
        return await this.engine.trace(run);
      } catch (error) {
        if (tries <= 1) throw error;
        await new Promise((give) => setTimeout(give, AGAIN_MS));
      }
    }
  }
}
