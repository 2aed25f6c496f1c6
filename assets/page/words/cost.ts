/** What the page says about the cost of passes: what others measured, and figures with their units. */

import { digits } from "./units.ts";

/** What others measured and published, as they reported it; collected in November 2026. */
export const REPORTED: [what: string, source: string][] = [
  [
    "DiffusionGemma 26B in FP8 on an H200, one request: 1,288 tokens a second, 6 times an autoregressive model of its size and 3 times one with multi-token prediction",
    "vLLM",
  ],
  ["the same on an H100: 1,008 tokens a second", "vLLM"],
  [
    "on an RTX 5090: more than 700 tokens a second in vLLM; about 191 in llama.cpp at 4 bits, 61 ms a step",
    "vLLM, llama.cpp",
  ],
  [
    "15 to 20 tokens a pass; about 20 steps a canvas for code, 34 on average without strict stopping; one run of 1,884 tokens in 69 passes",
    "published with the model",
  ],
];

export const flopsText = (flops: number) =>
  scaled(flops, [
    [1e12, "TFLOP"],
    [1e9, "GFLOP"],
    [1e6, "MFLOP"],
  ]);

export const bytesText = (bytes: number) =>
  scaled(bytes, [
    [1e12, "TB"],
    [1e9, "GB"],
    [1e6, "MB"],
    [1e3, "kB"],
  ]);

export const timeText = (seconds: number) =>
  seconds >= 1 ? `${digits(seconds, 3)} s` : `${digits(seconds * 1000, 3)} ms`;

/** @param units the largest first */
function scaled(value: number, units: [unit: number, name: string][]) {
  const [unit, name] = units.find(([one]) => value >= one) ?? units[units.length - 1];
  return `${digits(value / unit, 3)} ${name}`;
}

/** What limits a pass, in words. */
export const LIMITS = { memory: "memory is the limit", compute: "arithmetic is the limit" };
