/** An engine whose runs by a rule of the reader's own are made in this browser, wherever the others are. No server gets the rule. */

import { OWN_RULE, rulesOf } from "../rules/own-rule.js";
import { RefusedError } from "./events.js";
import { withModels } from "./models.js";

/** @typedef {import("./server.js").Engine} Engine */
/** @typedef {import("./server.js").Request} Request */

const UNWRITTEN = "There is no rule yet: choose Own rule under Tune, and write one.";
const UNREAD = "This rule came from elsewhere: read it under Tune, and let it run there first.";
const SEVERAL =
  "Runs that are made together, or branch from each other, can have one rule of your own; these have two.";
const NOT_AGAIN =
  "A step of an own rule cannot be computed again: nobody knows whether the rule would decide the same.";
/** What computes a step again. */
const INSIDE = ["look_inside", "without_conditioning"];

/** @implements {Engine} */
export class OwnRuleEngine {
  /** The runs made here, by name. @type {Set<string>} */
  #here = new Set();
  /** Names of the models, where there are several. @type {string[]} */
  #models = [];
  /** Done when they are known, or nobody answers. @type {PromiseWithResolvers<void>} */
  #offered = Promise.withResolvers();

  /**
   * @param {Engine} engine for all other runs
   * @param {() => Promise<Engine>} browser the engine in this browser, with its model
   * @param {(rule: string) => boolean} allows has the reader read it?
   */
  constructor(engine, browser, allows) {
    this.engine = engine;
    this.browser = browser;
    this.allows = allows;
  }

  /** @type {Engine["start"]} */
  async start(body, signal) {
    const specs = [...(body.specs ?? []), ...(body.study ? [body.study.spec] : [])];
    const rules = [...new Set(specs.flatMap(rulesOf))];
    if (specs.some(({ model }) => model)) await this.#offered.promise;
    if (rules.length === 0) return this.engine.start(withModels(body, this.#models), signal);
    const [rule] = rules;
    if (rules.length > 1) throw new RefusedError(SEVERAL);
    if (rule === "") throw new RefusedError(UNWRITTEN);
    if (!this.allows(rule)) throw new RefusedError(UNREAD);
    const tape = await (await this.browser()).start({ ...withModels(body, []), rule }, signal);
    for (const run of tape.runs) this.#here.add(run);
    return tape;
  }

  /** @type {Engine["call"]} */
  async call(name, argument = "") {
    if (INSIDE.includes(name) && argument.includes(`"sampler":"${OWN_RULE}"`)) return { refused: NOT_AGAIN };
    return this.engine.call(name, argument);
  }

  /** @type {Engine["trace"]} */
  async trace(run) {
    return (this.#here.has(run) ? await this.browser() : this.engine).trace(run);
  }

  /** @type {Engine["model"]} */
  async *model() {
    try {
      for await (const status of this.engine.model()) {
        this.#models = (status.models ?? []).map((/** @type {{ name: string }} */ { name }) => name);
        this.#offered.resolve();
        yield status;
      }
    } finally {
      this.#offered.resolve();
    }
  }
}
