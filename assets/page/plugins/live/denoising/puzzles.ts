/** The Sudokus that a visitor asks for, drawn by Python; `workshop/makers/puzzles.py` writes them. */

/** The file `puzzles.json`. */
export interface Puzzles {
  /** Why a request is none. */
  refused: string;
  /** By size: the fewest clues, which each of the puzzles has, and the most. In the place of a gap stands a letter: a is 1. */
  sizes: Record<string, { clues: [fewest: number, most: number]; puzzles: string[] }>;
}

export class PuzzleList {
  /** By size: those that nobody has seen yet. */
  #left: Record<string, string[]> = {};

  constructor(public puzzles: Puzzles) {}

  /**
   * @param request a size and a number of clues, such as "9 30"
   * @returns rows of digits and points with one solution, which training has not seen; or a sentence
   */
  draw(request: string): { puzzle: string } | { refused: string } {
    const { refused, sizes } = this.puzzles;
    const [, size, count] = /^([469]) ([0-9]{1,2})$/.exec(request) ?? [];
    const [fewest, most] = size ? sizes[size].clues : [0, 0];
    const [width, clues] = [Number(size), Number(count)];
    if (!(fewest <= clues && clues <= most)) return { refused };
    if (!this.#left[size]?.length) this.#left[size] = shuffled(sizes[size].puzzles);
    const cells = [...(this.#left[size].pop() as string)];
    const gaps = shuffled([...cells.keys()].filter((at) => cells[at] >= "a"));
    gaps.forEach((at, place) => {
      cells[at] = place < clues - fewest ? String(cells[at].charCodeAt(0) - 96) : ".";
    });
    const rows = Array.from({ length: width }, (_, row) => cells.slice(row * width, (row + 1) * width));
    return { puzzle: rows.map((row) => row.join("")).join("\n") };
  }
}

/** @returns in any order */
const shuffled = <T>(items: T[]): T[] =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
