/**
 * Ways on from a prompt that leads nowhere: new words are underlined in its field, known ones that are near stand below,
 * and so do prompts that lead to something.
 */

import { button, element } from "../../dom/elements.ts";
import type { About } from "../../run/about.ts";

export class WaysOn {
  /** The new words that have a known one near. */
  words: string[] = [];
  /** The prompt once more, with lines under words: a field can have none. */
  lines = element("div.tdp-underlines", { "aria-hidden": "true", dir: "auto" });

  /**
   * @param place will be filled
   * @param generate gets the focus when a prompt has been taken
   * @param others the models that could be asked instead
   */
  constructor(
    public prompt: HTMLTextAreaElement,
    public place: HTMLElement,
    public generate: HTMLElement,
    public others: () => { name: string; ask: () => void }[],
  ) {
    prompt.after(this.lines);
    prompt.addEventListener("input", this.#underline);
    prompt.addEventListener("scroll", this.#scroll);
  }

  /** Takes the lines away. */
  close() {
    this.lines.remove();
    this.prompt.removeEventListener("input", this.#underline);
    this.prompt.removeEventListener("scroll", this.#scroll);
  }

  #scroll = () => (this.lines.scrollTop = this.prompt.scrollTop);

  /** @param about null for a prompt from which nobody need go on */
  show(about: About | null) {
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

  #pill(face: string, name: string, press: () => void) {
    const pill = button(face, name);
    pill.classList.add("tdp-card-button");
    pill.setAttribute("aria-label", name);
    pill.onclick = press;
    return pill;
  }

  #take(prompt: string) {
    this.#write(prompt);
    this.generate.focus();
  }

  /** @param known takes its place, with the article that it wants */
  #swap(word: string, known: string) {
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

  #write(text: string) {
    this.prompt.value = text;
    this.prompt.dispatchEvent(new Event("input"));
  }

  /** @returns the prompt, cut before and after the new words */
  #parts(): string[] {
    if (this.words.length === 0) return [this.prompt.value];
    return this.prompt.value.split(new RegExp(`(?<!\\p{L})(${this.words.join("|")})(?!\\p{L})`, "u"));
  }

  /** A prompt of several lines is shown in one while nobody writes, so nothing stands under its words. */
  #underline = () => {
    const parts = this.prompt.value.includes("\n") ? [] : this.#parts();
    this.lines.replaceChildren(...parts.map((part, at) => (at % 2 === 1 ? element("u", part) : part)));
    this.#scroll();
  };
}
