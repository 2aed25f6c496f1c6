/** Opens an engine: fetches the runtime, the manifest, the weights and the graphs that every run needs, and makes them ready. */

import { bytesOf } from "../../../dom/base64.ts";
import { Engine } from "./engine.ts";
import { PlaygroundError } from "../../../engine/errors.ts";
import { Files } from "./files.ts";
import { Graphs } from "./graphs.ts";
import { once } from "../../../dom/once.ts";
import { PuzzleList } from "./puzzles.ts";
import { Vocabulary } from "./vocabulary.ts";
import { World } from "./world/world.ts";
import type { Manifest } from "./manifest.ts";

/** As `playground/server/model.py` sends it. */
export type Status = { state: string; sentence: string; fraction?: number | null } & Record<string, any>;

/** The version of manifests that this reads. */
const VERSION = 1;
/** More threads than this make a pass of a small model slower. */
const MOST_THREADS = 4;
export const WASM = "ort-wasm-simd-threaded.wasm";

/** @throws {PlaygroundError} something cannot be had, or this browser cannot run it */
export async function openEngine(
  {
    base,
    runtime,
    inside,
    ort: loaded,
  }: { base: string; runtime: string; inside?: Record<string, Uint8Array<ArrayBuffer>>; ort?: any },
  tell: (status: Status) => void,
): Promise<{ engine: Engine; status: Status }> {
  if (!hasSimd())
    throw new PlaygroundError(
      "This browser cannot run the model: it lacks WebAssembly with SIMD, which browsers have had since 2021 (Safari: 2023).",
    );
  const began = performance.now();
  const report = (fraction: number | null, sentence = "The model is on its way to your browser.") =>
    tell({ state: "loading", sentence, fraction });
  report(null);
  const files = new Files(base, report, inside);
  const [manifest, tables, ort] = await Promise.all([
    files.json("manifest.json"),
    files.json("world.json").catch(() => null),
    loaded ?? runtimeOf(runtime, files),
  ]);
  if (manifest.version !== VERSION)
    throw new PlaygroundError(
      `The model's manifest has version ${manifest.version}; this page reads version ${VERSION}. Reload the page.`,
    );
  const entries = new Map(entriesOf(manifest).map((entry) => [entry.file, entry]));
  const graphs = new Graphs(ort, manifest, (file) => files.read(file, entries.get(file)));
  const compiled = graphs.ready("conclude"); // which compiles the runtime, while the weights are on their way
  const tokenizer = await files.json(manifest.files.tokenizer.file);
  const first = ["read", "denoise", ...usual(manifest)];
  await Promise.all(
    [...first, ...manifest.weights].map((each) => graphs.read(each.file ?? manifest.graphs[each].file)),
  );
  report(null, "The model is getting ready.");
  await compiled;
  for (const name of first) await graphs.ready(name);
  ort.env.wasm.wasmBinary = undefined; // it is compiled, and the graphs have the weights
  for (const { file } of manifest.weights) files.drop(file);
  const world = tables && new World(tables);
  const software = {
    "onnxruntime-web": ort.env.versions.web ?? ort.env.versions.common,
    browser: browserName(),
    threads: String(ort.env.wasm.numThreads),
  };
  const puzzles = once(async () => new PuzzleList(await files.json("puzzles.json")));
  const engine = new Engine(graphs, new Vocabulary(tokenizer, manifest), world, software, puzzles);
  return { engine, status: readyOf(manifest, (performance.now() - began) / 1000, ort.env.wasm.numThreads) };
}

/** The graphs of a run with the checkpoint's own settings. */
function usual({ settings, self_conditioning: conditioned }: Manifest) {
  const { way, draw, sampler, schedule } = settings;
  const names = [`temperature-${schedule}`, `statistics-${way}-${draw}`, `decide-${way}-${sampler}`, "conclude"];
  return conditioned ? [...names, "embed"] : names;
}

export const entriesOf = ({ graphs, weights, files }: Manifest) => [
  ...Object.values(graphs),
  ...weights,
  ...Object.values(files),
];

async function runtimeOf(folder: string, files: Files) {
  const address = (name: string) => new URL(name, folder).href;
  const [{ default: ort, ...named }, binary] = await Promise.all([
    import(address("ort.wasm.min.js")),
    files.read(address(WASM), undefined as any),
  ]).catch((error) => {
    throw error instanceof PlaygroundError
      ? error
      : new PlaygroundError("The runtime of the model cannot be fetched; reload the page to fetch it again.");
  });
  const runtime = ort ?? named;
  runtime.env.wasm.wasmBinary = binary;
  runtime.env.wasm.wasmPaths = { mjs: address("ort-wasm-simd-threaded.js") };
  // Threads share memory, which a page may do only if it is isolated from others.
  const cores = globalThis.navigator?.hardwareConcurrency ?? 1;
  runtime.env.wasm.numThreads = globalThis.crossOriginIsolated ? Math.min(cores, MOST_THREADS) : 1;
  files.drop(address(WASM));
  return runtime;
}

function readyOf(
  { name, revision, settings, knobs, weights, template, knows }: Manifest,
  seconds: number,
  threads: number,
): Status {
  const title = name === "embedded" ? "The embedded model" : `The model ${name}`;
  const megabytes = weights.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  const facts = [
    `revision ${revision.slice(0, 12)}`,
    `in your browser with ${threads} ${threads === 1 ? "thread" : "threads"}`,
    `${megabytes.toFixed(1)} MB`,
    `loaded in ${seconds.toFixed(0)} s`,
  ];
  return {
    state: "ready",
    sentence: `${title} is ready: ${facts.join(", ")}.${knows ? ` ${knows}` : ""}`,
    abilities: template.abilities,
    defaults: knobs.map((knob) => settings[knob.name] ?? knob.value),
  };
}

/** A module of one function with an instruction on vectors, in base64. */
const VECTORS = "AGFzbQEAAAABBQFgAAF7AwIBAAoKAQgAQQD9D/1iCw==";

/** Can this browser run it? */
const hasSimd = () => typeof WebAssembly === "object" && WebAssembly.validate(bytesOf(VECTORS));

/** @returns such as "Chromium 141" */
function browserName(): string {
  const { userAgent = "", userAgentData } = (globalThis.navigator ?? {}) as any;
  const brand = userAgentData?.brands?.find((each: any) => !/not.?a.?brand/i.test(each.brand));
  if (brand) return `${brand.brand} ${brand.version}`;
  const known = /(Firefox|Edg|Chrome|Node\.js)\/(\d+)/.exec(userAgent) ?? /(Version)\/(\d+).*Safari/.exec(userAgent);
  return known ? `${known[1].replace("Version", "Safari")} ${known[2]}` : "unknown";
}
