/** The path of the lessons: level by level, what each stop asks, what the reader guessed there, and where to go on. */

import { gameFigures, stopWords } from "./guess-words.ts";
import type { Game, Guess } from "./guess-words.ts";
import type { Entry } from "./pages.ts";

export interface Progress {
  guesses: Guess[];
  games: Game[];
  /** Numbers of the lessons that were read to their end. */
  read: number[];
  /** The one that was open last; 0 for none. */
  last: number;
}

export const isBegun = ({ read, last }: Progress): boolean => read.length > 0 || last > 0;

/** @returns of its file, such as 04-budget */
export const numberOf = ({ name }: { name: string }): number => parseInt(name, 10);

/** @returns where to go on; null after the last */
export function goesOn(list: Entry[], { read, last }: Progress): Entry | null {
  const open = (entry: Entry) => !read.includes(numberOf(entry));
  const place = list.findIndex((entry) => numberOf(entry) === last);
  return list.slice(Math.max(place, 0)).find(open) ?? list.find(open) ?? null;
}

/** @returns by level */
export function levelsOf(list: Entry[]): Entry[][] {
  const levels: Entry[][] = [];
  for (const entry of list) {
    const level = levels.at(-1);
    if (level?.[0].level === entry.level) level?.push(entry);
    else levels.push([entry]);
  }
  return levels;
}

/** What a place on the path says. */
export interface Stop {
  title: string;
  question?: string;
  /** 0 for the game of five canvases. */
  lesson: number;
  /** Was the lesson read to its end? */
  read: boolean;
  /** How much of each guess was right, 0 .. 1, and that in words. */
  shares: number[];
  answer: string;
  /** Why the reader may go there now; "" where others come first. */
  here: string;
}
const GAME = {
  title: "Play: be the sampler",
  question: "Five canvases. What stays?",
  lesson: 0,
  read: false,
  here: "",
};

/** @param plays is there the game, which asks for what the first level shows? @returns by level */
export function stopsOf(list: Entry[], progress: Progress, plays: boolean): { level?: string; stops: Stop[] }[] {
  const next = goesOn(list, progress);
  const here = isBegun(progress) ? "you are here" : "begin here";
  const stopOf = (entry: Entry): Stop => {
    const { name, title, question } = entry;
    const lesson = numberOf(entry);
    const guesses = progress.guesses.filter((guess) => guess.lesson === name);
    const answers = { shares: guesses.map(({ share }) => share), answer: stopWords(guesses) };
    return {
      title,
      question,
      lesson,
      read: progress.read.includes(lesson),
      ...answers,
      here: entry === next ? here : "",
    };
  };
  const last = progress.games.at(-1);
  const game = { ...GAME, shares: last?.shares ?? [], answer: last ? gameFigures(last) : "" };
  return levelsOf(list).map((entries, at) => ({
    level: entries[0].level,
    stops: [...entries.map(stopOf), ...(plays && at === 0 ? [game] : [])],
  }));
}
