/**
 * One word of the prompt is changed, and nothing else: the same run once more beside the one that is shown. Of words that
 * the embedded model knows, others of their kind are offered; any word can be typed.
 */

import { button, element } from "../dom/elements.ts";
import { kindOf, replaced, wordsOf } from "../run/prompt-words.ts";
import { DIFFER, ONE_WORD } from "../words/one-word.ts";
import type { PairActions } from "../player/actions.ts";
import type { Known } from "../run/prompt-words.ts";

/** So many others of a word's kind are a press away: one from each of the first of so many stretches of their list. */
const [OFFERED, STRETCHES] = [4, 7];

export class OneWord {
  known: Known = {};
  prompt = "";
  /** Which word of the prompt. */
  at = -1;
  words = element("p.tdp-prompt-words", { role: "group", "aria-label": "Words of the prompt", dir: "auto" });
  chips = element("div.tdp-word-chips");
  list = element("datalist", { id: "tdp-known-words" });
  input: HTMLInputElement;
  form: HTMLFormElement;
  change: HTMLDivElement;
  root: HTMLDivElement;

  constructor(public actions: PairActions) {
    this.input = element("input", {
      type: "text",
      maxlength: "60",
      autocomplete: "off",
      spellcheck: "false",
      list: this.list.id,
      placeholder: "another word",
    });
    const run = element("button.tdp-pill", { type: "submit" }, "Run the pair");
    this.form = element("form.tdp-lane-prompt", this.input, this.list, run);
    this.form.onsubmit = (event) => {
      event.preventDefault();
      this.#pair(this.input.value.trim());
    };
    const push = button(
      "push a cell: put a word in at this step",
      "Branch from this step with another word in the chosen cell",
    );
    push.classList.add("tdp-pill");
    push.onclick = actions.push;
    this.change = element(
      "div",
      element("h3", ONE_WORD),
      element("p.tdp-hint", DIFFER),
      this.words,
      this.chips,
      this.form,
    );
    this.root = element("div.tdp-one-word", this.change, push);
  }

  /** The run that is shown may be another. */
  async show() {
    const prompt = this.actions.prompt() ?? "";
    if (prompt === this.prompt) return;
    this.prompt = prompt;
    this.change.hidden = wordsOf(prompt).length === 0;
    this.#list();
    const known = await this.actions.known().catch(() => ({}));
    if (prompt !== this.prompt) return;
    this.known = known;
    this.#list();
  }

  #list() {
    const words = wordsOf(this.prompt);
    const first = words.findIndex(({ text }) => kindOf(text, this.known) === "animal");
    const some = words.findIndex(({ text }) => kindOf(text, this.known) !== "");
    this.words.replaceChildren(
      ...words.map(({ text }, at) => {
        const word = button(text, `Change “${text}”`);
        word.setAttribute("aria-label", `${text}, word ${at + 1}`); // a prompt has some words twice
        word.setAttribute("aria-pressed", "false");
        word.onclick = () => this.#choose(at);
        return word;
      }),
    );
    this.#choose(first !== -1 ? first : some !== -1 ? some : words.length - 1);
  }

  /** @param at which word is to be changed */
  #choose(at: number) {
    this.at = at;
    [...this.words.children].forEach((word, other) => word.setAttribute("aria-pressed", String(other === at)));
    const word = wordsOf(this.prompt)[at]?.text ?? "";
    const others = (this.known[kindOf(word, this.known)] ?? []).filter((other) => !this.prompt.includes(other));
    this.input.value = "";
    this.input.setAttribute("aria-label", `Another word for “${word}”`);
    this.list.replaceChildren(...others.map((value) => element("option", { value })));
    const offered = Array.from(
      { length: OFFERED },
      (_, at) => others[Math.round(((at + 1) * others.length) / STRETCHES)],
    );
    this.chips.replaceChildren(
      ...[...new Set(offered)].flatMap((value) => {
        if (value === undefined) return [];
        const chip = button(`${word} ⇄ ${value}`, `Run the prompt with “${value}” in place of “${word}”`);
        chip.classList.add("tdp-pill");
        chip.onclick = () => this.#pair(value);
        return [chip];
      }),
    );
  }

  /** @param word in place of the chosen one */
  #pair(word: string) {
    const words = wordsOf(this.prompt);
    if (word === "" || word === words[this.at]?.text) return this.input.focus();
    this.actions.pair(replaced(this.prompt, words[this.at], word));
  }
}
