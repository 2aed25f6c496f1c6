/** What the page asks the engine to make: the run of the form, lanes beside it, branches, and runs of an address again. */

import { LiveRun } from "./live.ts";
import { requestOf, specOf } from "../run/spec.ts";
import type { Recording } from "../run/recording.ts";
import type { RunSpec } from "../run/spec.ts";
import type { MadeRun } from "./address.ts";
import type { Show } from "./live.ts";
import type { Page } from "./page.ts";
import type { RunItem } from "./run-list.ts";

/** Steps that come sooner than this after the start of their run were kept. */
const SOON_MS = 200;

export class Making {
  live: LiveRun;
  /** When the last run began. */
  begun = 0;

  /** @param page whose player, form, lanes and engine stand already */
  constructor(
    public page: Pick<
      Page,
      | "ask"
      | "engine"
      | "form"
      | "generate"
      | "home"
      | "knobs"
      | "lanes"
      | "model"
      | "player"
      | "runList"
      | "say"
      | "sharing"
      | "steering"
      | "table"
    >,
  ) {
    this.live = new LiveRun(page.engine, page.ask, page.runList, this.#following(), page.say);
  }

  /** Makes the run that the form describes. */
  makeShown() {
    const { form, ask, table } = this.page;
    form.send();
    this.live.make({ specs: [requestOf(form.spec, table, ask.picture !== "")], picture: ask.picture });
  }

  /**
   * Makes several runs.
   *
   * @param seats what each takes the place of; null for the run that is shown
   * @param alone one after the other, even where they could share passes?
   * @returns false while another run goes on
   */
  makeLanes(runs: MadeRun[], seats: (Recording | null)[], alone: boolean): boolean {
    const { ask, form, table } = this.page;
    if (ask.busy) {
      ask.say("A run is going on; add the lane when it has ended.", { passing: true });
      return false;
    }
    if (seats.includes(null)) form.send();
    const pictured = ({ spec }: MadeRun) => Boolean(spec.branch?.parent.prompt?.image_sha256); // a trace has no picture
    const specs = runs.map(({ spec }) => ({ ...spec, sampler_source: spec.sampler_source || form.written.value }));
    this.live.make(
      {
        specs: specs.map((spec, at) => requestOf(spec, table, pictured(runs[at]))),
        branches: runs.map(({ parent = "" }) => parent),
        picture: runs.some(pictured) ? ask.picture : "",
        alone,
      },
      seats,
    );
    return true;
  }

  /** Offers a run that goes on from a step of the one that is shown, beside it. */
  async branch(recording: Recording, moment: number) {
    if (this.page.player.state.guided.value) return; // the form belongs to another run there; the key alone leads here
    (await this.page.steering.branching()).offer(recording, moment);
  }

  /** Makes a run in the place of the one that is shown, with the lanes that wait. */
  instead(spec: RunSpec) {
    const { form, lanes } = this.page;
    form.fill(spec);
    const beside = lanes.taken();
    if (spec.branch || beside.length > 0) this.makeLanes([{ spec }, ...lanes.runsOf(beside)], [null, ...beside], false);
    else this.page.generate();
  }

  /** Makes the run of an address again. @returns for the reader */
  again(spec: RunSpec): string {
    const { ask, form } = this.page;
    if (ask.busy) {
      form.fill(spec);
      return "A run is going on; press Generate after it to make the run of this address again.";
    }
    this.instead(spec);
    if (!ask.busy) return ""; // it cannot be made, and that has been said
    return "The run of this address is made again from its seed; it begins when the model is ready.";
  }

  /** Another run is wanted while one goes on. */
  offerInstead() {
    const { ask } = this.page;
    const press = () => {
      ask.idle.promise.then(() => this.page.generate());
      this.stop();
    };
    ask.say("A run is going on.", { passing: true, name: "Stop it and start this", press });
  }

  /** Ends the run that goes on, and makes none of those that wait for it. */
  stop() {
    this.page.lanes.stop();
    this.live.stop();
  }

  /** @returns how a run that streams is shown; one that the reader has left grows unseen */
  #following(): Show {
    const { player, lanes, sharing, form, table } = this.page;
    return {
      started: (recording, item, seat) => {
        this.begun = performance.now();
        if (seat !== null && seat === player.recording) return this.#madeAgain(recording, item);
        if (seat !== null) return lanes.started(recording, item, seat);
        sharing.started(recording);
        const spec = specOf(recording.header, table);
        if (spec) form.adopt(spec);
        this.page.home.settle();
      },
      grown: (recording) => {
        if (recording.header.spec.branch) this.#rebuilding(recording).catch(() => {});
        if (player.lanes.includes(recording)) player.grow();
      },
      ended: (recording, last) => {
        if (last) setTimeout(() => lanes.next());
        const { following } = player.clock;
        if (!player.lanes.some(({ live }) => live)) player.finish();
        if (recording === null || !player.lanes.includes(recording)) return;
        player.grow();
        if (recording === player.recording) sharing.ended(recording, following);
      },
      notify: (seat, sentence) => lanes.notify(seat, sentence),
      gone: (recording) => this.#offerAgain(recording),
      lost: (lost) => lost && this.page.model.look(),
      completed: (recording) => {
        lanes.completed(recording);
        if (player.lanes.includes(recording)) player.grow();
      },
    };
  }

  /** @param recording a part of a run that the server no longer knows */
  #offerAgain(recording: Recording) {
    const spec = specOf(recording.header, this.page.table);
    const sentence = "The server no longer has this run; the steps that arrived are kept.";
    if (spec === null || spec.branch || spec.prompt.image_sha256) return this.page.ask.say(sentence);
    this.page.ask.say(sentence, { name: "Run again from the same seed", press: () => this.again(spec) });
  }

  /** Says how far a branch is whose first steps have to be computed again. Those that were kept come at once. */
  async #rebuilding(recording: Recording) {
    if (performance.now() - this.begun < SOON_MS) return;
    const { rebuilding } = await import("../run/branching.ts");
    this.page.ask.waits.value = rebuilding(recording);
  }

  /** The first of several lanes has been made again; the form keeps what the reader has written into it. */
  #madeAgain(recording: Recording, item: RunItem) {
    const { player, sharing, runList } = this.page;
    sharing.leave();
    runList.select(item);
    player.show(recording, -1);
    this.page.home.settle();
    sharing.rest();
  }
}
