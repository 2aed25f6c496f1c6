/** Makes the runs in which a rule of the reader's own decides: in this browser, wherever the others are made. No server gets the rule. */

import { RefusedError } from "../../engine/events.ts";
import { RulePort, questionOf } from "./rule-port.ts";
import { DECLARATION, MOST_RULE, OWN_RULE, rulesOf } from "./rule.ts";
import { sandboxFor } from "./sandbox.ts";
import type { Request } from "../../engine/server.ts";
import type { Tape } from "../../engine/tape.ts";
import type { Maker } from "../../engine/written.ts";
import type { BrowserEngine } from "../live/browser.ts";
import type { Decider } from "../live/decider.ts";

const UNWRITTEN = "There is no rule yet: choose Own rule under Tune, and write one.";
const UNREAD = "This rule came from elsewhere: read it under Tune, and let it run there first.";
const SEVERAL =
  "Runs that are made together, or branch from each other, can have one rule of your own; these have two.";
const NOT_AGAIN =
  "A step of an own rule cannot be computed again: nobody knows whether the rule would decide the same.";

export class RuleEngine implements Maker {
  /**
   * @param browser the engine in this browser, with its model
   * @param base the folder of the page's own files
   * @param allows has the reader read it?
   */
  constructor(
    private browser: () => Promise<BrowserEngine>,
    private base: URL,
    private allows: (rule: string) => boolean,
  ) {}

  /** @throws {RefusedError} there is no rule, or more than one, or it is too long, or the reader has not read it */
  async start(body: Request, signal?: AbortSignal): Promise<Tape> {
    const specs = [...(body.specs ?? []), ...(body.study ? [body.study.spec] : [])];
    const [rule, ...more] = new Set(specs.flatMap(rulesOf));
    if (more.length > 0) throw new RefusedError(SEVERAL);
    if (rule === "") throw new RefusedError(UNWRITTEN);
    if (rule.length > MOST_RULE)
      throw new RefusedError(`The rule has ${rule.length} characters; allowed are at most ${MOST_RULE}.`);
    if (!this.allows(rule)) throw new RefusedError(UNREAD);
    return (await this.browser()).start(body, signal, () => deciderOf(this.base, rule));
  }

  async call(): Promise<{ refused: string }> {
    return { refused: NOT_AGAIN };
  }

  async trace(run: string): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.browser()).trace(run);
  }
}

/**
 * @param base the folder of the page's own files
 * @returns a sampler in a sandbox of its own
 * @throws {GoneError} what runs the rule did not arrive
 */
export async function deciderOf(base: URL, rule: string): Promise<Decider> {
  const { port, close } = await sandboxFor(base, rule);
  const questions = new RulePort(port);
  return {
    name: OWN_RULE,
    source: rule,
    declaration: DECLARATION,
    decide: (figures) => questions.accepted(questionOf(figures)),
    close,
  };
}
