/** A lesson that is read: which part is open, what it asks, what was answered, and what an open question hides. */

import { signal } from "@preact/signals";
import { keepGuess } from "./guesses.ts";
import { lengthAsked } from "./lesson.ts";
import { levelsOf, numberOf } from "./path.ts";
import { hides } from "./predict.ts";
import { textOf } from "./text.ts";
import type { Signal } from "@preact/signals";
import type { Withheld } from "../../player/withheld.ts";
import type { Verdict } from "./answers.ts";
import type { Lesson } from "./lesson.ts";
import type { Entry } from "./pages.ts";
import type { Question } from "./predict.ts";

/** A guess that is right in degrees only was close if this share of it was. */
const HALF = 0.5;

export class Reading {
  /** The part that is open, from 1. */
  part: Signal<number>;
  /** Parts whose question was answered. */
  answers: Set<number> = new Set();
  /** Lessons that stand together with this one. */
  level: Entry[];
  /** Is it the only lesson? */
  alone: boolean;

  /**
   * @param entry of the lesson
   * @param list of all, with it
   * @param part that is opened first
   */
  constructor(
    public lesson: Lesson,
    public entry: Entry,
    list: Entry[],
    part: number,
  ) {
    this.part = signal(part);
    this.level = levelsOf(list).find((entries) => entries.includes(entry)) ?? [entry];
    this.alone = list.length === 1;
  }

  /** The number of the lesson after this one; 0 for the last of a level. */
  get following(): number {
    const next = this.level[this.level.indexOf(this.entry) + 1];
    return next ? numberOf(next) : 0;
  }

  question(part: number): Question | undefined {
    return this.lesson.parts[part - 1]?.blocks.find((block) => block.kind === "predict");
  }

  /** @returns the question, until it has been answered */
  open(part: number): Question | undefined {
    return this.answers.has(part) ? undefined : this.question(part);
  }

  /** @returns the cells to choose from, while its question is open */
  among(part: number): number[] {
    const open = this.open(part);
    return open?.form === "press" ? open.among : [];
  }

  /** @returns what an open question would be answered by */
  hides(part: number): Withheld {
    const open = this.open(part);
    const painted = open?.form === "keep" ? open : null;
    const length = lengthAsked(this.lesson, part - 1, (at) => this.answers.has(at + 1));
    const decision = open !== undefined && hides(open);
    return { decision, length, before: painted !== null, colours: painted?.hidden === true };
  }

  /** @returns the run that it shows */
  runOf(part: number): string {
    const shown = this.lesson.parts.slice(0, part).findLast(({ show }) => show.run !== undefined);
    return shown?.show.run ?? Object.keys(this.lesson.runs)[0];
  }

  /** Keeps the reader's guess, for themselves. */
  keep(part: number, { right, sentence, ...outcome }: Verdict) {
    const { ask } = this.question(part) as Question;
    const { guess, answer, common, share } = outcome;
    const union = common === undefined ? 0 : Number(guess) + Number(answer) - common;
    const near = right ?? (common === undefined ? share : common / union) >= HALF;
    const [version, when] = [this.lesson.version ?? "", new Date().toISOString()];
    keepGuess({ lesson: this.entry.name, version, part, ask: textOf(ask), ...outcome, near, when });
  }
}
