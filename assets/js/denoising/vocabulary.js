/** A checkpoint's tokens: texts become ids, and ids texts; `playground/engine/models.py` and `loading/chat.py` have the same rules. */

import { Tokenizer } from "../vendor/tokenizers.min.js";
import { readingOf } from "./chat-template.js";
import { PlaygroundError } from "./errors.js";
import { strip } from "./python-text.js";

/** @typedef {import("./manifest.js").Manifest} Manifest */
/** @typedef {import("./spec.js").Prompt} Prompt */

/** What Python marks the control tokens of a text with. */
const MARKS = /[\u{f0000}\u{f0001}]/gu;
const ABILITIES = /** @type {const} */ ({ system: "a system prompt", thinking: "thinking" });

export class Vocabulary {
  #tokenizer;
  #plain;
  #spelled;

  /** @param {any} tokenizer as `tokenizer.json` has it @param {Manifest} manifest */
  constructor(tokenizer, manifest) {
    this.manifest = manifest;
    const options = { clean_up_tokenization_spaces: false };
    this.#tokenizer = new Tokenizer(tokenizer, options);
    this.#plain = new Tokenizer({ ...tokenizer, added_tokens: [] }, options);
    const { texts, special_ids: special, control_tokens: controls = special.map((id) => texts[id]) } = manifest;
    const longestFirst = [...controls].sort((one, second) => second.length - one.length);
    this.#spelled = new RegExp(`(${longestFirst.map(escaped).join("|") || "(?!)"})`);
  }

  /**
   * @param {string} text of people: a control token that it spells is text like any other
   * @param {{ before?: string, after?: string }} [around] what the template puts there, whose control tokens count
   * @returns {number[]} its ids, without special tokens around them
   */
  encode(text, { before = "", after = "" } = {}) {
    const parts = this.#bare(text).split(this.#spelled); // every second one is a control token that the text spells
    parts[0] = before + parts[0];
    parts.push(parts.pop() + after);
    const ids = (/** @type {string} */ part, /** @type {number} */ at) =>
      (at % 2 === 1 ? this.#plain : this.#tokenizer).encode(part, { add_special_tokens: false }).ids;
    return parts.flatMap((part, at) => (part === "" ? [] : ids(part, at)));
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
    return this.encode(readingOf(this.#bare(text), template), template);
  }

  /** @param {string} text @returns {string} it without Python's marks, which only a text that needs them loses */
  #bare(text) {
    return this.#spelled.test(text) ? text.replace(MARKS, "") : text;
  }
}

/** @param {string} text @returns {string} the pattern that matches it */
const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
