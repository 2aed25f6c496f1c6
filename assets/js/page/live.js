/** The run that this page makes: its messages, its end, however it comes. */

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
 * @property {(recording: Recording, aside: import("./shelf.js").Exhibit | null) => void} started beside another one, if `aside` is given
 * @property {(recording: Recording) => void} grown
 * @property {(recording: Recording) => void} ended
 * @property {(partial: Recording, whole: Recording) => void} repaired
 * @property {(sentence: string) => void} refused it has no step, and this is why
 */

/** A run whose stream is over gets this long to deliver its last message. */
const LAST_MESSAGE_MS = 1500;
/** A stream may break without a sign: the server is asked this often whether the run goes on. */
const ASK_MS = 2000;

/** So often, before the server has said that it has the run. */
const MOST_ASKED = 15;

const LOST = "The connection to the run was lost; the steps that arrived are kept.";
const NOT_TAKEN = "The server did not take the run: too many are waiting, or it cannot be reached. Try again in a moment.";
const GONE = "The server does not answer. Your prompt and settings are kept: press Generate again when it is back.";

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
    this.reader = new WireReader();
    /** Is the run made beside the one that is shown? */
    this.aside = false;
    /** Is the run to be stopped, once it is known how? */
    this.unwanted = false;
    /** Asks how the server is, at once. */
    this.alive = () => {};
    /** @type {import("./shelf.js").Exhibit | null} */
    this.exhibit = null;
  }

  /**
   * Generate was pressed: from here on only messages of this run are listened to.
   *
   * @param {boolean} [aside] beside the run that is shown, rather than in its place
   * @returns {string} the ticket that the run's first message brings back
   */
  begin(aside = false) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const ticket = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    this.reader.ask(ticket);
    this.exhibit = null;
    this.aside = aside;
    this.unwanted = false;
    this.ask.setBusy(true);
    this.say(null);
    this.ask.waiting("Waiting for the engine …");
    this.#watch(ticket);
    return ticket;
  }

  /** @param {string} message from the wire */
  receive(message) {
    try {
      const { kind, sentence } = this.reader.read(message);
      if (kind === "stale") return;
      if (kind === "taken") return this.unwanted ? this.#stop() : undefined;
      this.ask.waiting(kind === "waiting" ? sentence : "");
      const recording = /** @type {Recording} */ (this.reader.recording);
      if (kind === "start") this.#started(recording);
      else if (kind === "frame") this.show.grown(recording);
      else if (kind !== "waiting") this.#ended(sentence);
    } catch (error) {
      this.say(error);
    }
  }

  /** Ends the run, as soon as it is known how. */
  stop() {
    this.ask.stopping();
    this.unwanted = true;
    if (this.reader.control !== "") this.#stop();
  }

  #stop() {
    this.server.stop(this.reader.control).catch(() => {}); // a server that is gone is noticed anyway
    if (this.reader.recording === null) this.over("Stopped before the first step.");
  }

  /**
   * The stream of the run is over, whether or not its last message came.
   *
   * @param {string} [sentence] for the reader when the run has not even begun
   */
  over(sentence = NOT_TAKEN) {
    const { ticket } = this.reader;
    setTimeout(() => {
      if (!this.ask.busy || this.reader.ticket !== ticket || this.reader.recording?.live === false) return;
      this.ask.waiting("");
      this.reader.broken = true;
      this.#ended(this.reader.recording ? LOST : sentence);
    }, LAST_MESSAGE_MS);
  }

  /** @param {string} ticket of the run that is watched until this page has heard of its end, or another run has begun */
  async #watch(ticket) {
    const going = () => this.ask.busy && this.reader.ticket === ticket;
    for (let asked = 0; going(); asked++) {
      await new Promise((resolve) => setTimeout(resolve, ASK_MS));
      if (!going()) return;
      const ended = await this.server.ended(this.reader.run).catch(() => undefined);
      if (ended === undefined) this.#gone();
      else if (this.reader.run !== "" ? ended : asked >= MOST_ASKED) this.over();
    }
  }

  #gone() {
    this.over(GONE);
    this.alive();
  }

  /** A server that was gone answers again. */
  back() {
    if (this.ask.said === GONE) this.say(null);
  }

  /** @param {Recording} recording */
  #started(recording) {
    const { run } = recording;
    this.exhibit = this.shelf.addOwn(keptOf(recording), { recording, file: () => this.#fetch(run), whole: false });
    if (!this.aside) this.shelf.select(this.exhibit);
    this.show.started(recording, this.aside ? this.exhibit : null);
  }

  /** @param {string} sentence for the reader, may be empty */
  #ended(sentence) {
    const { recording, broken, run } = this.reader;
    this.ask.setBusy(false);
    this.say(sentence || null);
    if (recording === null) return this.show.refused(sentence);
    if (recording.live) recording.end({ finishReason: "stopped", text: "", seconds: 0 });
    if (this.exhibit && !broken) this.shelf.settle(this.exhibit, recording);
    this.show.ended(recording);
    this.#complete(run, sentence, broken);
  }

  /**
   * The run as the server recorded it takes the place of what arrived: over the wire come no candidates, entropies come
   * rounded, and messages may be lost.
   *
   * @param {string} run
   * @param {string} said to the reader already
   * @param {boolean} broken were messages lost? If not, every step is there, only without candidates
   */
  async #complete(run, said, broken) {
    const { exhibit } = this;
    const partial = exhibit?.recording;
    if (!exhibit || !partial) return;
    try {
      const packed = await this.#fetch(run);
      const whole = await readTrace(packed, exhibit.title, this.shelf.maxMib);
      this.shelf.settle(exhibit, whole, packed);
      this.show.repaired(partial, whole);
      if (said === LOST) this.say(null);
    } catch (error) {
      if (broken && !said) this.say(error);
    }
  }

  /** @param {string} run */
  async #fetch(run) {
    const answer = await this.server.trace(run);
    if (!answer?.packed) throw new Error(answer?.refused ?? "The server does not answer; the run cannot be fetched from it.");
    return Uint8Array.from(atob(answer.packed), (character) => character.charCodeAt(0));
  }
}
