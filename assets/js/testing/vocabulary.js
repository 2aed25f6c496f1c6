/** The tokens of the model that comes with the playground. For the tests only. */

import { readFileSync } from "node:fs";
import { Vocabulary } from "../denoising/vocabulary.js";
import { golden } from "./portable.js";

const FILE = new URL("../../model/tokenizer.json", import.meta.url);

/** @param {object} [changes] to its manifest @returns {Vocabulary} */
export const modelVocabulary = (changes = {}) =>
  new Vocabulary(JSON.parse(readFileSync(FILE, "utf8")), { ...golden("manifest"), ...changes });
