/** Watches the model until it is ready, and tells the reader how it is doing. */

import { GoneError } from "../engine/events.js";

/**
 * @typedef {import("./ask.js").Status & { defaults: number[], ways?: string[], models?: import("./which-model.js").OneModel[] }} Status
 */

/** Time before a server that did not answer, or a model that failed, is asked again. */
const AGAIN_MS = 2000;

export class ModelWatch {
  /**
   * @param {{ model: () => AsyncGenerator<Status> }} engine
   * @param {import("./ask.js").Ask} bar
   * @param {(defaults: number[], ways?: string[]) => void} ready takes the checkpoint's own settings, in the order of the
   *   knobs, and the ways that it can write in, where these are not all; called once
   * @param {(models: import("./which-model.js").OneModel[]) => void} [several] takes those that the server holds, if they are several
   */
  constructor(engine, bar, ready, several = () => {}) {
    this.engine = engine;
    this.bar = bar;
    this.ready = ready;
    this.several = several;
    /** What is known of it. @type {Status | null} */
    this.status = null;
    this.looking = false;
    /** Done once it has been ready. @type {PromiseWithResolvers<void>} */
    this.once = Promise.withResolvers();
    this.look();
  }

  /** Asks, until it is ready. */
  async look() {
    if (this.looking) return;
    this.looking = true;
    do {
      try {
        for await (const status of this.engine.model()) this.#tell(status);
      } catch (error) {
        if (!(error instanceof GoneError || error instanceof TypeError)) throw error;
        this.#tell(/** @type {Status} */ ({ state: "failed", sentence: "The server does not answer; trying again." }));
      }
      if (this.#hopes()) await new Promise((give) => setTimeout(give, AGAIN_MS));
    } while (this.#hopes());
    this.looking = false;
  }

  /** Is it worth asking again? */
  #hopes() {
    return this.status?.state !== "ready" && this.status?.again !== false;
  }

  /** @param {Status} status */
  #tell(status) {
    const greeted = this.defaults !== undefined;
    this.status = status;
    this.bar.modelStatus(status);
    if (status.models) this.several(status.models);
    if (status.state !== "ready" || greeted) return;
    this.defaults = status.defaults;
    this.ready(status.defaults, status.ways);
    this.once.resolve();
  }
}
