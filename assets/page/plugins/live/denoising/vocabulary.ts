/** A checkpoint's tokens: texts become ids, and ids texts; `playground/engine/models.py` and `loading/chat.py` have the same rules. */

import { Tokenizer } from "../../../../vendor/tokenizers.min.js";
import { readingOf } from "./chat-template.ts";
import { PlaygroundError } from "../../../engine/errors.ts";
import { strip } from "../../../rules/python-text.ts";
import type { Manifest } from "./manifest.ts";
import type { Prompt } from "./spec.ts";

/** What Python marks the control tokens of a text with. */
const MARKS = /[\u{f0000}\u{f0001}]/gu;
const ABILITIES = { system: "a system prompt", thinking: "thinking" } as const;

export class Vocabulary {
  #tokenizer;
  #plain;
  #spelled;

  /** @param tokenizer as `tokenizer.json` has it */
  constructor(
    tokenizer: any,
    public manifest: Manifest,
  ) {
    const options = { clean_up_tokenization_spaces: false };
    this.#tokenizer = new Tokenizer(tokenizer, options);
    this.#plain = new Tokenizer({ ...tokenizer, added_tokens: [] }, options);
    const { texts, special_ids: special, control_tokens: controls = special.map((id) => texts[id]) } = manifest;
    const longestFirst = [...controls].sort((one, second) => second.length - one.length);
    this.#spelled = new RegExp(`(${longestFirst.map(escaped).join("|") || "(?!)"})`);
  }

  /**
   * @param text of people: a control token that it spells is text like any other
   * @param around what the template puts there, whose control tokens count
   * @returns its ids, without special tokens around them
   */
  encode(text: string, { before = "", after = "" }: { before?: string; after?: string } = {}): number[] {
    const parts = this.#bare(text).split(this.#spelled); // every second one is a control token that the text spells
    parts[0] = before + parts[0];
    parts.push(parts.pop() + after);
    const ids = (part: string, at: number) =>
      (at % 2 === 1 ? this.#plain : this.#tokenizer).encode(part, { add_special_tokens: false }).ids;
    return parts.flatMap((part, at) => (part === "" ? [] : ids(part, at)));
  }

  /** @returns their text together, without special tokens */
  decode(ids: number[]): string {
    return ids.length === 0 ? "" : this.#tokenizer.decode(ids, { skip_special_tokens: true });
  }

  /** @returns the text of each by itself; special tokens appear by name */
  textsOf(ids: number[]): string[] {
    return ids.map((id) => this.manifest.texts[id] ?? `<unused ${id}>`);
  }

  /**
   * @returns its ids in the checkpoint's chat template
   * @throws {PlaygroundError} it is empty, or this checkpoint cannot do what it asks for
   */
  promptIds({ text, system, thinking }: Prompt): number[] {
    const { template } = this.manifest;
    if (strip(text) === "") throw new PlaygroundError("The prompt is empty: write what the text should be about.");
    for (const [name, value] of [
      ["system", strip(system) !== ""],
      ["thinking", thinking],
    ] as const)
      if (value && !template.abilities[name])
        throw new PlaygroundError(`This checkpoint does not support ${ABILITIES[name]} in a prompt; leave it out.`);
    return this.encode(readingOf(this.#bare(text), template), template);
  }

  /** @returns it without Python's marks, which only a text that needs them loses */
  #bare(text: string): string {
    return this.#spelled.test(text) ? text.replace(MARKS, "") : text;
  }
}

/** @returns the pattern that matches it */
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
