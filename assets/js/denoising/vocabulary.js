/** A checkpoint's tokens: texts become ids, and ids texts; `playground/engine/models.py` and `loading/chat.py` have the same rules. */

import { Tokenizer } from "../vendor/tokenizers.min.js";
import { templated } from "./chat-template.js";
import { PlaygroundError } from "./errors.js";
import { strip } from "./python-text.js";

/** @typedef {import("./manifest.js").Manifest} Manifest */
/** @typedef {import("./spec.js").Prompt} Prompt */

const ABILITIES = /** @type {const} */ ({ system: "a system prompt", thinking: "thinking" });

export class Vocabulary {
  #tokenizer;

  /** @param {any} tokenizer as `tokenizer.json` has it @param {Manifest} manifest */
  constructor(tokenizer, manifest) {
    this.manifest = manifest;
    this.#tokenizer = new Tokenizer(tokenizer, { clean_up_tokenization_spaces: false });
  }

  /** @param {string} text @returns {number[]} its ids, without special tokens around them */
  encode(text) {
    return this.#tokenizer.encode(text, { add_special_tokens: false }).ids;
  }

  /** @param {number[]} ids @returns {string} their text together, without special tokens */
  decode(ids) {
    return ids.length === 0 ? "" : this.#tokenizer.decode(ids, { skip_special_tokens: true });
  }

  /** @param {number[]} ids @returns {string[]} the text of each by itself; special tokens appear by name */
  textsOf(ids) {
    return ids.map((id) => this.manifest.texts[id] ?? `<unused ${id}>`);
  }

  /**
   * @param {Prompt} prompt
   * @returns {number[]} its ids in the checkpoint's chat template
   * @throws {PlaygroundError} it is empty, or this checkpoint cannot do what it asks for
   */
  promptIds({ text, system, thinking }) {
    const { template } = this.manifest;
    if (strip(text) === "") throw new PlaygroundError("The prompt is empty: write what the text should be about.");
    for (const [name, value] of /** @type {const} */ ([
      ["system", strip(system) !== ""],
      ["thinking", thinking],
    ]))
      if (value && !template.abilities[name])
        throw new PlaygroundError(`This checkpoint does not support ${ABILITIES[name]} in a prompt; leave it out.`);
    return this.encode(templated(text, template));
  }
}
