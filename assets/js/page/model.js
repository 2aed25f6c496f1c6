/** Watches the model: asks the server how it is doing, until it is ready and now and then afterwards, and tells the reader. */

/** @typedef {import("./ask.js").Status & { defaults: number[] }} Status */

/** Until it is ready, and while the server does not answer. */
const POLL_MS = 1000;
/** From then on: a server that is gone must not be called ready for long. */
const REST_MS = 15_000;

/**
 * @param {() => Promise<Status | undefined>} ask the server
 * @param {import("./ask.js").Ask} bar
 * @param {(defaults: number[]) => void} ready takes the checkpoint's own settings, in the order of the knobs; called once
 * @param {() => void} back is called when a server that did not answer does so again
 * @returns {() => void} asks at once
 */
export function watchModel(ask, bar, ready, back) {
  let greeted = false;
  let gone = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  async function look() {
    clearTimeout(timer);
    const status = document.hidden && greeted ? null : await ask().catch(() => undefined);
    if (status !== null) bar.modelStatus(status ?? { state: "failed", sentence: "The server does not answer; trying again." });
    if (gone && status) back();
    if (status !== null) gone = status === undefined;
    if (status?.state === "ready" && !greeted) {
      greeted = true;
      ready(status.defaults);
    }
    clearTimeout(timer);
    timer = setTimeout(look, status === null || status?.state === "ready" ? REST_MS : POLL_MS);
  }
  look();
  return look;
}
