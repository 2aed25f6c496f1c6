/**
 * Where the cells of one block are when they read as text: one after another, with the line breaks of the text.
 *
 * Every step of the block has the same places, so that nothing jumps. They come from its *last* argmax canvas, but no
 * box is narrower than an ordinary word: noise stands in it first, then words that were only drawn, and these have to
 * be read too. As wide as its own last word, the box of a full stop would show one letter of them. So boxes have one
 * standard width, of which a line holds a whole number, and a last word that needs more has more. A longer word that
 * only passes through gets smaller and closer letters. A block that still runs has no last canvas yet: it stands in
 * equal cells and takes the shape of its text once, when it ends. A guess from the steps so far would move every word
 * after a changed one, again and again; the page shows the draft as running text beside it.
 */

import { boardOf } from "../rules/board.ts";
import { content } from "../run/metrics.ts";
import { cellText, EMPTY, flowText } from "../words/glyphs.ts";
import { boardLayout } from "./board.ts";
import { wordGrid } from "./columns.ts";
import { LEAST_FONT, LOWEST } from "./layout.ts";
import type { Recording } from "../run/recording.ts";
import type { BoardLayout } from "./board.ts";
import type { Grid, Layout, Room } from "./layout.ts";

export const FLOW_FONT = 15;
/** In a cell of the grid, between a word and the edges, in pixels; with the least size of letters. */
const BESIDE = 4;
/** Of a text, in pixels. */
interface Setting {
  /** Of its letters. */
  font: number;
  line: number;
  /** The standard width, and more where a line holds no whole number of them. */
  least: number;
  /** Between the text of a token and the left edge of its box. */
  pad: number;
  /** Has what follows it places too? */
  tail: boolean;
}
/**
 * Nine of ten words of the embedded model fit into the least width in letters of 12 pixels, the others a little closer.
 */
const USUAL: Setting = { font: FLOW_FONT, line: 30, least: 54, pad: 4, tail: true };
/** Where a canvas is low, one of several: the first that fits. Words of seven letters can be read in the narrowest. */
const CLOSE: Setting[] = [
  { ...USUAL, tail: false },
  { font: 13, line: 22, least: 54, pad: 3, tail: false },
  ...[54, 46, 40, 34].map((least) => ({ font: LEAST_FONT, line: 17, least, pad: 2, tail: false })),
];
const GAP = 2;
/** A text higher than this loses its line breaks: otherwise one of only newlines would outgrow any canvas. */
const HIGHEST = 4096;

/** A token of only newlines breaks the line once for each of them, up to this many times. */
const MOST_BREAKS = 3;

/**
 * @param tokens of the text, in order
 * @param positions that need a place; those after the tokens are the tail
 * @param width available
 * @param measure returns the width of a text in the usual letters
 */
export function flowOf(
  tokens: string[],
  positions: number,
  width: number,
  measure: (text: string) => number,
  setting: Setting = USUAL,
  mostBreaks: number = MOST_BREAKS,
): Layout {
  const { font, line, least, pad, tail } = setting;
  let [x, y] = [0, 0];
  const usual = standardWidth(width, least);
  const breakLine = (lines = 1) => ([x, y] = [0, y + lines * line]);
  const wideOf = (text: string) => Math.ceil((measure(flowText(text)) * font) / FLOW_FONT) + 2 * pad;
  const boxes = Array.from({ length: positions }, (_, position) => {
    const text = tokens[position];
    if (text === undefined && !tail) return { x, y, width: 0, height: 0 };
    const taken = Math.min(text === undefined ? usual : Math.max(wideOf(text), usual), width);
    if (x > 0 && (x + taken > width || position === tokens.length)) breakLine();
    const box = { x, y, width: taken, height: line - GAP };
    x += taken + GAP / 2;
    const breaks = Math.min(text?.match(/\n/g)?.length ?? 0, mostBreaks);
    if (breaks > 0) breakLine(breaks);
    return box;
  });
  const height = Math.max(...boxes.map((box) => box.y)) + line;
  if (height > HIGHEST && mostBreaks > 0) return flowOf(tokens, positions, width, measure, setting, 0);
  return { width, height, font, pad, boxes, flows: true, close: !tail };
}

