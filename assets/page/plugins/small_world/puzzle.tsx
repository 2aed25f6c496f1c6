/** Entering a Sudoku: the board that the button beside a prompt opens. */

import { batch, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { boxOf } from "../../rules/sudoku.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Pill } from "../../ui/pill.tsx";
import { Switch } from "../../ui/switch.tsx";
import { DIFFICULTIES, judge, promptOf, readPuzzle, typed } from "./puzzle-entry.ts";
import type { Puzzle, Size } from "../../rules/sudoku.ts";

const SIZES = { 4: "4×4", 6: "6×6", 9: "9×9" };

interface Props {
  /** That of the prompt; another object opens the board with it. */
  opened: Puzzle;
  /** Asks the server for a puzzle, such as "9 30". */
  draw: (request: string) => Promise<{ puzzle?: string; refused?: string } | undefined>;
  use: (prompt: string) => void;
}

export function PuzzleDialog({ opened, draw, use }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const board = useRef<HTMLDivElement>(null);
  const puzzle = useSignal(opened);
  /** Stands in place of what the board is like; "" for nothing. */
  const complaint = useSignal("");
  /** What was last entered at each size. */
  const entered = useRef(new Map<Size, Puzzle>()).current;
  const { size, clues } = puzzle.value;
  const { cells, sentence, usable } = judge(puzzle.value);

  const cellAt = (cell: number) => board.current?.children[cell] as HTMLInputElement | undefined;
  const show = (next: Puzzle | null, refused = "") =>
    batch(() => {
      puzzle.value = { ...(next ?? puzzle.value) }; // another object: what was typed in vain goes
      complaint.value = next ? "" : refused;
    });
  const turn = (to: Size) => {
    const { value: before } = puzzle;
    if (to === before.size) return;
    entered.set(before.size, before);
    show(entered.get(to) ?? empty(to));
  };
  const ask = async (request: string) => {
    const { value: before } = puzzle;
    const answer = await draw(request).catch(() => undefined);
    if (puzzle.value !== before) return; // the reader has gone on
    show(readPuzzle(answer?.puzzle ?? ""), answer?.refused ?? "The server does not answer, so no puzzle was drawn.");
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    show(
      readPuzzle(event.clipboardData?.getData("text") ?? ""),
      "What was pasted is no puzzle: it takes 16, 36 or 81 digits, with 0 or a point for each gap.",
    );
  };
  /** A keyboard on the screen sends nothing else. */
  const enter = (cell: number, { data }: InputEvent) => {
    const digit = data === null ? 0 : typed(data.slice(-1), size);
    show(
      digit === null ? null : { size, clues: puzzle.value.clues.with(cell, digit) },
      `A cell holds one of the digits 1 to ${size}.`,
    );
    if (digit !== null && data !== null) cellAt(cell + 1)?.focus();
  };
  const move = (cell: number, event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -size, ArrowDown: size }[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    cellAt(cell + by)?.focus();
  };

  useLayoutEffect(() => {
    show(opened);
    dialog.current?.showModal();
    cellAt(0)?.focus();
  }, [opened]);

  const box = boxOf(size);
  const close = () => dialog.current?.close();
  return (
    <Dialog class="tdp-puzzle-dialog" name="Edit puzzle" ref={dialog} onPaste={paste}>
      <p class="tdp-puzzle-row">
        <strong>Puzzle</strong>
        <Switch name="Size" options={SIZES} chosen={`${size}`} choose={(size) => turn(Number(size) as Size)} />
        <Pill hint="Empty the board" onClick={() => show(empty(size))}>
          Clear
        </Pill>
      </p>
      <div class="tdp-puzzle" role="group" aria-label="Puzzle" ref={board} style={{ "--size": size }}>
        {clues.map((digit, cell) => {
          const [row, column] = [Math.floor(cell / size) + 1, (cell % size) + 1];
          const right = column % box.columns === 0 && column < size;
          const below = row % box.rows === 0 && row < size;
          return (
            <input
              class={`${right ? "tdp-box-right" : ""} ${below ? "tdp-box-below" : ""}`}
              inputMode="numeric"
              autocomplete="off"
              aria-label={`row ${row}, column ${column}`}
              aria-invalid={cells.has(cell)}
              value={digit || ""}
              onFocus={({ currentTarget }) => currentTarget.select()}
              onInput={(event) => enter(cell, event as InputEvent)}
              onKeyDown={(event) => move(cell, event)}
            />
          );
        })}
      </div>
      <p class={`tdp-puzzle-verdict${cells.size > 0 || complaint.value ? " tdp-wrong" : ""}`} role="status">
        {complaint.value || sentence}
      </p>
      <p class="tdp-puzzle-row">
        Draw a puzzle
        <span class="tdp-draw" role="group" aria-label="Draw a puzzle">
          {DIFFICULTIES[size].map(([name, clues]) => (
            <Pill hint={`A puzzle with ${clues} clues and one solution`} onClick={() => ask(`${size} ${clues}`)}>
              {name}
            </Pill>
          ))}
        </span>
      </p>
      <p class="tdp-puzzle-hint">Type digits; arrow keys move, 0 or space clears. You can also paste a whole puzzle.</p>
      <p class="tdp-puzzle-row tdp-puzzle-end">
        <Pill hint="Leave the prompt as it is (Esc)" onClick={close}>
          Cancel
        </Pill>
        <button
          type="button"
          class="tdp-use-puzzle"
          disabled={!usable}
          onClick={() => {
            use(promptOf(puzzle.value));
            close();
          }}
        >
          Use this puzzle
        </button>
      </p>
    </Dialog>
  );
}

const empty = (size: Size): Puzzle => ({ size, clues: Array(size * size).fill(0) });
