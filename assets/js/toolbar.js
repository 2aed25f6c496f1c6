/** What the reader prefers to see: which canvas, coloured by what, and entropy in which unit. */

import { switchOf } from "./panels/panel.js";
import { FIGURES } from "./shading.js";
import { element } from "./view.js";

/** @type {["input" | "sampled" | "argmax", string][]} */
export const LAYERS = [
  ["input", "What the denoiser saw, noise included"],
  ["sampled", "The tokens drawn at this step; the sampler accepts or re-noises them"],
  ["argmax", "The most probable tokens; a block's last ones become the text"],
];

export class Toolbar {
  /**
   * @param {HTMLElement} root is filled
   * @param {(change: { layer?: any, figure?: any, unit?: any }) => void} change
   */
  constructor(root, change) {
    this.layers = switchOf(
      "Canvas that is shown",
      LAYERS.map(([name]) => [name, name]),
      (layer) => change({ layer }),
      "sampled",
    );
    LAYERS.forEach(([, meaning], i) => this.layers.children[i].setAttribute("title", `${meaning} (key ${i + 1})`));
    this.figures = element("select", { class: "tdp-figure", "aria-label": "What the colours say" });
    for (const [value, name] of FIGURES) this.figures.append(element("option", { value }, name));
    this.figures.onchange = () => change({ figure: this.figures.value });
    const units = switchOf(
      "Unit of entropy",
      [
        ["nats", "nats"],
        ["bits", "bits"],
      ],
      (unit) => change({ unit }),
    );
    root.replaceChildren(
      element("span", { class: "tdp-tool" }, "tokens", this.layers),
      element("label", { class: "tdp-tool" }, "coloured by", this.figures),
      element("span", { class: "tdp-tool" }, "entropy in", units),
    );
  }

  /** @param {string} layer as if its button had been pressed */
  choose(layer) {
    /** @type {HTMLButtonElement} */ (this.layers.querySelector(`[data-value=${layer}]`)).click();
  }
}
