/** The runs that this page makes: their messages and their ends, however these come. */

import { readTrace } from "../run/trace.js";
import { WireReader } from "../run/wire.js";
import { keptOf } from "./kept.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/**
 * @typedef {object} Server what it answers about a run; undefined when it does not answer
 * @property {(control: string) => Promise<boolean | undefined>} stop
 * @property {(run: string) => Promise<boolean | undefined>} ended
 * @property {(run: string) => Promise<{ packed?: string, refused?: string } | undefined>} trace
 */
/**
 * @typedef {object} Show what the page does with the run
 * @property {(recording: Recording, exhibit: Exhibit, seat: Recording | null) => void} started in the place of `seat`; null for the run of Generate
 * @property {(recording: Recording) => void} grown
 * @property {(recording: Recording | null, last: boolean) => void} ended null for the run of Generate that did not begin; `last`: no other goes on
 * @property {(partial: Recording, whole: Recording) => void} repaired
 * @property {(seat: Recording, sentence: string) => void} told what a lane waits for, or why it ended
 * @property {(recording: Recording) => void} gone the server is there, but has forgotten this run of Generate, which did not come to its end
 */
/** @typedef {import("./shelf.js").Exhibit} Exhibit */

/** A run whose stream is over gets this long to deliver its last message. */
const LAST_MESSAGE_MS = 1500;
/** A stream may break without a sign: the server is asked this often whether the run goes on. */
const ASK_MS = 2000;

/** So often, before the server has said that it has the run. */
const MOST_ASKED = 15;

const LOST = "The connection to the run was lost; the steps that arrived are kept.";
const NOT_TAKEN = "The server did not take the run: too many are waiting, or it cannot be reached. Try again in a moment.";
const GONE = "The server does not answer. Your prompt and settings are kept: press Generate again when it is back.";

/** The server answers, but does not have the run. */
class Forgotten extends Error {}

/** One of the runs that a press asked for. */
class Stream {
  /**
   * @param {string} ticket by which its first message is recognised
   * @param {Recording | null} seat
   */
  constructor(ticket, seat) {
    this.reader = new WireReader();
    this.reader.ask(ticket);
    this.ticket = ticket;
    this.seat = seat;
    /** @type {Exhibit | null} */
    this.exhibit = null;
    this.over = false;
  }
}

export class LiveRun {
  /**
   * @param {Server} server
   * @param {import("./ask.js").Ask} ask
   * @param {import("./shelf.js").Shelf} shelf
   * @param {Show} show
   * @param {(error: unknown) => void} say tells the reader; null takes back what was said
   */
  constructor(server, ask, shelf, show, say) {
    this.server = server;
    this.ask = ask;
    this.shelf = shelf;
    this.show = show;
    this.say = say;
    /** What the last press asked for. @type {Stream[]} */
    this.streams = [];
    /** Are the runs to be stopped, once it is known how? */
    this.unwanted = false;
    /** Ended because the server was gone; it may still have the run when it is back. @type {Stream | null} */
    this.lost = null;
    /** Asks how the server is, at once. */
    this.alive = () => {};
  }

  /**
   * From here on only messages of these runs are listened to.
   *
   * @param {(Recording | null)[]} [seats] what each run takes the place of; null for the run of Generate
   * @returns {string[]} the tickets that the runs' first messages bring back
   */
  begin(seats = [null]) {
    const streams = seats.map((seat) => new Stream(newTicket(), seat));
    this.streams = streams;
    this.unwanted = false;
    this.ask.setBusy(true);
    this.say(null);
    this.ask.waiting("Waiting for the engine …");
    this.#watch(streams);
    return streams.map(({ ticket }) => ticket);
  }

  /** @param {string} messages from the wire, one in each line */
  receive(messages) {
    for (const message of messages.split("\n")) for (const stream of this.streams) this.#take(stream, message);
  }

