/** Entering a Sudoku: a button beside a prompt that holds one, and the board that it opens, built when it is first wanted. */

import { button, element, dialogIn, setText, switchOf, turnSwitch } from "../../dom/elements.ts";
import { boxOf, puzzleOf } from "../../rules/sudoku.ts";
import { DIFFICULTIES, judge, promptOf, readPuzzle, typed } from "./puzzle-entry.ts";
import type { Puzzle, Size } from "../../rules/sudoku.ts";

/** Asks the server for a puzzle, such as "9 30". */
type Draw = (request: string) => Promise<{ puzzle?: string; refused?: string } | undefined>;

export class PuzzleButton {
  root = element("button.tdp-pill.tdp-edit-puzzle", { "aria-haspopup": "dialog", hidden: "" }, "Edit puzzle");
  dialog: PuzzleDialog | null = null;

  constructor(prompt: HTMLTextAreaElement, draw: Draw) {
    this.root.onclick = () => {
      const puzzle = puzzleOf(prompt.value);
      if (puzzle === null) return;
      this.dialog ??= new PuzzleDialog(
        (this.root.closest("#playground") ?? document.body) as HTMLElement,
        draw,
        (text) => {
          prompt.value = text;
          prompt.dispatchEvent(new Event("input"));
        },
      );
      this.dialog.open(puzzle);
    };
  }

  /** @param prompt that is in the field now */
  update(prompt: string) {
    this.root.hidden = puzzleOf(prompt) === null;
  }
}

class PuzzleDialog {
  puzzle: Puzzle = { size: 9, clues: [] };
  /** What was last entered at each size. */
  entered: Map<Size, Puzzle> = new Map();
  cells: HTMLInputElement[] = [];
  sizes: HTMLElement;
  board = element("div.tdp-puzzle", { role: "group", "aria-label": "Puzzle" });
  drawn = element("span.tdp-draw", { role: "group", "aria-label": "Draw a puzzle" });
  verdict = element("p.tdp-puzzle-verdict", { role: "status" });
  use = element("button.tdp-use-puzzle", "Use this puzzle");
  root: HTMLDialogElement;

  constructor(
    place: HTMLElement,
    public draw: Draw,
    use: (prompt: string) => void,
  ) {
    this.sizes = switchOf("Size", { 4: "4×4", 6: "6×6", 9: "9×9" }, (size) => this.#turn(Number(size) as Size));
    const clear = button("Clear", "Empty the board");
    const cancel = button("Cancel", "Leave the prompt as it is (Esc)");
    for (const made of [clear, cancel]) made.classList.add("tdp-pill");
    const hint = element(
      "p.tdp-puzzle-hint",
      "Type digits; arrow keys move, 0 or space clears. You can also paste a whole puzzle.",
    );
    this.root = dialogIn(
      place,
      ".tdp-puzzle-dialog",
      "Edit puzzle",
      cancel,
      element("p.tdp-puzzle-row", element("strong", "Puzzle"), this.sizes, clear),
      this.board,
      this.verdict,
      element("p.tdp-puzzle-row", "Draw a puzzle", this.drawn),
      hint,
      element("p.tdp-puzzle-row.tdp-puzzle-end", cancel, this.use),
    );
    clear.onclick = () => this.#show(empty(this.puzzle.size));
    this.use.onclick = () => {
      use(promptOf(this.puzzle));
      this.root.close();
    };
    this.root.onpaste = (event) => this.#paste(event);
    this.board.oninput = (event) => this.#input(event as InputEvent);
    this.board.onkeydown = (event) => this.#key(event);
  }

  open(puzzle: Puzzle) {
    this.#show(puzzle);
    this.root.showModal();
    this.cells[0].focus();
  }

  /** @param size of the board from now on */
  #turn(size: Size) {
    if (size === this.puzzle.size) return;
    this.entered.set(this.puzzle.size, this.puzzle);
    this.#show(this.entered.get(size) ?? empty(size));
  }

  #show({ size, clues }: Puzzle) {
    if (size !== this.puzzle.size || this.cells.length === 0) this.#build(size);
    this.puzzle = { size, clues: [...clues] };
    this.#paint();
  }

  #build(size: Size) {
    const box = boxOf(size);
    this.board.style.setProperty("--size", String(size));
    this.cells = Array.from({ length: size * size }, (_, cell) => {
      const [row, column] = [Math.floor(cell / size), cell % size];
      const input = element("input", {
        inputmode: "numeric",
        autocomplete: "off",
        "aria-label": `row ${row + 1}, column ${column + 1}`,
      });
      input.classList.toggle("tdp-box-right", (column + 1) % box.columns === 0 && column + 1 < size);
      input.classList.toggle("tdp-box-below", (row + 1) % box.rows === 0 && row + 1 < size);
      input.onfocus = () => input.select();
      return input;
    });
    this.board.replaceChildren(...this.cells);
    this.drawn.replaceChildren(
      ...DIFFICULTIES[size].map(([name, clues]) => {
        const made = button(name, `A puzzle with ${clues} clues and one solution`);
        made.classList.add("tdp-pill");
        made.onclick = () => this.#draw(`${size} ${clues}`);
        return made;
      }),
    );
    turnSwitch(this.sizes, String(size));
  }

  /** @param sentence to say instead of what the board is like */
  #paint(sentence?: string) {
    const { cells, sentence: verdict, usable } = judge(this.puzzle);
    this.cells.forEach((input, cell) => {
      input.value = String(this.puzzle.clues[cell] || "");
      input.setAttribute("aria-invalid", String(cells.has(cell)));
    });
    this.use.disabled = !usable;
    this.verdict.classList.toggle("tdp-wrong", cells.size > 0 || sentence !== undefined);
    setText(this.verdict, sentence ?? verdict);
  }

  async #draw(request: string) {
    const { puzzle: before } = this;
    const answer = await this.draw(request).catch(() => undefined);
    if (this.puzzle !== before) return; // the reader has gone on
    const puzzle = readPuzzle(answer?.puzzle ?? "");
    if (puzzle) this.#show(puzzle);
    else this.#paint(answer?.refused ?? "The server does not answer, so no puzzle was drawn.");
  }

  #paste(event: ClipboardEvent) {
    const text = event.clipboardData?.getData("text") ?? "";
    event.preventDefault();
    const puzzle = readPuzzle(text);
    if (puzzle) this.#show(puzzle);
    else this.#paint("What was pasted is no puzzle: it takes 16, 36 or 81 digits, with 0 or a point for each gap.");
  }

  /** @param event a keyboard on the screen sends nothing else */
  #input({ target, data }: InputEvent) {
    const cell = this.cells.indexOf(target as HTMLInputElement);
    const digit = data === null ? 0 : typed(data.slice(-1), this.puzzle.size);
    if (digit !== null) this.puzzle.clues[cell] = digit;
    this.#paint(digit === null ? `A cell holds one of the digits 1 to ${this.puzzle.size}.` : undefined);
    if (digit !== null && data !== null) this.cells[cell + 1]?.focus();
  }

  #key(event: KeyboardEvent) {
    const { size } = this.puzzle;
    const cell = this.cells.indexOf(event.target as HTMLInputElement);
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -size, ArrowDown: size }[event.key];
    if (cell === -1 || by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.cells[cell + by]?.focus();
  }
}

const empty = (size: Size): Puzzle => ({ size, clues: Array(size * size).fill(0) });
