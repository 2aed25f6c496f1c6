/** The engine with the checkpoint that the playground ships, for tests in node. */

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import ort from "onnxruntime-web";

import { openEngine } from "../denoising/open.js";

const PORTABLE = new URL("../../portable/", import.meta.url);
const RUNTIME = new URL("../../../node_modules/onnxruntime-web/dist/", import.meta.url);

/** @returns {Promise<{ engine: import("../denoising/engine.js").Engine, status: Record<string, any> }>} */
export async function engine() {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = fileURLToPath(RUNTIME);
  globalThis.fetch = /** @type {any} */ (fromDisk);
  return openEngine({ base: PORTABLE.href, runtime: RUNTIME.href, ort }, () => {});
}

/** @param {URL} address of a file */
const fromDisk = async (address) => new Response(new Uint8Array(await readFile(address)));

/**
 * Carries out a request.
 *
 * @param {import("../denoising/engine.js").Engine} browser
 * @param {any} body
 * @param {(message: any, job: import("../denoising/job.js").Job) => void} [hear] each message
 * @returns {Promise<{ runs: string[], messages: any[] }>}
 */
export async function carriedOut(browser, body, hear = () => {}) {
  /** @type {any[]} */
  const messages = [];
  /** @type {import("../denoising/job.js").Job} */
  let job;
  const begun = browser.start(body, (text) => {
    messages.push(JSON.parse(text));
    hear(messages[messages.length - 1], job);
  });
  job = begun.job;
  await begun.done;
  return { runs: begun.runs, messages };
}