/** @param width of a line @returns of a box, in whole pixels: a line holds as many as it can */
function standardWidth(width: number, least: number): number {
  const many = Math.max(Math.floor((width + GAP / 2) / (least + GAP / 2)), 1);
  return Math.floor((width + GAP / 2) / many) - GAP / 2;
}

/** The layouts of a run's blocks. */
export class Places {
  available: number;
  grid: Grid;
  /** Takes the place of the grid in the first block of a run that solves a Sudoku. */
  board: BoardLayout | null;
  /** Would cells be so low that a text says more? */
  close: boolean;
  /** Where a block stands that has no text yet; low cells would only show colours. */
  cells: Layout;
  /** Block -> its layout, for blocks that have ended. */
  flows: Map<number, Layout> = new Map();

  /**
   * @param room available; a text takes the height that it needs
   * @param measure returns the width of a text in the font of the flow
   */
  constructor(
    public recording: Recording,
    public shape: "grid" | "text",
    public room: Room,
    public measure: (text: string) => number,
  ) {
    this.available = room.width;
    const { canvas_length: positions } = recording.header;
    this.grid = wordGrid(positions, room, this.#needs());
    const board = boardOf(recording.header);
    this.board = board && boardLayout(board, positions, room);
    this.close = shape === "grid" && room.low === true && this.board === null && this.grid.cellHeight < LOWEST;
    this.cells = this.close ? this.#flowOf([]) : this.grid;
    if (this.#reads) for (const step of recording.blockEnds) this.#flow(step);
  }

  /** @returns how wide a cell each position needs for the words that were kept there, in the least letters */
  #needs(): number[] {
    const { recording, measure } = this;
    const wide: Map<number, number> = new Map();
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
    const { board, cells, recording } = this;
    const alone = (recording.frames.at(-1)?.block ?? 1) === 1;
    return board === null ? cells.height : alone ? board.height : Math.max(board.height, cells.height);
  }

  /** @returns where its cells stand before it has a text */
  before(block: number): Layout {
    return block === 1 ? (this.board ?? this.cells) : this.cells;
  }

  /** @returns of this step's block */
  at(step: number): Layout {
    const { frames } = this.recording;
    const { block } = frames[step];
    const cells = this.before(block);
    if (!this.#reads) return cells;
    const end = this.flows.has(block)
      ? -1
      : frames.findIndex((frame) => frame.block === block && frame.stopReason !== "");
    if (end !== -1) this.#flow(end);
    return this.flows.get(block) ?? cells;
  }

  /** @param step the last one of its block */
  #flow(step: number) {
    const { recording } = this;
    const { argmax_ids, block } = recording.frames[step];
    const end = content(recording, step).lastIndexOf(1) + 1;
    const tokens = Array.from(argmax_ids.subarray(0, end), (id) => {
      const empty = recording.emptiness(id);
      return empty === "" ? (recording.tokens.get(id) ?? "") : EMPTY[empty];
    });
    this.flows.set(block, this.#flowOf(tokens));
  }

  /**
   * @param tokens of a text; none where it is not known yet
   * @returns in the first setting that the room has height for
   */
  #flowOf(tokens: string[]): Layout {
    const settings = !this.close ? [USUAL] : tokens.length > 0 ? CLOSE : CLOSE.map((each) => ({ ...each, tail: true }));
    const layouts = settings.map((setting) =>
      flowOf(tokens, this.recording.header.canvas_length, this.available, this.measure, setting),
    );
    return layouts.find(({ height }) => height <= this.room.height) ?? layouts[layouts.length - 1];
  }
}
