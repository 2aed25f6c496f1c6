/** An engine whose script comes late: what it is asked for waits until it is there. */

import { once } from "../page/once.js";

/** @typedef {import("./server.js").Engine} Engine */

export class LateEngine {
  /** @param {() => Promise<Engine>} fetch */
  constructor(fetch) {
    this.engine = once(fetch);
  }

  /** @type {Engine["start"]} */
  async start(body, signal) {
    return (await this.engine()).start(body, signal);
  }

  /** @type {Engine["call"]} */
  async call(name, argument) {
    return (await this.engine()).call(name, argument);
  }

  /** @type {Engine["trace"]} */
  async trace(run) {
    return (await this.engine()).trace(run);
  }

  /** @type {Engine["model"]} */
  async *model() {
    yield* (await this.engine()).model();
  }
}
