/** An engine whose runs by a rule of the reader's own are made in this browser, wherever the others are. No server gets the rule. */

import { OWN_RULE, rulesOf } from "../rules/own-rule.ts";
import { RefusedError } from "./events.ts";
import { withModels } from "./models.ts";
import type { Engine, Request } from "./server.ts";
import type { Tape } from "./tape.ts";

const UNWRITTEN = "There is no rule yet: choose Own rule under Tune, and write one.";
const UNREAD = "This rule came from elsewhere: read it under Tune, and let it run there first.";
const SEVERAL =
  "Runs that are made together, or branch from each other, can have one rule of your own; these have two.";
const NOT_AGAIN =
  "A step of an own rule cannot be computed again: nobody knows whether the rule would decide the same.";
/** What computes a step again. */
const INSIDE = ["look_inside", "without_conditioning"];

export class OwnRuleEngine implements Engine {
  /** The runs made here, by name. */
  #here: Set<string> = new Set();
  /** Names of the models, where there are several. */
  #models: string[] = [];
  /** Done when they are known, or nobody answers. */
  #offered: PromiseWithResolvers<void> = Promise.withResolvers();

  /**
   * @param engine for all other runs
   * @param browser the engine in this browser, with its model
   * @param allows has the reader read it?
   */
  constructor(
    public engine: Engine,
    public browser: () => Promise<Engine>,
    public allows: (rule: string) => boolean,
  ) {}

  async start(body: Request, signal?: AbortSignal): Promise<Tape> {
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

  async call(name: string, argument: string | undefined = ""): Promise<any> {
    if (INSIDE.includes(name) && argument.includes(`"sampler":"${OWN_RULE}"`)) return { refused: NOT_AGAIN };
    return this.engine.call(name, argument);
  }

  async trace(run: string): Promise<Uint8Array<ArrayBuffer>> {
    return (this.#here.has(run) ? await this.browser() : this.engine).trace(run);
  }

  async *model(): AsyncGenerator<any, any, any> {
    try {
      for await (const status of this.engine.model()) {
        this.#models = (status.models ?? []).map(({ name }: { name: string }) => name);
        this.#offered.resolve();
        yield status;
      }
    } finally {
      this.#offered.resolve();
    }
  }
}
