/** How the reader likes the page: size of the letters, contrast, and plain words or the field's terms. The browser keeps it. */

import { recall, remember } from "../dom/memory.ts";
import type { Player } from "../player/player.ts";

export type Choices = { size: string; contrast: string; words: string };

/** What each may be, the usual one first. */
export const CHOICES = { size: ["1", "0.9", "1.25"], contrast: ["normal", "high"], words: ["plain", "terms"] };

export class Looks {
  chosen: Choices = { size: "1", contrast: "normal", words: "plain" };

  /** @param root of the page */
  constructor(
    public root: HTMLElement,
    public player: Player,
  ) {
    for (const name of Object.keys(CHOICES) as (keyof Choices)[]) {
      const value = recall(`look: ${name}`, CHOICES[name][0]);
      if (value !== CHOICES[name][0] && CHOICES[name].includes(value)) this.choose(name, value);
    }
  }

  choose(name: keyof Choices, value: string) {
    const { root, player } = this;
    this.chosen[name] = value;
    remember(`look: ${name}`, value);
    if (name === "words") return void (player.state.terms.value = value === "terms" ? "terms" : "plain");
    root.style.setProperty("--tdp-scale", this.chosen.size);
    root.classList.toggle("tdp-high-contrast", this.chosen.contrast === "high");
    player.resize(Number(this.chosen.size));
  }
}
