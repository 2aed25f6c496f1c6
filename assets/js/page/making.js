/** What the page asks the engine to make: the run of the form, lanes beside it, branches, and runs of an address again. */

import { ownRun } from "./own-run.js";
import { LiveRun } from "./live.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("./page.js").Page} Page */

/** The end of a stream is waited for no longer than this. */
const MOST_WAITED_MS = 3000;

/** Steps that come sooner than this after the start of their run were kept. */
const SOON_MS = 200;

/** Messages about many runs begin so; the rest are about the runs that are made. */
const STUDY = '{"kind":"study-';

export class Making {
  /** @param {Page} page whose player, form, lanes and engine stand already */
  constructor(page) {
    this.page = page;
    this.live = new LiveRun(page.engine.server, page.ask, page.shelf, this.#following(), page.say);
    /** Over when Gradio has heard the end of the last run; until then it takes no other. @type {PromiseWithResolvers<void>} */
    this.stream = Promise.withResolvers();
    this.stream.resolve();
    /** Runs that are asked for together. @type {{ asked: import("./lanes.js").Asked[], alone: boolean }} */
    this.together = { asked: [], alone: false };
    /** When the first message of the last run came. */
    this.begun = 0;
  }

  /** @param {string} message from the engine */
  receive(message) {
    if (message.startsWith(STUDY)) this.page.extras.studies?.receive(message);
    else this.live.receive(message);
  }

  /** Makes the run that the form describes. */
  one() {
    const { ask, engine } = this.page;
    ask.setBusy(true);
    ask.waiting("Waiting for the engine …");
    this.#afterStream(() => engine.run());
  }

  /**
   * Makes several runs.
   *
   * @param {import("./lanes.js").Asked[]} asked
   * @param {boolean} alone one after the other, even where they could share passes?
   * @returns {boolean} false while another run goes on
   */
  several(asked, alone) {
    const { ask, engine } = this.page;
    if (ask.busy) {
      ask.say("A run is going on; add the lane when it has ended.");
      return false;
    }
    this.together = { asked, alone };
    ask.setBusy(true);
    ask.waiting("Waiting for the engine …");
    this.#afterStream(() => engine.runs());
    return true;
  }

  /**
   * Makes a run that goes on from a step of the one that is shown, beside it.
   *
   * @param {Recording} recording
   * @param {number} moment
   */
  async branch(recording, moment) {
    const { ask, form, knobs, lanes } = this.page;
    const { branchOf } = await import("./branching.js");
    const run = knobs.problem || branchOf(recording, moment, form.values, ask.picture);
    if (typeof run === "string") return ask.say(run);
    ask.say("");
    lanes.make([run]);
  }

  /**
   * Makes a run in the place of the one that is shown, with the lanes that wait.
   *
   * @param {import("./address.js").OwnRun} run
   */
  instead(run) {
    const { form, lanes } = this.page;
    form.fill(run);
    const beside = lanes.taken();
    if (run.branch || beside.length > 0) this.several([{ run, seat: null }, ...beside], false);
    else this.page.generate();
  }

  /**
   * Makes the run of an address again.
   *
   * @param {import("./address.js").OwnRun} run
   * @returns {string} for the reader
   */
  again(run) {
    const { ask, form } = this.page;
    if (ask.busy) form.fill(run);
    if (ask.busy) return "A run is going on; press Generate after it to make the run of this address again.";
    this.instead(run);
    if (!ask.busy) return ""; // it cannot be made, and that has been said
    return "The run of this address is made again from its seed; it begins when the model is ready.";
  }

  /** @param {() => void} ask is done once Gradio can take it */
  async #afterStream(ask) {
    await Promise.race([this.stream.promise, new Promise((give) => setTimeout(give, MOST_WAITED_MS))]);
    ask();
  }

  /** Gradio fetches the form. @returns {any[]} with a ticket for the run that begins */
  begin() {
    this.stream = Promise.withResolvers();
    return this.page.form.inputs(this.live.begin()[0]);
  }

  /** Gradio fetches the runs that are asked for together. @returns {[string]} with a ticket for each */
  beginLanes() {
    const { asked, alone } = this.together;
    this.stream = Promise.withResolvers();
    if (asked.some(({ seat }) => seat === null)) this.page.form.send();
    const tickets = this.live.begin(asked.map(({ seat }) => seat));
    const pictured = (/** @type {any} */ { prompt }) => ({ image: prompt?.image_sha256 ? this.page.ask.picture : "" }); // a trace has no picture
    const runs = asked.map(({ run: { prompt, system, thinking, seed, settings, steering = "", branch } }, at) => ({ prompt, system, thinking, seed, ...settings, steering, ticket: tickets[at], ...(branch && { branch: JSON.stringify(branch), ...pictured(branch.parent) }) }));
    return [JSON.stringify({ alone, runs })];
  }

  /** The stream of the run is over. */
  over() {
    this.stream.resolve();
    this.live.over();
  }

  /** Ends the run that goes on, and makes none of those that wait for it. */
  stop() {
    this.page.lanes.stop();
    this.live.stop();
  }

  /** @returns {import("./live.js").Show} how a run that streams is shown; one that the reader has left grows unseen */
  #following() {
    const { player, lanes, sharing, form, table } = this.page;
    return {
      started: (recording, exhibit, seat) => {
        this.begun = performance.now();
        if (seat !== null && seat === player.recording) return this.#madeAgain(recording, exhibit);
        if (seat !== null) return lanes.started(recording, exhibit, seat);
        sharing.started(recording);
        const run = ownRun(recording.header, table, Infinity);
        if (run) form.adopt(run);
      },
      grown: (recording) => {
        if (recording.header.branch) this.#rebuilding(recording).catch(() => {});
        if (player.lanes.includes(recording)) player.grow();
      },
      ended: (recording, last) => {
        if (last) setTimeout(() => lanes.next());
        const { following } = player.clock;
        if (!player.lanes.some(({ live }) => live)) player.finish();
        if (recording !== null && player.abreast.others.includes(recording)) return player.abreast.compare(player.abreast.others);
        if (recording === null || recording !== player.recording) return;
        player.grow();
        sharing.ended(recording, following);
      },
      told: (seat, sentence) => lanes.told(seat, sentence),
      gone: (recording) => this.#offerAgain(recording),
      repaired: (partial, whole) => {
        if (partial === player.recording) player.replace(whole);
        else if (player.abreast.others.includes(partial)) lanes.replaced(partial, whole);
      },
    };
  }

  /** @param {Recording} recording a part of a run that the server no longer knows */
  #offerAgain(recording) {
    const run = ownRun(recording.header, this.page.table, Infinity);
    const kept = "The server no longer has this run; the steps that arrived are kept.";
    if (run === null || recording.header.branch || recording.header.image_sha256) return this.page.ask.say(kept);
    this.page.ask.offer(kept, "Run again from the same seed", () => this.again(run));
  }

  /**
   * Says how far a branch is whose first steps have to be computed again. Those that were kept come at once.
   *
   * @param {Recording} recording
   */
  async #rebuilding(recording) {
    if (performance.now() - this.begun < SOON_MS) return;
    const { rebuilding } = await import("../run/branching.js");
    this.page.ask.waiting(rebuilding(recording));
  }

  /**
   * The first of several lanes has been made again; the form keeps what the reader has written into it.
   *
   * @param {Recording} recording
   * @param {import("./shelf.js").Exhibit} exhibit
   */
  #madeAgain(recording, exhibit) {
    const { player, sharing, shelf } = this.page;
    sharing.leave();
    shelf.select(exhibit);
    player.show(recording, -1);
    sharing.rest();
  }
}
