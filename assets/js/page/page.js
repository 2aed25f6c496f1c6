/** The page: joins the player with the form, the library of runs, the address and the server. */

import { loadPlotly } from "../panels/plotly.js";
import { mountPlayer } from "../player/mount.js";
import { MAX_MIB } from "../run/columns.js";
import { knobsFrom } from "./address.js";
import { Form } from "./form.js";
import { Invitation } from "./invitation.js";
import { LiveRun } from "./live.js";
import { watchModel } from "./model.js";
import { Rail } from "./rail.js";
import { Sharing } from "./sharing.js";
import { Shelf } from "./shelf.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("./live.js").Server & { model_status: (_: string) => Promise<import("./model.js").Status | undefined>, use_embedded: (_: string) => Promise<void> }} Server */
/** @typedef {{ element: HTMLElement, trigger: (event: string, data?: object) => void, props: any, watch: (prop: string, react: () => void) => void, server: Server }} Mount what gr.HTML hands over */

/** Where the page's own files are, whatever address the server is reached under. */
const asset = (/** @type {string} */ path) => new URL(`../../${path}`, import.meta.url);

export class Page {
  /** @param {Mount} mount */
  constructor({ element: root, trigger, props, watch, server }) {
    const say = (/** @type {unknown} */ error) => this.rail.notice(error instanceof Error ? error.message : String(error ?? ""));
    const place = /** @type {HTMLElement} */ (root.querySelector(".token-canvas"));
    const knobs = knobsFrom(place.dataset.knobs ?? "[]");
    const greeted = Promise.withResolvers();
    const plotly = async () => {
      await greeted.promise; // it is large, and what the reader sees first comes before it
      return loadPlotly(asset("js/vendor/plotly-basic.min.js").href).catch((error) => Promise.reject(say(error)));
    };
    this.player = mountPlayer(place, null, { keys: document, plotly });
    this.invitation = new Invitation(this.player);
    this.rail = new Rail({ stop: () => this.live.stop(), embedded: () => server.use_embedded("").catch(say) });
    this.form = new Form(this.rail, knobs, trigger);
    const chosen = (/** @type {Recording} */ recording) => {
      this.sharing.leave();
      this.player.show(recording);
      this.sharing.rest();
    };
    this.shelf = new Shelf(this.player.view, knobs, () => this.sharing.keep(), chosen, say);
    this.shelf.maxMib = Number(place.dataset.maxMib ?? MAX_MIB);
    this.live = new LiveRun(server, this.rail, this.shelf, knobs, this.#following(), say);
    this.sharing = new Sharing(this.player, this.shelf, knobs, (run) => this.form.remake(run));
    this.rail.touched = this.sharing.asksForRun; // the checkpoint's own settings stay out of its form
    watch("value", () => this.receive(props.value));
    this.form.drawSchedule();
    this.#greet().then(() => requestIdleCallback(greeted.resolve, { timeout: 500 }));
    const asked = () => server.model_status("");
    this.live.alive = watchModel(asked, this.rail, (defaults) => this.form.ready(defaults), () => this.live.back());
  }

  /**
   * Generate was pressed.
   *
   * @param {any[]} values of the form, the picture and the ticket last
   * @returns {any[]} the values with the picture that was chosen and a ticket for the run that begins
   */
  begin(values) {
    return [...values.slice(0, -2), this.rail.picture, this.live.begin()];
  }

  /** @param {string} message from the wire */
  receive(message) {
    this.live.receive(message);
  }

  /** The stream of the run is over. */
  over() {
    this.live.over();
  }

  /** @returns {import("./live.js").Show} how a run that streams is shown; one that the reader has left grows unseen */
  #following() {
    const { player } = this;
    return {
      started: (recording) => this.sharing.started(recording),
      grown: (recording) => {
        if (recording === player.recording) player.grow();
      },
      ended: (recording) => {
        if (recording !== player.recording) return;
        const { following } = player.clock;
        player.finish();
        this.sharing.ended(recording, following);
      },
      repaired: (partial, whole) => {
        if (partial === player.recording) player.replace(whole);
      },
    };
  }

  /** First paint: what the address says, else the first recorded run in its middle. */
  async #greet() {
    await this.shelf.load(asset("recorded/"));
    await this.sharing.open();
    const [first] = this.shelf.exhibits;
    if (first?.recording === null) first.file().catch(() => {}); // it is preloaded; browsers warn of what is preloaded in vain
    this.invitation.offer();
  }
}
