/** What `playground portable` says of a checkpoint, as far as it is JSON: `manifest.json`, which lies beside its graphs. */

import type { Knob as FormKnob, Value } from "../../../rules/knobs.ts";

export type { Value };

/** What is needed of a setting; `config_of` in `playground/server/page.py` writes the same. */
export type Knob = Pick<FormKnob, "name" | "value" | "minimum" | "maximum" | "whole" | "choices" | "samplers">;

interface SamplerEntry {
  /** The hash of its rule. */
  version: string;
  /** Of its own. */
  knobs: string[];
  /** That it works with. */
  ways: string[];
  /** How many numbers it draws for each position. */
  uniforms: number;
  looks_back: boolean;
  declaration: Record<string, any>;
}

export interface Template {
  /** What stands before a prompt. */
  before: string;
  after: string;
  /** How a prompt stands between them; see `chat-template.ts`. */
  reading: "as it is" | "trimmed" | "world";
  /** For "world": words that get a capital. */
  names: string[];
  /** For "world": words that may begin a prompt without a space. */
  beginnings: string[];
  abilities: { system: boolean; thinking: boolean; image: boolean };
}

export interface FileEntry {
  /** Its address from the manifest. */
  file: string;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  /** Of the manifest. */
  version: number;
  /** Of the model. */
  name: string;
  /** What it knows, in a sentence; "" if nobody says. */
  knows: string;
  revision: string;
  canvas_length: number;
  vocab_size: number;
  hidden_size: number;
  self_conditioning: boolean;
  layers: { kind: string; heads: number; head_size: number }[];
  /** The most tokens of a prompt and its text together. */
  longest: number;
  eos_ids: number[];
  pad_id: number | null;
  /** -1 if it has none */
  mask_id: number;
  /** The token where nothing is written yet. */
  blank: number;
  /** -1 if it has none */
  unk_id: number;
  special_ids: number[];
  /**
   * What only the template writes; in a text of people it is text. Older manifests lack it: there it is the special
   * tokens.
   */
  control_tokens?: string[];
  thought_marks: Record<string, any>;
  /** Of the tokens, by id. */
  texts: string[];
  /** The checkpoint's own. */
  settings: Record<string, Value>;
  /** Of all samplers, in the form's order. */
  knobs: Knob[];
  samplers: Record<string, SamplerEntry>;
  ways: Record<string, { declaration: Record<string, any> }>;
  template: Template;
  /** By name, each with the files of weights that it points to. */
  graphs: Record<string, FileEntry & { weights: string[] }>;
  /** The name is that by which graphs know the file. */
  weights: (FileEntry & { name: string })[];
  /** Others, such as the `tokenizer`. */
  files: Record<string, FileEntry>;
}

export {};
