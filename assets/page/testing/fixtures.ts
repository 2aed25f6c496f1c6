/** Small runs made by hand, and the files and messages that carry them. For the tests only. */

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { TRACE_VERSION } from "../run/columns.ts";
import { readTrace } from "../run/trace.ts";
import type { Knob, Value } from "../rules/knobs.ts";
import type { Recording } from "../run/recording.ts";

/** A trace that the repository holds. */
export const recorded = (path: string): Promise<Recording> =>
  readTrace(Uint8Array.from(readFileSync(new URL(`../../../${path}`, import.meta.url))), path);

/** A setting, by default a number from 0 to 100 of every run. */
export const knob = (name: string, value: Value, changes: Partial<Knob> = {}): Knob => ({
  ...{ name, value, minimum: 0, maximum: 100, whole: false, choices: {}, samplers: [] },
  ...{ label: "", unit: "", help: "", slider: [0, 1, 0.1], logarithmic: false },
  ...changes,
});

const SETTINGS = {
  max_denoising_steps: 8,
  entropy_bound: 0.1,
  t_max: 0.8,
  t_min: 0.4,
  stability_threshold: 1,
  confidence_threshold: 0.005,
  max_new_tokens: 8,
};

/**
 * @param changes to the header, to its spec, and to its spec's prompt
 * @returns a header with four positions; <eos> is 1, <pad> is 0
 */
export function header({
  prompt = "a prompt",
  system = "",
  thinking = false,
  image_sha256 = "",
  model = "tiny",
  revision = "",
  settings = SETTINGS,
  way = undefined,
  seed = 7,
  spec = {},
  ...changes
}: any = {}): any {
  return {
    spec: {
      version: 1,
      model,
      revision,
      prompt: { text: prompt, system, thinking, image_sha256 },
      settings: { ...settings, ...(way && { way }) },
      seed,
      sampler_source: "",
      ...spec,
    },
    device: "cpu",
    dtype: "float32",
    canvas_length: 4,
    vocab_size: 8,
    eos_ids: [1],
    pad_id: 0,
    special_ids: [0, 1],
    prompt_ids: [2],
    software: {},
    recorded_at: "",
    seconds: 2,
    ...changes,
  };
}

export const TOKENS = {
  0: "<pad>",
  1: "<eos>",
  2: " cat",
  3: " ball",
  4: " red",
  5: "\n",
  6: "<script>alert(1)</script>",
  7: ".",
};

/** Two blocks: two steps, then one that ends the text. Rows of `ids` serve as all three canvases. */
export const STEPS = [
  { block: 1, step: 1, ids: [2, 3, 4, 5], accepted: [1, 0, 0, 1], entropy: [0, 1, 2, 0.25], mean: 0.8125, stable: 0 },
  { block: 1, step: 2, ids: [2, 4, 3, 5], accepted: [1, 1, 0, 0], entropy: [0, 0, 0.5, 3], mean: 0.875, stable: 0 },
  { block: 2, step: 1, ids: [7, 1, 0, 0], accepted: [1, 1, 1, 1], entropy: [0, 0, 0, 0], mean: 0.001, stable: 1 },
];
export const STOP_REASONS = ["max-steps", "stable-and-confident"];

/** @returns the JSON object of a `.trace` file */
export function meta(changes: object = {}): any {
  return {
    format: "text-diffusion-trace",
    version: TRACE_VERSION,
    header: header(),
    stop_reasons: STOP_REASONS,
    finish_reason: "end-of-text",
    tokens: TOKENS,
    text: " cat red ball\n.",
    ...changes,
  };
}

/**
 * @param description as `meta()` gives it
 * @param change may alter the safetensors header
 * @returns the bytes of a `.trace` file
 */
export function traceFile(
  description: any = meta(),
  change: (tensors: any) => void = () => {},
): Uint8Array<ArrayBuffer> {
  const ids = Int32Array.from(STEPS.flatMap((step) => step.ids));
  const columns: Record<string, [string, number[], ArrayBufferView]> = {
    block: ["I32", [3], Int32Array.from(STEPS.map((step) => step.block))],
    step: ["I32", [3], Int32Array.from(STEPS.map((step) => step.step))],
    temperature: ["F32", [3], Float32Array.from([0.8, 0.75, 0.8])],
    mean_entropy: ["F32", [3], Float32Array.from(STEPS.map((step) => step.mean))],
    stable_for: ["I32", [3], Int32Array.from(STEPS.map((step) => step.stable))],
    input_ids: ["I32", [3, 4], ids],
    sampled_ids: ["I32", [3, 4], ids],
    argmax_ids: ["I32", [3, 4], ids],
    accepted: ["BOOL", [3, 4], Uint8Array.from(STEPS.flatMap((step) => step.accepted))],
    entropy: ["F32", [3, 4], Float32Array.from(STEPS.flatMap((step) => step.entropy))],
    top_ids: ["I32", [3, 4, 2], Int32Array.from(STEPS.flatMap((step) => step.ids.flatMap((id) => [id, 6])))],
    top_probs: ["F32", [3, 4, 2], Float32Array.from(STEPS.flatMap((step) => step.ids.flatMap(() => [0.75, 0.125])))],
  };
  const tensors = { __metadata__: { trace: JSON.stringify(description) } } as any;
  const parts = [];
  let offset = 0;
  for (const [name, [dtype, shape, data]] of Object.entries(columns)) {
    tensors[name] = { dtype, shape, data_offsets: [offset, offset + data.byteLength] };
    parts.push(Buffer.from(data.buffer));
    offset += data.byteLength;
  }
  change(tensors);
  const head = Buffer.from(JSON.stringify(tensors));
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(head.length));
  return new Uint8Array(gzipSync(Buffer.concat([size, head, ...parts])));
}

const base64 = (array: ArrayBufferView) => Buffer.from(array.buffer).toString("base64");

/** IEEE 754 halves of the entropies used above. */
const HALVES = new Map([
  [0, 0],
  [0.25, 0x3400],
  [0.5, 0x3800],
  [1, 0x3c00],
  [2, 0x4000],
  [3, 0x4200],
]);

/** @returns the messages of the same run, as objects: start, three frames, end */
export function messages(run = 0): any[] {
  const known: number[] = [];
  const frames = STEPS.map((step, i) => {
    const added = [...new Set(step.ids)].filter((id) => !known.includes(id)).sort((a, b) => a - b);
    known.push(...added);
    const ids = base64(Uint16Array.from(step.ids.map((id) => known.indexOf(id))));
    return {
      kind: "frame",
      run,
      block: step.block,
      step: step.step,
      temperature: 0.8,
      mean_entropy: step.mean,
      stable_for: step.stable,
      stop_reason: ["", "max-steps", "stable-and-confident"][i],
      finish_reason: i === 2 ? "end-of-text" : "",
      input_ids: ids,
      sampled_ids: ids,
      argmax_ids: ids,
      entropy: base64(Uint16Array.from(step.entropy.map((value) => HALVES.get(value) ?? NaN))),
      accepted: base64(Uint8Array.from([step.accepted.reduce((byte, bit, at) => byte | (bit << at), 0)])),
      tokens: added.map((id) => [id, TOKENS[id as keyof typeof TOKENS]]),
    };
  });
  return [
    { kind: "start", run, label: "LIVE", header: header() },
    ...frames,
    { kind: "end", run, finish_reason: "end-of-text", seconds: 2, text: " cat red ball\n.", notice: "" },
  ];
}
