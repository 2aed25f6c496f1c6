/** The strip of blocks: the steps of each block and why it ended. Pressing a block goes to its last step. */

import { element, setText } from "../dom/elements.js";
import { blocksOf, cacheSentence } from "../run/blocks.js";
import { words } from "../words/terms.js";
import { frame } from "./panel.js";

/** @typedef {import("./panel.js").Panel} Panel */

/** @implements {Panel} */
export class BlockStrip {
  /** @param {HTMLElement} root @param {import("./panel.js").Reader} reader */
  constructor(root, { seek }) {
    const body = frame(root, "");
    this.heading = /** @type {HTMLElement} */ (root.querySelector("h2"));
    this.strip = element("ol.tdp-blocks");
    this.cache = element("p.tdp-cache");
    body.append(this.strip, this.cache);
    /** @type {import("./panel.js").Recording | null} */
    this.recording = null;
    /** @type {import("../words/terms.js").Mode} */
    this.terms = "plain";
    /** How many steps the strip was built for. */
    this.built = -1;
    this.strip.onclick = (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (button) seek(Number(button.dataset.last));
    };
  }

  /** @type {Panel["show"]} */
  show(recording, _theme, { terms }) {
    Object.assign(this, { recording, terms, built: -1 });
  }

  /** @param {number} step */
  paint(step) {
    if (this.recording === null || step < 0) return;
    const { frames } = this.recording;
    if (this.built !== frames.length) this.#build();
    const current = this.strip.children[frames[step].block - 1]?.firstElementChild;
    if (current?.getAttribute("aria-current") !== "true") {
      this.strip.querySelector("[aria-current]")?.removeAttribute("aria-current");
      current?.setAttribute("aria-current", "true");
    }
    setText(this.cache, cacheSentence(this.recording, step, words(this.terms).part));
  }

  #build() {
    const recording = /** @type {import("./panel.js").Recording} */ (this.recording);
    this.built = recording.frames.length;
    const { part } = words(this.terms);
    const name = `${part[0].toUpperCase()}${part.slice(1)}`;
    setText(this.heading, `${name}s`);
    this.strip.replaceChildren(
      ...blocksOf(recording).map(({ block, last, steps, reason }) =>
        element(
          "li",
          element("button", { "data-last": String(last) }, element("b", `${name} ${block}`), ` ${steps}, ${reason}`),
        ),
      ),
    );
  }
}
