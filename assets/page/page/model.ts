/** Watches the model until it is ready, and tells the reader how it is doing. */

import { GoneError } from "../engine/events.ts";
import type { Ask } from "./ask.ts";

/** One of those that the server holds. */
export type OneModel = {
  name: string;
  state: string;
  sentence: string;
  defaults?: number[];
  ways?: string[];
  abilities?: Record<string, boolean>;
};
type Status = import("./ask.ts").Status & { defaults: number[]; ways?: string[]; models?: OneModel[] };

/** Time before a server that did not answer, or a model that failed, is asked again. */
const AGAIN_MS = 2000;

export class ModelWatch {
  /** What is known of it. */
  status: Status | null = null;
  looking = false;
  /** Done once it has been ready. */
  once: PromiseWithResolvers<void> = Promise.withResolvers();
  defaults: number[] | undefined;

  /**
   * @param ready takes the checkpoint's own settings, in the order of the knobs, and the ways that it can write in,
   * where these are not all; called once
   * @param several takes those that the server holds, if they are several
   */
  constructor(
    public engine: { model: () => AsyncGenerator<Status> },
    public bar: Ask,
    public ready: (defaults: number[], ways?: string[]) => void,
    public several: (models: OneModel[]) => void = () => {},
  ) {
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
        this.#tell({ state: "failed", sentence: "The server does not answer; trying again." } as Status);
      }
      if (this.#hopes()) await new Promise((give) => setTimeout(give, AGAIN_MS));
    } while (this.#hopes());
    this.looking = false;
  }

  /** Is it worth asking again? */
  #hopes() {
    return this.status?.state !== "ready" && this.status?.again !== false;
  }

  #tell(status: Status) {
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
