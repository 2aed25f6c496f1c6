/**
 * What a run is asked by, as JSON. `python -m workshop.makers.spec_script` writes this from playground/spec/run.py.
 * Settings have no bounds here: they come with the knobs, since a server may have samplers of its own.
 */

import type { Schema } from "./schema.ts";

/** The newest version that is read, and the one that is written. */
export const SPEC_VERSION = 1;
export const MAX_SEED = 9007199254740991;
/** The longest chain of runs that branch from each other. */
export const MOST_BRANCHES = 32;
/** The fields that steer a run. */
export const FIELDS = ['start', 'noise', 'noise_seed', 'keep', 'pins', 'edits', 'processors'] as const;

export interface Prompt {
  text: string;
  system?: string;
  thinking?: boolean;
  image_sha256?: string;
}
export interface Edit {
  block: number;
  step: number;
  cells: Record<string, number | null>;
}
export interface Branch {
  parent: Parent;
  block: number;
  step: number;
}
export interface Parent {
  version?: number;
  prompt?: Prompt;
  settings?: Record<string, number | string>;
  seed?: number;
  start?: number[] | null;
  noise?: number;
  noise_seed?: number;
  keep?: "favoured" | "held" | "free";
  pins?: Record<string, number>;
  edits?: Edit[];
  processors?: Record<string, Record<string, unknown>>;
  branch?: Branch | null;
  model?: string;
  revision?: string;
  sampler_source?: string;
}
/** What is asked for. */
export interface RunSpec extends Parent {
  prompt: Prompt;
}

export const PARENT: Schema = {
  "additionalProperties": false,
  "properties": {
    "version": {"maximum": 1, "type": "integer"},
    "prompt": {
      "properties": {
        "text": {"type": "string"},
        "system": {"type": "string"},
        "thinking": {"type": "boolean"},
        "image_sha256": {"type": "string"},
      },
      "required": ["text"],
      "type": "object",
    },
    "settings": {"type": "object", "additionalProperties": {"anyOf": [{"type": "number"}, {"type": "string"}]}},
    "seed": {"maximum": 9007199254740991, "minimum": 0, "type": "integer"},
    "start": {"anyOf": [{"items": {"minimum": 0, "type": "integer"}, "type": "array"}, {"type": "null"}]},
    "noise": {"maximum": 1, "minimum": 0, "type": "number"},
    "noise_seed": {"maximum": 9007199254740991, "minimum": 0, "type": "integer"},
    "keep": {"enum": ["favoured", "held", "free"], "type": "string"},
    "pins": {"patternProperties": {"^[0-9]{1,9}$": {"minimum": 0, "type": "integer"}}, "type": "object"},
    "edits": {
      "items": {
        "additionalProperties": false,
        "properties": {
          "block": {"minimum": 1, "type": "integer"},
          "step": {"minimum": 1, "type": "integer"},
          "cells": {
            "patternProperties": {"^[0-9]{1,9}$": {"anyOf": [{"minimum": 0, "type": "integer"}, {"type": "null"}]}},
            "type": "object",
          },
        },
        "required": ["block", "step", "cells"],
        "type": "object",
      },
      "type": "array",
    },
    "processors": {"additionalProperties": {"additionalProperties": true, "type": "object"}, "type": "object"},
    "branch": {
      "anyOf": [
        {
          "additionalProperties": false,
          "properties": {
            get parent() { return PARENT; },
            "block": {"minimum": 1, "type": "integer"},
            "step": {"minimum": 0, "type": "integer"},
          },
          "required": ["parent", "block", "step"],
          "type": "object",
        },
        {"type": "null"},
      ],
    },
    "model": {"type": "string"},
    "revision": {"type": "string"},
    "sampler_source": {"type": "string"},
  },
  "type": "object",
};
export const SPEC: Schema = { ...PARENT, required: ["prompt"] };
