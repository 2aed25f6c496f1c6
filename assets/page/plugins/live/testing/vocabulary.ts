/** The tokens of the model that comes with the playground, and what its manifest says. For the tests only. */

import { readFileSync } from "node:fs";
import { Vocabulary } from "../denoising/vocabulary.ts";
import type { Manifest } from "../denoising/manifest.ts";

const read = (file: string) => JSON.parse(readFileSync(new URL(`../../../../${file}`, import.meta.url), "utf8"));

export const modelManifest: Manifest = read("portable/manifest.json");

/** @param changes to its manifest */
export const modelVocabulary = (changes: object = {}): Vocabulary =>
  new Vocabulary(read("model/tokenizer.json"), { ...modelManifest, ...changes });
