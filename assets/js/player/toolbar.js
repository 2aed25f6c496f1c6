/** What the reader wants to see: which canvas, as a grid or as text, coloured by which figure, and the unit of entropy. */

import { FIGURES, figureName } from "../cells/shading.js";
import { element, setText, switchOf } from "../dom/elements.js";
import { hint, words } from "../words/terms.js";
import { UNITS } from "../words/units.js";

/** @type {("input" | "sampled" | "argmax")[]} */
export const LAYERS = ["input", "sampled", "argmax"];

/** @type {Record<string, string>} */
const SHAPES = {
  grid: "Every position in a cell of the same size",
  board: "The Sudoku as a board; line breaks and padding stand below it",
  text: "As running text: each token where it stands in the part's last best guess, so that nothing moves",
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
      LAYERS.map((name) => [name, name]),
      (layer) => change({ layer }),
      "sampled",
    );
    this.layers.classList.add("tdp-layers");
    this.shapes = switchOf("How the tokens stand", ["grid", "text"], (shape) => change({ shape }));
    this.board(false);
    this.figures = element("select.tdp-figure", { "aria-label": "What the colours say" });
    this.faces = FIGURES.map((value) => element("option", { value }));
    this.figures.append(...this.faces);
    this.figures.onchange = () => change({ figure: this.figures.value });
    this.units = switchOf("Unit of entropy", UNITS, (unit) => change({ unit }));
    this.scale = element("span.tdp-scale-place");
    root.replaceChildren(this.layers, element("span.tdp-tool", this.figures, this.scale, this.units), this.shapes);
    this.name("plain");
  }

  /** @param {boolean} board does the grid of the run that is shown stand as a board? */
  board(board) {
    this.shapes.children[0].textContent = board ? "board" : "grid";
    for (const button of this.shapes.children)
      button.setAttribute("title", `${SHAPES[button.textContent ?? ""]} (key T)`);
  }

  /** @param {import("../words/terms.js").Mode} terms which words to use */
  name(terms) {
    FIGURES.forEach((figure, i) => setText(this.faces[i], figureName(figure, terms)));
    LAYERS.forEach((layer, i) => {
      const button = /** @type {HTMLElement} */ (this.layers.children[i]);
      setText(button, words(terms)[layer]);
      button.title = `${hint(layer, terms)} (key ${i + 1})`;
    });
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
