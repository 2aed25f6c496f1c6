/**
 * The worker that holds the page's engine, so that the page stays free. `engine/browser.js` sends it questions, each with a
 * number, and gets the answers under the same number: `value` or `error`, and for a request its tape, message by message.
 */

import { PlaygroundError } from "./errors.js";
import { openEngine } from "./open.js";

/** @typedef {import("./engine.js").Engine} Engine */

/** The engine, once the page has asked for it. @type {{ engine: Promise<Engine> }} */
const opened = { engine: Promise.reject(new PlaygroundError("The engine is not open yet.")) };
opened.engine.catch(() => {});
/** The requests that go on, by the number of their question. @type {Map<number, import("./job.js").Job>} */
const jobs = new Map();

/** @type {Record<string, (content: any, number: number) => any>} */
const ANSWERS = {
  async open(place, number) {
    const opening = openEngine(place, (status) => postMessage({ number, status }));
    opened.engine = opening.then(({ engine }) => engine);
    opened.engine.catch(() => {});
    return (await opening).status;
  },
  async start(body, number) {
    const { runs, job, done } = (await opened.engine).start(body, (message) => postMessage({ number, message }));
    jobs.set(number, job);
    done.finally(() => jobs.delete(number));
    return runs;
  },
  stop: ({ tape, run }) => jobs.get(tape)?.stop(run),
  call: async ({ name, argument }) => (await opened.engine).call(name, argument),
  trace: async (run) => (await opened.engine).trace(run),
};

addEventListener("message", async ({ data: { number, kind, content } }) => {
  try {
    const value = await ANSWERS[kind](content, number);
    postMessage({ number, value });
  } catch (error) {
    if (!(error instanceof PlaygroundError)) console.error(error);
    const sentence =
      error instanceof PlaygroundError ? error.message : "The engine in this page failed; reload the page.";
    postMessage({ number, error: sentence });
  }
});
