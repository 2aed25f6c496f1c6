/** The tokens of the model that comes with the playground, and what its manifest says. For the tests only. */

import { readFileSync } from "node:fs";
import { Vocabulary } from "../denoising/vocabulary.js";

const read = (/** @type {string} */ file) =>
  JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));

/** @type {import("../denoising/manifest.js").Manifest} */
export const modelManifest = read("portable/manifest.json");

/** @param {object} [changes] to its manifest @returns {Vocabulary} */
export const modelVocabulary = (changes = {}) =>
  new Vocabulary(read("model/tokenizer.json"), { ...modelManifest, ...changes });
