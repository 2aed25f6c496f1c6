/** The legend, always in sight: what becomes of a position. Pressing a status lets only its cells stand out. */

import { element, setText } from "../dom/elements.ts";
import { boardOf } from "../rules/board.ts";
import { handsOf } from "../rules/hand.ts";
import { wayOf } from "../rules/ways.ts";
import { EMPTY } from "../words/glyphs.ts";
import { hint, words, WORDS } from "../words/terms.ts";
import { paletteOf } from "./shading.ts";
import type { Hand } from "../rules/hand.ts";
import type { Recording } from "../run/recording.ts";
import type { Mode } from "../words/terms.ts";
import type { Theme } from "./colour.ts";
import type { Figure } from "./shading.ts";

/** The swatches by status code; they look as the cells do. */
const SWATCHES = ["tdp-is-kept", "tdp-is-just-kept", "tdp-is-thrown-back", "tdp-is-reopened"];

/** The marks of a Sudoku board. */
const BOARD = [
  [
    "tdp-is-given",
    "given",
    "The puzzle gives this digit; the model copies it like any other. A copy that fails shows the right digit or a mark in its corner.",
  ],
  [
    "tdp-is-clash",
    "breaks a rule",
    "This digit stands twice in a row, a column or a box. So says a rule, not the model.",
  ],
];

/** What a person's hand is to cells. */
const HAND: [Hand, style: string, name: string, meaning: string][] = [
  [
    "held",
    "tdp-is-pinned",
    "pinned",
    "A person holds this token: it is in every input and in the text, and costs nothing of the budget.",
  ],
  [
    "favoured",
    "tdp-is-favoured",
    "your own, favoured",
    "A token of a text that a person gave. It stands as long as the model is surer of another by no more than the margin.",
  ],
  [
    "gave way",
    "tdp-gave-way",
    "gave way",
    "A token of a text that a person gave, but the model is surer of another by more than the margin: the sampler decides.",
  ],
  [
    "edited",
    "tdp-is-edited",
    "changed by hand",
    "A person changed this cell just before this step; from here on it is like any other.",
  ],
  ["moved", "tdp-is-moved", "moved", "What steers this run moved this cell's probabilities by 0.69 nats or more."],
];

export class Legend {
  swatches = SWATCHES.map((style) => element("i", { class: `tdp-swatch ${style}`, "aria-hidden": "true" }));
  names = SWATCHES.map(() => element("span"));
  states: HTMLButtonElement[];
  padding: HTMLSpanElement;
  filler: HTMLSpanElement;
  board: HTMLSpanElement[];
  hand: HTMLSpanElement[];
  /** Where only cells that differ are coloured. */
  alike: HTMLSpanElement;

  /**
   * @param root will be filled
   * @param filter makes only this status stand out; null for all
   */
  constructor(
    root: HTMLElement,
    public filter: (status: number | null) => void,
  ) {
    this.states = SWATCHES.map((_, code) => {
      const button = element("button.tdp-state", { "aria-pressed": "false" }, this.swatches[code], this.names[code]);
      button.onclick = () => this.set(button.getAttribute("aria-pressed") === "true" ? null : code);
      return button;
    });
    this.padding = element(
      "span.tdp-state.tdp-padding",
      { title: WORDS.padding.line },
      element("span", { "aria-hidden": "true" }, EMPTY.padding),
      WORDS.end.plain,
    );
    this.filler = element(
      "span.tdp-state",
      { title: WORDS.filler.line, hidden: "" },
      element("span", { "aria-hidden": "true" }, EMPTY.filler),
      WORDS.filler.plain,
    );
    this.board = BOARD.map(([style, name, meaning]) => entry(style, name, meaning));
    this.hand = HAND.map(([, style, name, meaning]) => entry(style, name, meaning));
    this.alike = entry(
      "tdp-is-alike",
      "the same in each",
      "Every run has this token here; only cells that differ are coloured.",
    );
    root.replaceChildren(...this.states, ...this.hand, ...this.board, this.filler, this.padding, this.alike);
  }

  /** @param recording at every step, because a run may get its first filler at any */
  paint({ filled }: Recording) {
    this.filler.hidden = !filled;
  }

  /** @param status the only one to stand out; null for all */
  set(status: number | null) {
    this.states.forEach((button, code) => button.setAttribute("aria-pressed", String(code === status)));
    this.filter(status);
  }

  show({ header }: Recording, theme: Theme, figure: Figure, { terms }: { terms: Mode }) {
    const board = boardOf(header) !== null;
    for (const entry of this.board) entry.hidden = !board;
    const hands = handsOf(header.spec);
    HAND.forEach(([hand], at) => (this.hand[at].hidden = !hands.has(hand)));
    this.padding.hidden = board; // it stands apart there, and the line is full
    wayOf(header).statuses.forEach((key, code) => {
      setText(this.names[code], words(terms)[key]);
      this.states[code].title = `${hint(key, terms)} Press to let only these stand out.`;
    });
    const colours = figure === "status" ? paletteOf(figure, theme, false) : null;
    this.swatches.forEach((swatch, code) => (swatch.style.background = colours?.[code].fill ?? ""));
  }
}

/** @param style of its swatch */
function entry(style: string, name: string, meaning: string) {
  const swatch = element("i", { class: `tdp-swatch ${style}`, "aria-hidden": "true" });
  return element("span.tdp-state", { title: meaning, hidden: "" }, swatch, name);
}
