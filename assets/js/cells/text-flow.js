/**
 * Where the cells of one block are when they read as text: one after another, as wide as their tokens, with the line
 * breaks of the text.
 *
 * Every step of the block uses the places of its *last* argmax canvas. Noise has other widths than the words that it
 * turns into, so a new layout at each step would make the text jump under the reader's eyes. A token that is too wide
 * for its place gets smaller and is then cut off. A block that still runs has no last canvas yet: it stays in the equal
 * cells of the grid and takes the shape of its text once, when it ends. A guess from the steps so far would move every
 * word after a changed one, again and again; the page shows the draft as running text beside it.
 */

import { boardOf } from "../rules/board.js";
import { content } from "../run/metrics.js";
import { boardLayout } from "./board.js";
import { wordGrid } from "./columns.js";
import { cellText, EMPTY, flowText } from "./glyphs.js";
import { LEAST_FONT, LOWEST } from "./layout.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("../run/recording.js").Recording} Recording */

export const FLOW_FONT = 15;
/** In a cell of the grid, between a word and the edges, in pixels; with the least size of letters. */
const BESIDE = 4;
/** The space between the text of a token and the edges of its box. */
export const PAD = 4;
/** @typedef {{ font: number, line: number, tail: boolean }} Setting of a text: its letters and lines in pixels, and whether what follows it has places too */
/** @type {Setting} */
const USUAL = { font: FLOW_FONT, line: 30, tail: true };
/** Where a canvas is low, one of several: the first that fits. @type {Setting[]} */
const CLOSE = [
  { ...USUAL, tail: false },
  { font: 13, line: 22, tail: false },
  { font: 12, line: 17, tail: false },
];
const GAP = 2;
const NARROWEST = 18;
/** End-of-text and padding come below the text, in cells of this width. */
const TAIL_WIDTH = 20;
/** A text higher than this loses its line breaks: otherwise one of only newlines would outgrow any canvas. */
const HIGHEST = 4096;

/** A token of only newlines breaks the line once for each of them, up to this many times. */
const MOST_BREAKS = 3;

/**
 * @param {string[]} tokens of the text, in order
 * @param {number} positions that need a place; those after the tokens are the tail
 * @param {number} width available
 * @param {(text: string) => number} measure returns the width of a text in the usual letters
 * @param {Setting} [setting]
 * @returns {Layout}
 */
export function flowOf(tokens, positions, width, measure, setting = USUAL) {
  const flow = place(tokens, positions, width, measure, setting, MOST_BREAKS);
  return flow.height <= HIGHEST ? flow : place(tokens, positions, width, measure, setting, 0);
}

/**
 * @param {string[]} tokens
 * @param {number} positions
 * @param {number} width
 * @param {(text: string) => number} measure
 * @param {Setting} setting
 * @param {number} mostBreaks
 * @returns {Layout}
 */
function place(tokens, positions, width, measure, { font, line, tail }, mostBreaks) {
  let [x, y] = [0, 0];
  const breakLine = (lines = 1) => ([x, y] = [0, y + lines * line]);
  const wideOf = (/** @type {string} */ text) => Math.ceil((measure(flowText(text)) * font) / FLOW_FONT) + 2 * PAD;
  const boxes = Array.from({ length: positions }, (_, position) => {
    const text = tokens[position];
    if (text === undefined && !tail) return { x, y, width: 0, height: 0 };
    const wide = text === undefined ? TAIL_WIDTH : Math.max(wideOf(text), (NARROWEST * font) / FLOW_FONT);
    const taken = Math.min(wide, width);
    if (x > 0 && (x + taken > width || position === tokens.length)) breakLine();
    const box = { x, y, width: taken, height: line - GAP };
    x += taken + GAP / 2;
    const breaks = Math.min(text?.match(/\n/g)?.length ?? 0, mostBreaks);
    if (breaks > 0) breakLine(breaks);
    return box;
  });
  const height = Math.max(...boxes.map((box) => box.y)) + line;
  return { width, height, font, boxes, flows: true, close: !tail };
}

