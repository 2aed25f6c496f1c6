/** The runs that this page makes: one request at a time, from its tape. */

import { messageOf } from "../dom/elements.ts";
import { GoneError, UnknownError } from "../engine/events.ts";
import { readTrace } from "../run/trace.ts";
import { WireReader } from "../run/wire.ts";
import type { Engine, Request } from "../engine/server.ts";
import type { Message, Tape } from "../engine/tape.ts";
import type { Recording } from "../run/recording.ts";
import type { Ask } from "./ask.ts";
import type { RunItem, RunList } from "./run-list.ts";

/** What the page does with the run. */
export interface Show {
  /** In the place of `seat`; null for the run of Generate. */
  started: (recording: Recording, item: RunItem, seat: Recording | null) => void;
  grown: (recording: Recording) => void;
  /** Null for the run of Generate that did not begin; `last`: no other goes on. */
  ended: (recording: Recording | null, last: boolean) => void;
  /** All of it is there, what messages leave out too. */
  completed: (recording: Recording) => void;
  /** What a lane waits for, or why it ended. */
  notify: (seat: Recording, sentence: string) => void;
  /** The server is there, but has forgotten this run of Generate, which did not come to its end. */
  gone: (recording: Recording) => void;
  /** The connection. */
  lost: (lost: boolean) => void;
}

export const LOST = "The connection to the server is lost; the steps that arrived are kept. Trying again …";
export const UNBEGUN = "Stopped before the first step.";
/** Time between two questions for the trace of a run that goes on unread. */
const AGAIN_MS = 2000;

/** One of the runs of a request. */
class Stream {
  item: RunItem | null = null;
  over = false;

  constructor(
    public reader: WireReader,
    public seat: Recording | null,
  ) {}

  /** The run, once it is shown, else what it takes the place of; null for neither. */
  get shown() {
    return this.item ? this.reader.recording : this.seat;
  }
}

export class LiveRun {
  /** What was asked for last. */
  streams: Stream[] = [];
  /** Its tape, once the server has taken it. */
  tape: Tape | null = null;
  /** Gives up what the server has not taken yet. */
  waiting = new AbortController();

  /** @param say tells the reader; null takes back what was said */
  constructor(
    public engine: Engine,
    public ask: Ask,
    public runList: RunList,
    public show: Show,
    public say: (error: unknown) => void,
  ) {}

  /**
   * Makes runs, to their ends.
   *
   * @param seats what each run takes the place of; null for the run of Generate
   */
  async make(request: Request, seats: (Recording | null)[] = [null]) {
    const streams = (this.streams = seats.map((seat) => new Stream(new WireReader(""), seat)));
    const waiting = (this.waiting = new AbortController());
    this.tape = null;
    this.ask.setBusy(true);
    this.say(null);
    this.ask.waits.value = "Waiting for the engine …";
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
    this.ask.waits.value = "";
    for (const stream of streams) {
      if (stream.over) continue;
      stream.reader.broken = true;
      this.#ended(stream, sentence);
      if (forgotten && stream.seat === null && stream.reader.recording) this.show.gone(stream.reader.recording);
    }
  }

  #take(streams: Stream[], message: Message) {
    const { kind, run } = message;
    if (run !== undefined) {
      if (streams[run]) this.#takeOne(streams[run], message);
    } else if (kind === "waiting") {
      const sentence = String(message.sentence);
      for (const { seat, reader } of streams)
        if (seat !== null && reader.recording === null) this.show.notify(seat, sentence);
      this.ask.waits.value = streams.some(({ seat, reader }) => seat === null && reader.recording === null)
        ? sentence
        : "";
    }
  }

  /** @param message about its run */
  #takeOne(stream: Stream, message: Message) {
    const { reader, seat } = stream;
    try {
      const { kind, sentence } = reader.read(message);
      if (kind === "start") return; // until its noise comes with the first step, there is nothing of it to see
      const waits = kind === "waiting" ? sentence : "";
      this.ask.waits.value = seat === null ? waits : "";
      const recording = reader.recording as Recording;
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
    this.ask.stops.value = true;
    if (this.tape) this.tape.stop();
    else this.waiting.abort();
  }

  /** @param lost is the connection? */
  #lost(lost: boolean) {
    if (lost) this.say(LOST);
    else if (this.ask.sentence === LOST) this.say(null);
    this.show.lost(lost);
  }

  #started(stream: Stream, recording: Recording) {
    stream.item = this.runList.addLive(recording, this.engine);
    if (stream.seat === null) this.runList.select(stream.item);
    this.show.started(recording, stream.item, stream.seat);
  }

  /** @param sentence for the reader, may be empty */
  #ended(stream: Stream, sentence: string) {
    const { reader, seat } = stream;
    const { broken } = reader;
    if (broken && reader.recording && !stream.item) this.#started(stream, reader.recording); // its whole trace may be had
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
   * Where messages do not hold all of the run, its file fills it: over the wire come no candidates, entropies come rounded,
   * and messages may have been damaged.
   */
  async #complete({ item, reader }: Stream, recording: Recording) {
    if (!item) return;
    try {
      let file: RunItem["file"] = async () => (await import("../run/trace-file.ts")).traceFileOf(recording);
      if (!reader.whole) {
        const packed = await this.#whole(recording.run, reader.broken);
        await readTrace(packed, item.title, this.runList.maxMib, recording);
        file = async () => packed;
      }
      this.runList.settle(item, recording, file);
      this.show.completed(recording);
    } catch (error) {
      if (reader.broken && !(error instanceof UnknownError) && this.ask.sentence === "") this.say(error);
    }
  }

  /** @param waits may it still go on? */
  async #whole(run: string, waits: boolean) {
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
