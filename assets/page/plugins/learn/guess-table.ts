/** The reader's guesses and games as a table, to hand in. */

import type { Column } from "../../dom/csv.ts";
import type { Game, Guess } from "./guess-words.ts";
import type { Entry } from "./pages.ts";

/**
 * @param name of the reader, as they typed it
 * @returns a row for each guess, and for each canvas of a game
 */
export function guessColumns(name: string, list: Entry[], guesses: Guess[], games: Game[]): Column[] {
  const titles = new Map(list.map(({ name, title }) => [name, title]));
  const rows = [
    ...guesses.map(({ when, lesson, version, part, ask, guess, answer, unit, at, common, share, near }) => ({
      ...{ when, lesson, title: titles.get(lesson), version, part, question: ask, guess, answer, unit, at },
      gap: typeof guess === "number" && typeof answer === "number" ? guess - answer : undefined,
      ...{ common, share, near },
    })),
    ...games.flatMap(({ when, game, rule, shares }) =>
      shares.map((share, canvas) => ({
        ...{ when, lesson: "game", title: rule, version: game, part: canvas + 1, share },
      })),
    ),
  ].map((row) => ({ name, ...row }) as Record<string, any>);
  return COLUMNS.map((column) => ({ name: column, values: rows.map((row) => row[column]) }));
}

const COLUMNS = [
  "name",
  "when",
  "lesson",
  "title",
  "version",
  "part",
  "question",
  "guess",
  "answer",
  "unit",
  "at",
  "gap",
  "common",
  "share",
  "near",
];