  /**
   * @param {Stream} stream
   * @param {string} message may be another run's
   */
  #take(stream, message) {
    const { reader, seat } = stream;
    try {
      const { kind, sentence } = reader.read(message);
      if (kind === "stale") return;
      if (kind === "taken") return this.unwanted ? this.#stop(stream) : undefined;
      const waits = kind === "waiting" ? sentence : "";
      this.ask.waiting(seat === null ? waits : "");
      const recording = /** @type {Recording} */ (reader.recording);
      if (seat !== null && waits !== "") this.show.told(recording ?? seat, waits);
      else if (seat !== null && kind === "frame" && recording.notice !== "") this.show.told(recording, "");
      if (kind === "start") this.#started(stream, recording);
      else if (kind === "frame") this.show.grown(recording);
      else if (kind !== "waiting") this.#ended(stream, sentence);
    } catch (error) {
      this.say(error);
    }
  }

  /** Ends the runs, as soon as it is known how. */
  stop() {
    this.ask.stopping();
    this.unwanted = true;
    for (const stream of this.#going) if (stream.reader.control !== "") this.#stop(stream);
  }

  get #going() {
    return this.streams.filter(({ over }) => !over);
  }

  /** @param {Stream} stream */
  #stop({ reader }) {
    this.server.stop(reader.control).catch(() => {}); // a server that is gone is noticed anyway
    if (this.streams.every(({ reader: { recording } }) => recording === null)) this.over("Stopped before the first step.");
  }

  /**
   * The stream of the runs is over, whether or not their last messages came.
   *
   * @param {string} [sentence] for the reader when a run has not even begun
   */
  over(sentence = NOT_TAKEN) {
    const { streams } = this;
    setTimeout(() => {
      const going = this.#going;
      if (!this.ask.busy || this.streams !== streams || going.length === 0) return;
      this.ask.waiting("");
      for (const stream of going) {
        stream.reader.broken = true;
        this.#ended(stream, stream.reader.recording ? LOST : sentence);
      }
    }, LAST_MESSAGE_MS);
  }

  /** @param {Stream[]} streams that are watched until this page has heard of their ends, or other runs have begun */
  async #watch(streams) {
    const going = () => this.ask.busy && this.streams === streams && this.#going.length > 0;
    for (let asked = 0; going(); asked++) {
      await new Promise((resolve) => setTimeout(resolve, ASK_MS));
      if (!going()) return;
      const [{ reader }] = this.#going;
      const ended = await this.server.ended(reader.run).catch(() => undefined);
      if (ended === undefined) this.#gone();
      else if (reader.run !== "" ? ended : asked >= MOST_ASKED) this.over();
    }
  }

  #gone() {
    this.over(GONE);
    this.alive();
  }

  /** A server that was gone answers again. */
  back() {
    if (this.ask.said === GONE) this.say(null);
    const { lost } = this;
    this.lost = null;
    if (lost !== null && !this.ask.busy) this.#complete(lost, lost.reader.run, LOST, true);
  }

  /**
   * @param {Stream} stream
   * @param {Recording} recording
   */
  #started(stream, recording) {
    const { run } = recording;
    this.lost = null;
    stream.exhibit = this.shelf.addOwn(keptOf(recording), { recording, file: () => this.#fetch(run), whole: false });
    if (stream.seat === null) this.shelf.select(stream.exhibit);
    this.show.started(recording, stream.exhibit, stream.seat);
  }

  /**
   * @param {Stream} stream
   * @param {string} sentence for the reader, may be empty
   */
  #ended(stream, sentence) {
    const { reader: { recording, broken, run }, seat } = stream;
    stream.over = true;
    const last = this.#going.length === 0;
    if (last) this.ask.setBusy(false);
    if (seat === null) this.say(sentence || null);
    else if (sentence !== "") this.show.told(recording ?? seat, sentence);
    const shown = recording ?? seat;
    if (shown?.live) shown.end({ finishReason: "stopped", text: "", seconds: 0 });
    if (recording && stream.exhibit && !broken) this.shelf.settle(stream.exhibit, recording);
    this.show.ended(shown, last);
    if (recording) this.#complete(stream, run, sentence, broken);
  }

  /**
   * The run as the server recorded it takes the place of what arrived: over the wire come no candidates, entropies come
   * rounded, and messages may be lost.
   *
   * @param {Stream} stream
   * @param {string} run
   * @param {string} said to the reader already
   * @param {boolean} broken were messages lost? If not, every step is there, only without candidates
   */
  async #complete(stream, run, said, broken) {
    const { exhibit, seat } = stream;
    const partial = exhibit?.recording;
    if (!exhibit || !partial) return;
    try {
      const packed = await this.#fetch(run);
      const whole = await readTrace(packed, exhibit.title, this.shelf.maxMib);
      whole.made = run;
      if (said !== LOST) whole.notice = partial.notice;
      this.shelf.settle(exhibit, whole, packed);
      this.show.repaired(partial, whole);
      if (said === LOST && seat === null) this.say(null);
    } catch (error) {
      if (broken && !said) this.say(error);
      if (said !== LOST || seat !== null) return;
      const ended = await this.server.ended(run).catch(() => undefined);
      if (error instanceof Forgotten && ended) return this.show.gone(partial);
      this.lost = stream;
      if (ended === undefined) this.alive();
      else setTimeout(() => this.back(), ASK_MS); // it goes on, with nobody who listens, and ends soon
    }
  }

  /** @param {string} run */
  async #fetch(run) {
    const answer = await this.server.trace(run);
    if (answer?.refused) throw new Forgotten(answer.refused);
    if (!answer?.packed) throw new Error("The server does not answer; the run cannot be fetched from it.");
    return Uint8Array.from(atob(answer.packed), (character) => character.charCodeAt(0));
  }
}

/** @returns {string} which nobody can guess */
function newTicket() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
