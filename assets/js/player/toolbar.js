/** What the reader wants to see: which canvas, as a grid or as text, coloured by which figure, and the unit of entropy. */

import { FIGURES } from "../cells/shading.js";
import { element, switchOf } from "../dom/elements.js";

/** @type {["input" | "sampled" | "argmax", string][]} */
export const LAYERS = [
  ["input", "What the denoiser saw, noise included"],
  ["sampled", "The tokens drawn at this step; the sampler accepts or re-noises them"],
  ["argmax", "The most probable tokens; a block's last ones become the text"],
];

/** @type {Record<string, string>} */
const SHAPES = {
  grid: "Every position in a cell of the same size",
  text: "As running text: each token where it stands in the block's last argmax canvas, so that nothing moves",
};

export class Toolbar {
  /**
   * @param {HTMLElement} root will be filled
   * @param {(change: { layer?: any, shape?: any, figure?: any, unit?: any }) => void} change
   */
  constructor(root, change) {
    this.root = root;
    this.layers = switchOf(
      "Canvas that is shown",
      LAYERS.map(([name]) => [name, name]),
      (layer) => change({ layer }),
      "sampled",
    );
    LAYERS.forEach(([, meaning], i) => this.layers.children[i].setAttribute("title", `${meaning} (key ${i + 1})`));
    this.shapes = switchOf(
      "How the tokens stand",
      [
        ["grid", "grid"],
        ["text", "text"],
      ],
      (shape) => change({ shape }),
    );
    for (const button of this.shapes.children) button.setAttribute("title", `${SHAPES[button.textContent ?? ""]} (key T)`);
    this.figures = element("select", { class: "tdp-figure", "aria-label": "What the colours say" });
    for (const [value, name] of FIGURES) this.figures.append(element("option", { value }, name));
    this.figures.onchange = () => change({ figure: this.figures.value });
    this.units = switchOf(
      "Unit of entropy",
      [
        ["nats", "nats"],
        ["bits", "bits"],
      ],
      (unit) => change({ unit }),
    );
    root.replaceChildren(
      element("span", { class: "tdp-tool" }, "tokens", this.layers),
      element("span", { class: "tdp-tool" }, "shown as", this.shapes),
      element("label", { class: "tdp-tool" }, "coloured by", this.figures),
      element("span", { class: "tdp-tool" }, "entropy in", this.units),
    );
  }

  /** @param {string} value of the button to press */
  choose(value) {
    /** @type {HTMLButtonElement} */ (this.root.querySelector(`[data-value=${value}]`)).click();
  }

  /** @param {{ layer: string, shape: string, figure: string, unit: string }} looks to show */
  set({ layer, shape, figure, unit }) {
    for (const value of [layer, shape, unit]) this.choose(value);
    this.figures.value = figure;
    this.figures.dispatchEvent(new Event("change"));
  }
}
