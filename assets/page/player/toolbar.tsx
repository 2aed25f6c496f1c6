/** What the reader wants to see: which canvas, as a grid or as text, coloured by which figure, and the unit of entropy. */

import { FIGURES, figureName } from "../cells/shading.ts";
import { element, setText, switchOf, turnSwitch } from "../dom/elements.ts";
import { hint, words } from "../words/terms.ts";
import { UNITS } from "../words/units.ts";
import type { Mode } from "../words/terms.ts";

export const LAYERS: ("input" | "sampled" | "argmax")[] = ["input", "sampled", "argmax"];

const SHAPES: Record<string, string> = {
  grid: "Every position in a cell of the same size",
  board: "The Sudoku as a board; line breaks and padding stand below it",
  text: "As running text: each token where it stands in the part's last best guess, so that nothing moves",
};

const TOO_SMALL = "Cells would be too small for their words here; a larger window or fewer lanes make room";

export class Toolbar {
  layers: HTMLElement;
  shapes: HTMLElement;
  figures = element("select.tdp-figure", { "aria-label": "What the colours say" });
  faces: HTMLOptionElement[];
  units: HTMLElement;
  scale = element("span.tdp-scale-place");

  /** @param root will be filled */
  constructor(
    public root: HTMLElement,
    change: (change: { layer?: any; shape?: any; figure?: any; unit?: any }) => void,
  ) {
    this.layers = switchOf(
      "Canvas that is shown",
      LAYERS.map((name) => [name, name]),
      (layer) => change({ layer }),
      "sampled",
    );
    this.layers.classList.add("tdp-layers");
    this.shapes = switchOf("How the tokens stand", ["grid", "text"], (shape) => change({ shape }));
    this.board(false);
    this.faces = FIGURES.map((value) => element("option", { value }));
    this.figures.append(...this.faces);
    this.figures.onchange = () => change({ figure: this.figures.value });
    this.units = switchOf("Unit of entropy", UNITS, (unit) => change({ unit }));
    root.replaceChildren(this.layers, element("span.tdp-tool", this.figures, this.scale, this.units), this.shapes);
    this.name("plain");
  }

  /** @param board does the grid of the run that is shown stand as a board? */
  board(board: boolean) {
    const [cells, text] = this.shapes.children as Iterable<HTMLElement>;
    cells.textContent = board ? "board" : "grid";
    cells.ariaDisabled = null;
    for (const option of [cells, text]) option.title = titleOf(option);
  }

  /**
   * The switch says what is shown.
   *
   * @param shape that was chosen
   * @param close does a text stand in place of cells that would be too small for their words?
   */
  stand(shape: "grid" | "text", close: boolean) {
    const [cells, text] = this.shapes.children as Iterable<HTMLElement>;
    const option = shape === "text" || close ? text : cells;
    if (option.ariaChecked === "true" && cells.ariaDisabled === String(close)) return;
    turnSwitch(this.shapes, option === text ? "text" : "grid");
    cells.ariaDisabled = String(close); // not disabled, so that it may have the focus
    cells.title = close ? TOO_SMALL : titleOf(cells);
  }

  /** @param terms which words to use */
  name(terms: Mode) {
    FIGURES.forEach((figure, i) => setText(this.faces[i], figureName(figure, terms)));
    LAYERS.forEach((layer, i) => {
      const button = this.layers.children[i] as HTMLElement;
      setText(button, words(terms)[layer]);
      button.title = `${hint(layer, terms)} (key ${i + 1})`;
    });
  }

  /** @param value of the button to press */
  choose(value: string) {
    (this.root.querySelector(`[data-value=${value}]`) as HTMLButtonElement).click();
  }

  /** @param looks to show */
  set({ layer, shape, figure, unit }: { layer: string; shape: string; figure: string; unit: string }) {
    for (const value of [layer, shape, unit]) this.choose(value);
    this.figures.value = figure;
    this.figures.dispatchEvent(new Event("change"));
  }
}

/** @param option of how the tokens stand */
const titleOf = (option: HTMLElement): string => `${SHAPES[option.textContent ?? ""]} (key T)`;
