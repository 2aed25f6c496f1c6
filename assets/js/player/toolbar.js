/** What the reader wants to see: which canvas, as a grid or as text, coloured by which figure, and the unit of entropy. */

import { FIGURES, figureName } from "../cells/shading.js";
import { element, setText, switchOf, turnSwitch } from "../dom/elements.js";
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

const TOO_SMALL = "Cells would be too small for their words here; a larger window or fewer lanes make room";

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
    const [cells, text] = /** @type {Iterable<HTMLElement>} */ (this.shapes.children);
    cells.textContent = board ? "board" : "grid";
    cells.ariaDisabled = null;
    for (const option of [cells, text]) option.title = titleOf(option);
  }

  /**
   * The switch says what is shown.
   *
   * @param {"grid" | "text"} shape that was chosen
   * @param {boolean} close does a text stand in place of cells that would be too small for their words?
   */
  stand(shape, close) {
    const [cells, text] = /** @type {Iterable<HTMLElement>} */ (this.shapes.children);
    const option = shape === "text" || close ? text : cells;
    if (option.ariaChecked === "true" && cells.ariaDisabled === String(close)) return;
    turnSwitch(this.shapes, option === text ? "text" : "grid");
    cells.ariaDisabled = String(close); // not disabled, so that it may have the focus
    cells.title = close ? TOO_SMALL : titleOf(cells);
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

/** @param {HTMLElement} option of how the tokens stand @returns {string} */
const titleOf = (option) => `${SHAPES[option.textContent ?? ""]} (key T)`;
