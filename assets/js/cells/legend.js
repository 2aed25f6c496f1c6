/** The legend, always in sight: what becomes of a position. Pressing a status lets only its cells stand out. */

import { element, setText } from "../dom/elements.js";
import { boardOf } from "../rules/board.js";
import { handsOf } from "../rules/hand.js";
import { wayOf } from "../rules/ways.js";
import { hint, words, WORDS } from "../words/terms.js";
import { EMPTY } from "./glyphs.js";
import { paletteOf } from "./shading.js";

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

/** What a person's hand is to cells. @type {[import("../rules/hand.js").Hand, style: string, name: string, meaning: string][]} */
const HAND = [
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
];

export class Legend {
  /**
   * @param {HTMLElement} root will be filled
   * @param {(status: number | null) => void} filter makes only this status stand out; null for all
   */
  constructor(root, filter) {
    this.filter = filter;
    this.swatches = SWATCHES.map((style) => element("i", { class: `tdp-swatch ${style}`, "aria-hidden": "true" }));
    this.names = SWATCHES.map(() => element("span"));
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
    /** Where only cells that differ are coloured. */
    this.alike = entry(
      "tdp-is-alike",
      "the same in each",
      "Every run has this token here; only cells that differ are coloured.",
    );
    root.replaceChildren(...this.states, ...this.hand, ...this.board, this.filler, this.padding, this.alike);
  }

  /** @param {import("../run/recording.js").Recording} recording at every step, because a run may get its first filler at any */
  paint({ filled }) {
    this.filler.hidden = !filled;
  }

  /** @param {number | null} status the only one to stand out; null for all */
  set(status) {
    this.states.forEach((button, code) => button.setAttribute("aria-pressed", String(code === status)));
    this.filter(status);
  }

  /**
   * @param {import("../run/recording.js").Recording} recording
   * @param {import("./colour.js").Theme} theme
   * @param {import("./shading.js").Figure} figure
   * @param {{ terms: import("../words/terms.js").Mode }} taste
   */
  show({ header }, theme, figure, { terms }) {
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

/** @param {string} style of its swatch @param {string} name @param {string} meaning */
function entry(style, name, meaning) {
  const swatch = element("i", { class: `tdp-swatch ${style}`, "aria-hidden": "true" });
  return element("span.tdp-state", { title: meaning, hidden: "" }, swatch, name);
}
