/**
 * The description in a trace's file beside the columns. `python -m workshop.makers.trace_scripts` writes this from
 * playground/trace/description.py.
 */

import type { Schema } from "./schema.ts";
import type { RunSpec as Spec } from "./spec-schema.ts";

export const FORMAT = "text-diffusion-trace";

/** Refuse JSON of more bytes, with more brackets, or nested more deeply. */
export const MAX_HEADER = 16777216;
export const MAX_BRACKETS = 1048576;
export const MAX_DEPTH = 100;

/** Why a run of another program, which stands for the braces, can be neither made again nor branched from. */
export const FOREIGN =
  "This run is from {source}, which says neither prompt nor settings nor seed; only runs of this playground can be made again or branched from.";

export const DESCRIPTION: Schema = {
  "properties": {
    "version": {"type": "integer"},
    "header": {
      "properties": {
        "spec": {
          "additionalProperties": true,
          "properties": {
            "model": {"type": "string"},
            "revision": {"type": "string"},
            "prompt": {
              "additionalProperties": true,
              "properties": {
                "text": {"type": "string"},
                "system": {"type": "string"},
                "thinking": {"type": "boolean"},
                "image_sha256": {"type": "string"},
              },
              "required": ["text"],
              "type": "object",
            },
            "settings": {
              "additionalProperties": {
                "anyOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "number"}, {"type": "string"}],
              },
              "properties": {
                "way": {"enum": ["uniform", "masked", "autoregressive"], "type": "string"},
                "max_denoising_steps": {"minimum": 1, "type": "integer"},
                "sampler": {"type": "string"},
                "schedule": {"type": "string"},
                "t_max": {"minimum": 0, "type": "number"},
                "t_min": {"minimum": 0, "type": "number"},
                "stability_threshold": {"minimum": 0, "type": "integer"},
                "confidence_threshold": {"minimum": 0, "type": "number"},
                "max_new_tokens": {"minimum": 1, "type": "integer"},
                "draw": {"type": "string"},
                "favour_margin": {"minimum": 0, "type": "number"},
                "self_conditioning": {"type": "string"},
                "self_conditioning_scale": {"minimum": 0, "type": "number"},
              },
              "required": [
                "max_denoising_steps",
                "t_max",
                "t_min",
                "stability_threshold",
                "confidence_threshold",
                "max_new_tokens",
              ],
              "type": "object",
            },
            "seed": {"minimum": 0, "type": "integer"},
            "start": {
              "anyOf": [{"items": {"minimum": 0, "type": "integer"}, "type": "array"}, {"type": "null"}],
            },
            "noise": {"minimum": 0, "type": "number"},
            "noise_seed": {"minimum": 0, "type": "integer"},
            "keep": {"type": "string"},
            "pins": {"additionalProperties": {"minimum": 0, "type": "integer"}, "type": "object"},
            "edits": {"items": {"additionalProperties": true, "type": "object"}, "type": "array"},
            "processors": {
              "additionalProperties": {"additionalProperties": true, "type": "object"},
              "type": "object",
            },
          },
          "required": ["model", "revision", "prompt", "settings", "seed"],
          "type": "object",
        },
        "device": {"type": "string"},
        "dtype": {"type": "string"},
        "canvas_length": {"maximum": 65536, "minimum": 1, "type": "integer"},
        "vocab_size": {"maximum": 10000000, "minimum": 1, "type": "integer"},
        "eos_ids": {"items": {"maximum": 9999999, "minimum": 0, "type": "integer"}, "type": "array"},
        "pad_id": {"anyOf": [{"maximum": 9999999, "minimum": 0, "type": "integer"}, {"type": "null"}]},
        "special_ids": {"items": {"maximum": 9999999, "minimum": 0, "type": "integer"}, "type": "array"},
        "prompt_ids": {"items": {"maximum": 9999999, "minimum": 0, "type": "integer"}, "type": "array"},
        "software": {"additionalProperties": {"type": "string"}, "type": "object"},
        "explanation": {
          "additionalProperties": {
            "anyOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "number"}, {"type": "string"}],
          },
          "properties": {
            "label": {"type": "string"},
            "rule": {"type": "string"},
            "paper": {"type": "string"},
            "order": {"type": "string"},
            "falling": {"type": "boolean"},
            "cut": {"enum": ["running sum", "value", "rank", "draw"], "type": "string"},
            "bound": {"type": "string"},
            "least": {"minimum": 0, "type": "integer"},
            "unit": {"type": "string"},
            "accepted": {"type": "string"},
            "rejected": {"type": "string"},
          },
          "type": "object",
        },
        "pass_kind": {"type": "string"},
        "rows": {"anyOf": [{"minimum": 1, "type": "integer"}, {"type": "null"}]},
        "only_top": {"minimum": 0, "type": "integer"},
        "recorded_at": {"type": "string"},
        "thought_marks": {
          "additionalProperties": {
            "anyOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "number"}, {"type": "string"}],
          },
          "type": "object",
        },
        "branch": {
          "anyOf": [
            {
              "properties": {
                "explanation": {
                  "additionalProperties": {
                    "anyOf": [
                      {"type": "boolean"},
                      {"type": "integer"},
                      {"type": "number"},
                      {"type": "string"},
                    ],
                  },
                  "type": "object",
                },
                "differs": {"anyOf": [{"minimum": 0, "type": "integer"}, {"type": "null"}]},
              },
              "type": "object",
            },
            {"type": "null"},
          ],
        },
        "verdict": {
          "anyOf": [
            {
              "properties": {
                "task": {"type": "string"},
                "right": {"type": "boolean"},
                "sentence": {"type": "string"},
                "rule": {"minimum": 1, "type": "integer"},
              },
              "required": ["task", "right", "sentence", "rule"],
              "type": "object",
            },
            {"type": "null"},
          ],
        },
        "source": {"type": "string"},
        "source_way": {"enum": ["uniform", "masked", "autoregressive"], "type": "string"},
        "seconds": {"minimum": 0, "type": "number"},
      },
      "required": [
        "device",
        "dtype",
        "canvas_length",
        "vocab_size",
        "eos_ids",
        "pad_id",
        "special_ids",
        "prompt_ids",
        "software",
      ],
      "type": "object",
    },
    "stop_reasons": {
      "items": {"enum": ["stable-and-confident", "complete", "max-steps", "stopped"], "type": "string"},
      "type": "array",
    },
    "finish_reason": {"enum": ["end-of-text", "max-new-tokens", "stopped"], "type": "string"},
    "tokens": {"patternProperties": {"^(0|[1-9][0-9]{0,6})$": {"type": "string"}}, "type": "object"},
    "text": {"type": "string"},
    "thought": {"type": "string"},
  },
  "required": ["version", "header", "stop_reasons", "finish_reason", "tokens", "text"],
  "type": "object",
};

export interface Declaration {
  label?: string;
  rule?: string;
  paper?: string;
  order?: string;
  falling?: boolean;
  cut?: "running sum" | "value" | "rank" | "draw";
  bound?: string;
  least?: number;
  unit?: string;
  accepted?: string;
  rejected?: string;
}

export interface Verdict {
  task: string;
  right: boolean;
  sentence: string;
  rule: number;
}

export interface Branched {
  explanation?: Record<string, boolean | number | string>;
  differs?: number | null;
}

export interface Header {
  spec?: Spec;
  device: string;
  dtype: string;
  canvas_length: number;
  vocab_size: number;
  eos_ids: number[];
  pad_id: number | null;
  special_ids: number[];
  prompt_ids: number[];
  software: Record<string, string>;
  explanation?: Declaration;
  pass_kind?: string;
  rows?: number | null;
  only_top?: number;
  recorded_at?: string;
  thought_marks?: Record<string, boolean | number | string>;
  branch?: Branched | null;
  verdict?: Verdict | null;
  source?: string;
  source_way?: "uniform" | "masked" | "autoregressive";
  seconds?: number;
}
