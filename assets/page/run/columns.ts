/** The columns of a trace. `python -m workshop.makers.trace_scripts` writes this from playground/trace/columns.py. */

/** The version of the trace format, and the only one that is read. */
export const TRACE_VERSION = 3;

/** Refuse to unpack more than this, unless told otherwise. */
export const MAX_MIB = 64;

/** Refuse runs of more denoising steps. */
export const MAX_STEPS = 131072;

/** One figure of every step. */
export interface Column {
  name: string;
  dtype: "bool" | "int32" | "float32";
  /** One figure for each step, position or candidate. */
  shape: "S" | "SL" | "SLk";
  /** How it comes over the wire; "" if it does not. */
  wire: "" | "number" | "token" | "half" | "bit";
  /** A trace may lack it, and a step that lacks it has NaN. */
  optional: boolean;
  least: number;
  most: number;
  /** None for counts, ids and pure numbers. */
  unit?: string;
  help: string;
}

export const COLUMNS: Column[] = [
  { name: "block", dtype: "int32", shape: "S", wire: "number", optional: false, least: 1, most: Infinity,
    help: "Which block of the run, counted from 1." },
  { name: "step", dtype: "int32", shape: "S", wire: "number", optional: false, least: 1, most: Infinity,
    help: "Which denoising step of the block, counted from 1." },
  { name: "temperature", dtype: "float32", shape: "S", wire: "number", optional: false, least: 0, most: Infinity,
    help: "What the logits were divided by." },
  { name: "mean_entropy", dtype: "float32", shape: "S", wire: "number", optional: false, least: 0, most: Infinity,
    unit: "nats", help: "Mean entropy over the canvas, in nats; it is compared with the confidence threshold." },
  { name: "stable_for", dtype: "int32", shape: "S", wire: "number", optional: false, least: 0, most: Infinity,
    help: "How many comparisons in succession, up to this step, found no change in the argmax canvas." },
  { name: "input_ids", dtype: "int32", shape: "SL", wire: "token", optional: false, least: 0, most: 9999999,
    help: "The canvas that the denoiser saw, noise included." },
  { name: "sampled_ids", dtype: "int32", shape: "SL", wire: "token", optional: false, least: 0, most: 9999999,
    help: "The token drawn at each position." },
  { name: "argmax_ids", dtype: "int32", shape: "SL", wire: "token", optional: false, least: 0, most: 9999999,
    help: "The most probable token at each position." },
  { name: "accepted", dtype: "bool", shape: "SL", wire: "bit", optional: false, least: 0, most: Infinity,
    help: "Where the sampler kept the token; the way of writing says what the other positions become." },
  { name: "entropy", dtype: "float32", shape: "SL", wire: "half", optional: false, least: 0, most: Infinity,
    unit: "nats", help: "The entropy of softmax(logits / temperature), in nats." },
  { name: "top_ids", dtype: "int32", shape: "SLk", wire: "", optional: false, least: 0, most: 9999999,
    help: "The most probable tokens, the most probable one first." },
  { name: "top_probs", dtype: "float32", shape: "SLk", wire: "", optional: false, least: 0, most: 1.0009765625,
    unit: "probability", help: "Their probabilities under softmax(logits / temperature)." },
  { name: "key", dtype: "float32", shape: "SL", wire: "half", optional: true, least: -Infinity, most: Infinity,
    help: "What the sampler ordered the positions by, if no other column has it; `explanation.order` in the header names it." },
  { name: "seconds", dtype: "float32", shape: "S", wire: "number", optional: true, least: 0, most: Infinity,
    unit: "s", help: "Wall time on the host, from the beginning of the step until its record arrived: encoder passes before it, denoiser pass, sampling and copy; all runs of the batch share it." },
  { name: "encoder_tokens", dtype: "int32", shape: "S", wire: "number", optional: true, least: 0, most: Infinity,
    help: "How many tokens the encoder read for this run just before the step; 0 if there was no encoder pass." },
  { name: "pinned", dtype: "bool", shape: "SL", wire: "bit", optional: true, least: 0, most: Infinity,
    help: "Where a person's own token stands, because it is held, or favoured and led by no more than the margin: the sampler is certain of it; the entropies and candidates are what the model itself makes of the position." },
  { name: "edited", dtype: "bool", shape: "SL", wire: "bit", optional: true, least: 0, most: Infinity,
    help: "Where a person changed the input just before the step." },
  { name: "lead", dtype: "float32", shape: "SL", wire: "half", optional: true, least: -1, most: Infinity,
    unit: "nats", help: "Where a token of a person's own text is favoured, by how many nats the most probable token leads, at temperature 1: up to the margin the text's token stands; -1 where none is favoured." },
  { name: "moved", dtype: "float32", shape: "SL", wire: "half", optional: true, least: 0, most: Infinity,
    unit: "nats", help: "How far processors moved the distribution of each position from the model's own: the Kullback-Leibler divergence of what the sampler saw from that." },
  { name: "passes", dtype: "int32", shape: "S", wire: "number", optional: true, least: 1, most: Infinity,
    help: "How many denoiser passes the step took; where that is not recorded, 1." },
];

/** Of one step, by column. */
export interface Figures {
  /** Which block of the run, counted from 1. */
  block: number;
  /** Which denoising step of the block, counted from 1. */
  step: number;
  /** What the logits were divided by. */
  temperature: number;
  /** Mean entropy over the canvas, in nats; it is compared with the confidence threshold. */
  mean_entropy: number;
  /** How many comparisons in succession, up to this step, found no change in the argmax canvas. */
  stable_for: number;
  /** The canvas that the denoiser saw, noise included. */
  input_ids: Int32Array;
  /** The token drawn at each position. */
  sampled_ids: Int32Array;
  /** The most probable token at each position. */
  argmax_ids: Int32Array;
  /** Where the sampler kept the token; the way of writing says what the other positions become. */
  accepted: Uint8Array;
  /** The entropy of softmax(logits / temperature), in nats. */
  entropy: Float32Array;
  /** The most probable tokens, the most probable one first. */
  top_ids?: Int32Array;
  /** Their probabilities under softmax(logits / temperature). */
  top_probs?: Float32Array;
  /** What the sampler ordered the positions by, if no other column has it; `explanation.order` in the header names it. */
  key?: Float32Array;
  /** Wall time on the host, from the beginning of the step until its record arrived: encoder passes before it, denoiser pass, sampling and copy; all runs of the batch share it. */
  seconds?: number;
  /** How many tokens the encoder read for this run just before the step; 0 if there was no encoder pass. */
  encoder_tokens?: number;
  /** Where a person's own token stands, because it is held, or favoured and led by no more than the margin: the sampler is certain of it; the entropies and candidates are what the model itself makes of the position. */
  pinned?: Uint8Array;
  /** Where a person changed the input just before the step. */
  edited?: Uint8Array;
  /** Where a token of a person's own text is favoured, by how many nats the most probable token leads, at temperature 1: up to the margin the text's token stands; -1 where none is favoured. */
  lead?: Float32Array;
  /** How far processors moved the distribution of each position from the model's own: the Kullback-Leibler divergence of what the sampler saw from that. */
  moved?: Float32Array;
  /** How many denoiser passes the step took; where that is not recorded, 1. */
  passes?: number;
}