/** The layouts of a run's blocks. */
export class Places {
  /**
   * @param {Recording} recording
   * @param {"grid" | "text"} shape
   * @param {import("./layout.js").Room} room available; a text takes the height that it needs
   * @param {(text: string) => number} measure returns the width of a text in the font of the flow
   */
  constructor(recording, shape, room, measure) {
    this.recording = recording;
    this.shape = shape;
    this.measure = measure;
    this.room = room;
    this.available = room.width;
    const { canvas_length: positions } = recording.header;
    this.grid = wordGrid(positions, room, this.#needs());
    const board = boardOf(recording.header);
    /** Takes the place of the grid in the first block of a run that solves a Sudoku. */
    this.board = board && boardLayout(board, positions, room);
    /** Would cells be so low that a text says more? */
    this.close = shape === "grid" && room.low === true && this.board === null && this.grid.cellHeight < LOWEST;
    /** Block -> its layout, for blocks that have ended. @type {Map<number, Layout>} */
    this.flows = new Map();
    if (this.#reads) for (const step of recording.blockEnds) this.#flow(step);
  }

  /** @returns {number[]} how wide a cell each position needs for the words that were kept there, in the least letters */
  #needs() {
    const { recording, measure } = this;
    /** @type {Map<number, number>} */
    const wide = new Map();
    const needs = new Array(recording.header.canvas_length).fill(0);
    for (const { sampled_ids: ids, accepted } of recording.live ? [] : recording.frames) {
      for (let position = 0; position < ids.length; position += 1) {
        const id = ids[position];
        if (accepted[position] === 0 || recording.emptiness(id) !== "") continue;
        if (!wide.has(id))
          wide.set(id, (measure(cellText(recording.tokens.get(id) ?? "")) * LEAST_FONT) / FLOW_FONT + BESIDE);
        needs[position] = Math.max(needs[position], wide.get(id) ?? 0);
      }
    }
    return needs;
  }

  /** Does it read as text? */
  get #reads() {
    return this.shape === "text" || this.close;
  }

  get width() {
    return this.#reads ? this.available : Math.max(this.grid.width, this.board?.width ?? 0);
  }

  /** The height of the tallest block, so that nothing below moves from one block to the next. */
  get height() {
    const heights = Array.from(this.flows.values(), ({ height }) => height);
    const running = this.recording.live || heights.length === 0;
    return Math.max(...heights, running ? this.#cellsHeight : 0);
  }

  get #cellsHeight() {
    const { board, grid, recording } = this;
    const alone = (recording.frames.at(-1)?.block ?? 1) === 1;
    return board === null ? grid.height : alone ? board.height : Math.max(board.height, grid.height);
  }

  /** @param {number} step @returns {Layout} of this step's block */
  at(step) {
    const { frames } = this.recording;
    const { block } = frames[step];
    const cells = block === 1 ? (this.board ?? this.grid) : this.grid;
    if (!this.#reads) return cells;
    const end = this.flows.has(block)
      ? -1
      : frames.findIndex((frame) => frame.block === block && frame.stopReason !== "");
    if (end !== -1) this.#flow(end);
    return this.flows.get(block) ?? cells;
  }

  /** @param {number} step the last one of its block */
  #flow(step) {
    const { recording } = this;
    const { argmax_ids, block } = recording.frames[step];
    const end = content(recording, step).lastIndexOf(1) + 1;
    const tokens = Array.from(argmax_ids.subarray(0, end), (id) => {
      const empty = recording.emptiness(id);
      return empty === "" ? (recording.tokens.get(id) ?? "") : EMPTY[empty];
    });
    const flow = (/** @type {Setting} */ setting) =>
      flowOf(tokens, argmax_ids.length, this.available, this.measure, setting);
    const layouts = this.close ? CLOSE.map(flow) : [flow(USUAL)];
    this.flows.set(block, layouts.find(({ height }) => height <= this.room.height) ?? layouts[layouts.length - 1]);
  }
}
