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
import { LEAST_FONT } from "./layout.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("../run/recording.js").Recording} Recording */

export const FLOW_FONT = 15;
/** In a cell of the grid, between a word and the edges, in pixels; with the least size of letters. */
const BESIDE = 4;
/** The space between the text of a token and the edges of its box. */
export const PAD = 4;
const LINE = 30;
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
 * @param {(text: string) => number} measure returns the width of a text
 * @returns {Layout}
 */
export function flowOf(tokens, positions, width, measure) {
  const flow = place(tokens, positions, width, measure, MOST_BREAKS);
  return flow.height <= HIGHEST ? flow : place(tokens, positions, width, measure, 0);
}

/**
 * @param {string[]} tokens
 * @param {number} positions
 * @param {number} width
 * @param {(text: string) => number} measure
 * @param {number} mostBreaks
 * @returns {Layout}
 */
function place(tokens, positions, width, measure, mostBreaks) {
  let [x, y] = [0, 0];
  const breakLine = (lines = 1) => ([x, y] = [0, y + lines * LINE]);
  const boxes = Array.from({ length: positions }, (_, position) => {
    const text = tokens[position];
    const wide = text === undefined ? TAIL_WIDTH : Math.max(Math.ceil(measure(flowText(text))) + 2 * PAD, NARROWEST);
    const taken = Math.min(wide, width);
    if (x > 0 && (x + taken > width || position === tokens.length)) breakLine();
    const box = { x, y, width: taken, height: LINE - GAP };
    x += taken + GAP / 2;
    const breaks = Math.min(text?.match(/\n/g)?.length ?? 0, mostBreaks);
    if (breaks > 0) breakLine(breaks);
    return box;
  });
  const height = Math.max(...boxes.map((box) => box.y)) + LINE;
  return { width, height, font: FLOW_FONT, boxes, flows: true };
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
    this.available = room.width;
    const { canvas_length: positions } = recording.header;
    this.grid = wordGrid(positions, room, this.#needs());
    const board = boardOf(recording.header);
    /** Takes the place of the grid in the first block of a run that solves a Sudoku. */
    this.board = board && boardLayout(board, positions, room);
    /** Block -> its layout, for blocks that have ended. @type {Map<number, Layout>} */
    this.flows = new Map();
    if (shape === "text") for (const step of recording.blockEnds) this.#flow(step);
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

  get width() {
    return this.shape === "text" ? this.available : Math.max(this.grid.width, this.board?.width ?? 0);
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
    if (this.shape === "grid") return cells;
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
    this.flows.set(block, flowOf(tokens, argmax_ids.length, this.available, this.measure));
  }
}
