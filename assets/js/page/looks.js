/** How the reader likes the page: size of the letters, contrast, and plain words or the field's terms. The browser keeps it. */

import { recall, remember } from "../dom/memory.js";

/** @typedef {{ size: string, contrast: string, words: string }} Choices */

/** What each may be, the usual one first. */
export const CHOICES = { size: ["1", "0.9", "1.25"], contrast: ["normal", "high"], words: ["plain", "terms"] };

export class Looks {
  /** @param {HTMLElement} root of the page @param {import("../player/player.js").Player} player */
  constructor(root, player) {
    this.root = root;
    this.player = player;
    /** @type {Choices} */
    this.chosen = { size: "1", contrast: "normal", words: "plain" };
    for (const name of /** @type {(keyof Choices)[]} */ (Object.keys(CHOICES))) {
      const value = recall(`look: ${name}`, CHOICES[name][0]);
      if (value !== CHOICES[name][0] && CHOICES[name].includes(value)) this.choose(name, value);
    }
  }

  /** @param {keyof Choices} name @param {string} value */
  choose(name, value) {
    const { root, player } = this;
    this.chosen[name] = value;
    remember(`look: ${name}`, value);
    if (name === "words") return player.views.speak(value === "terms" ? "terms" : "plain");
    root.style.setProperty("--tdp-scale", this.chosen.size);
    root.classList.toggle("tdp-high-contrast", this.chosen.contrast === "high");
    player.resize(Number(this.chosen.size));
  }
}
