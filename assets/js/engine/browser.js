/** The engine in the browser. Until it is there, the page plays what was recorded. */

import { RefusedError } from "./events.js";

const NOT_YET = "The model does not run in this page yet.";

export class BrowserEngine {
  /** @param {{ base: URL }} options the folder of the page's files */
  constructor({ base }) {
    this.base = base;
  }

  /** @returns {Promise<any>} */
  async start() {
    throw new RefusedError(NOT_YET);
  }

  /** @returns {Promise<any>} */
  async call() {
    throw new RefusedError(NOT_YET);
  }

  /** @returns {Promise<any>} */
  async trace() {
    throw new RefusedError(NOT_YET);
  }

  /** @returns {AsyncGenerator<any>} */
  async *model() {
    yield { state: "failed", sentence: NOT_YET };
  }
}
