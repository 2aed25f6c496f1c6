/** Waits for the model: asks the server until it is ready, and tells the reader how it is doing. */

/** @typedef {import("./rail.js").Status & { defaults: number[] }} Status */

const POLL_MS = 1000;

/**
 * @param {() => Promise<Status | undefined>} ask the server
 * @param {import("./rail.js").Rail} rail
 * @param {(defaults: number[]) => void} ready takes the checkpoint's own settings, in the order of the knobs
 */
export async function watchModel(ask, rail, ready) {
  for (;;) {
    const status = await ask().catch(() => undefined);
    rail.modelStatus(status ?? { state: "failed", sentence: "The server does not answer; trying again." });
    if (status?.state === "ready") return ready(status.defaults);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
