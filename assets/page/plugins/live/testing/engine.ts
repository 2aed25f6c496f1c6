/** The engine with the checkpoint that the playground ships, for tests in node. */

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import ort from "onnxruntime-web";

import { openEngine } from "../denoising/open.ts";
import type { Engine } from "../denoising/engine.ts";
import type { Job } from "../denoising/job.ts";

const PORTABLE = new URL("../../../../portable/", import.meta.url);
const RUNTIME = new URL("../../../../../node_modules/onnxruntime-web/dist/", import.meta.url);

export async function engine(): Promise<{ engine: Engine; status: Record<string, any> }> {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = fileURLToPath(RUNTIME);
  globalThis.fetch = fromDisk as any;
  return openEngine({ base: PORTABLE.href, runtime: RUNTIME.href, ort }, () => {});
}

/** @param address of a file */
const fromDisk = async (address: URL) => new Response(new Uint8Array(await readFile(address)));

/**
 * Carries out a request.
 *
 * @param hear each message
 */
export async function carriedOut(
  browser: Engine,
  body: any,
  hear: (message: any, job: Job) => void = () => {},
): Promise<{ runs: string[]; messages: any[] }> {
  const messages: any[] = [];
  let job: Job;
  const begun = browser.start(body, (message) => {
    messages.push(message);
    hear(message, job);
  });
  job = begun.job;
  await begun.done;
  return { runs: begun.runs, messages };
}
