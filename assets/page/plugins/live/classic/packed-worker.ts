/*! Holds ONNX Runtime Web. Copyright (c) Microsoft Corporation. Licensed under the MIT License. */

/**
 * The worker of a page of one file. What the engine needs comes with the first question, and the runtime is a part of
 * this script: where a page is a file, nothing can be fetched, and a worker is no module.
 */

import * as ort from "onnxruntime-web/wasm";
import { WASM, openEngine } from "../denoising/open.ts";
import { unpacked } from "../denoising/packed.ts";
import { serve } from "../denoising/serve.ts";

serve(async ({ packed }, tell) => {
  tell({ state: "loading", sentence: "The model in this file is being unpacked.", fraction: null });
  const { [WASM]: wasmBinary, ...inside } = await unpacked(packed);
  // One thread, since a file on the disk cannot isolate itself.
  Object.assign(ort.env.wasm, { wasmBinary, numThreads: 1 });
  return openEngine({ base: "", runtime: "", inside, ort }, tell);
});
