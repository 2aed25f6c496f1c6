/**
 * Ways on from a prompt that leads nowhere: new words are underlined in its field, known ones that are near stand below,
 * and so do prompts that lead to something.
 */

import { button, element } from "../dom/elements.js";

/** @typedef {import("./about-prompt.js").About} About */

export class WaysOn {
  /**
   * @param {HTMLTextAreaElement} prompt
   * @param {HTMLElement} place will be filled
   * @param {HTMLElement} generate gets the focus when a prompt has been taken
   * @param {() => { name: string, ask: () => void }[]} others the models that could be asked instead
   */
  constructor(prompt, place, generate, others) {
    this.prompt = prompt;
    this.place = place;
    this.generate = generate;
    this.others = others;
    /** The new words that have a known one near. @type {string[]} */
    this.words = [];
    /** The prompt once more, with lines under words: a field can have none. */
    this.lines = element("div.tdp-underlines", { "aria-hidden": "true", dir: "auto" });
    prompt.after(this.lines);
    prompt.addEventListener("input", () => this.#underline());
    prompt.addEventListener("scroll", () => (this.lines.scrollTop = prompt.scrollTop));
  }

  /** @param {About | null} about null for a prompt from which nobody need go on */
  show(about) {
    const near = about?.unknown.filter(({ nearest }) => nearest.length > 0) ?? [];
    this.words = near.map(({ word }) => word);
    this.#underline();
    const offers = about?.offers ?? [];
    const others = about ? this.others() : [];
    this.place.hidden = near.length + offers.length + others.length === 0;
    this.place.replaceChildren(
      ...near.map(({ word, nearest }) =>
        element(
          "span.tdp-near",
          element("span.tdp-new-word", { dir: "auto" }, word),
          " ",
          ...nearest.map((known) =>
            this.#pill(known, `Write ${known} instead of ${word}`, () => this.#swap(word, known)),
          ),
        ),
      ),
      ...offers.map((offer) => {
        const pill = this.#pill(offer, `Take this prompt: ${offer}`, () => this.#take(offer));
        pill.classList.add("tdp-offer");
        return pill;
      }),
      ...others.map(({ name, ask }) => {
        const press = () => {
          ask();
          this.generate.focus();
        };
        return this.#pill(`ask ${name}`, `Ask ${name} instead, which is loaded too`, press);
      }),
    );
  }

  /** @param {string} face @param {string} name @param {() => void} press */
  #pill(face, name, press) {
    const pill = button(face, name);
    pill.classList.add("tdp-card-button");
    pill.setAttribute("aria-label", name);
    pill.onclick = press;
    return pill;
  }

  /** @param {string} prompt */
  #take(prompt) {
    this.#write(prompt);
    this.generate.focus();
  }

  /** @param {string} word @param {string} known takes its place, with the article that it wants */
  #swap(word, known) {
    const article = /^(?!uni)[aeiou]/i.test(known) ? "an" : "a";
    const text = this.#parts().map((part) => (part === word ? known : part));
    this.#write(
      text
        .map((part, at) =>
          text[at + 1] === known ? part.replace(/\b(a)n? $/i, (_, a) => a + article.slice(1) + " ") : part,
        )
        .join(""),
    );
    this.prompt.focus();
  }

  /** @param {string} text */
  #write(text) {
    this.prompt.value = text;
    this.prompt.dispatchEvent(new Event("input"));
  }

  /** @returns {string[]} the prompt, cut before and after the new words */
  #parts() {
    if (this.words.length === 0) return [this.prompt.value];
    return this.prompt.value.split(new RegExp(`(?<!\\p{L})(${this.words.join("|")})(?!\\p{L})`, "u"));
  }

  /** A prompt of several lines is shown in one while nobody writes, so nothing stands under its words. */
  #underline() {
    const parts = this.prompt.value.includes("\n") ? [] : this.#parts();
    this.lines.replaceChildren(...parts.map((part, at) => (at % 2 === 1 ? element("u", part) : part)));
    this.lines.scrollTop = this.prompt.scrollTop;
  }
}
