/**
 * Watches the model until it is ready, and tells the reader how it is doing; which model the form is for, and what the form
 * takes from it: its own settings, and what it can do.
 */

import { GoneError } from "../engine/events.ts";
import type { Value } from "../rules/knobs.ts";
import type { Page } from "./page.ts";

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

  /** @param page whose form stands */
  constructor(public page: Pick<Page, "ask" | "engine" | "form" | "knobs" | "parts" | "say" | "table">) {
    this.look();
  }

  /** Asks, until it is ready. */
  async look() {
    if (this.looking) return;
    this.looking = true;
    do {
      try {
        for await (const status of this.page.engine.model()) this.#tell(status);
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
    this.page.ask.modelStatus(status);
    if (status.models) this.#offer(status.models).catch(this.page.say);
    if (status.state !== "ready" || greeted) return;
    this.defaults = status.defaults;
    this.#adopt(status.defaults, status.ways);
    this.once.resolve();
  }

  /**
   * @param defaults settings of the checkpoint, in the order of the table
   * @param ways that it can write in, if not in all
   */
  #adopt(defaults: Value[], ways?: string[]) {
    const { knobs, table } = this.page;
    knobs.setOwn(Object.fromEntries(table.map(({ name }, at) => [name, defaults[at]])), ways);
    knobs.fit();
  }

  /** @param model whose own settings the form takes */
  #take = ({ defaults = [], abilities = {}, ways }: OneModel) => {
    this.page.ask.abilities.value = abilities;
    this.#adopt(defaults, ways);
  };

  /** @param models that the server holds */
  async #offer(models: OneModel[]) {
    const { ask, form, parts } = this.page;
    await parts.models(ask.choice, { models, take: this.#take });
    if (form.source.value) form.which.value?.choose(form.source.value.model);
  }
}
