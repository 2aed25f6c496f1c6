/**
 * Answers the questions that `engine/browser.ts` sends to its worker, each with a number, under the same number: `value` or
 * `error`, and for a request its tape, message by message.
 */

import { PlaygroundError } from "../../../engine/errors.ts";
import type { Engine } from "./engine.ts";
import type { Job } from "./job.ts";
import type { Status } from "./open.ts";

export function serve(
  openEngine: (place: any, tell: (status: Status) => void) => Promise<{ engine: Engine; status: Status }>,
) {
  let engine: Promise<Engine>;
  /** The requests that go on, by the number of their question. */
  const jobs: Map<number, Job> = new Map();

  const ANSWERS: Record<string, (content: any, number: number) => any> = {
    async open(place, number) {
      const opened = openEngine(place, (status) => postMessage({ number, status }));
      engine = opened.then((each) => each.engine);
      engine.catch(() => {});
      return (await opened).status;
    },
    async start(body, number) {
      const { runs, job, done } = (await engine).start(body, (message) => postMessage({ number, message }));
      jobs.set(number, job);
      done.finally(() => jobs.delete(number));
      return runs;
    },
    stop: ({ tape, run }) => jobs.get(tape)?.stop(run),
    call: async ({ name, argument }) => (await engine).call(name, argument),
    trace: async (run) => (await engine).trace(run),
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
}
