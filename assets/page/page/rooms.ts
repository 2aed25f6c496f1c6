/**
 * The rooms beside the page: the hall and the lessons. They stand on the floor above it, so whoever starts the page hands
 * them in; their scripts come late.
 */

import type { Player } from "../player/player.ts";
import type { Knob, Value } from "../rules/knobs.ts";
import type { Lesson as CompiledLesson } from "../run/lesson.ts";
import type { Recording } from "../run/recording.ts";
import type { Edit } from "../run/spec-schema.ts";
import type { LessonPage } from "../share/page-file.ts";
import type { Lesson } from "./address.ts";
import type { Game } from "./game-address.ts";
import type { Page } from "./page.ts";
import type { RunItem, RunList } from "./run-list.ts";

/** Where several people see the same runs. */
export interface Hall {
  over: AbortController;
  /** Of one who presents: the link and the code. */
  dialog?: HTMLDialogElement;
}

export interface Lessons {
  /** Where the reader is; null while no lesson is open. */
  at: Lesson | null;
  lesson: CompiledLesson | null;
  /** Of the lesson's file. */
  name: string;
  /** Is a question open, so that what answers it is hidden? */
  readonly asks: boolean;
  /** Do others in a hall vote on the question? */
  votes: boolean;
  /** The lesson that is open, as a file can hold it. */
  readonly taken: LessonPage | null;
  prose: { parts: HTMLElement; reveal(part: number): void };
  /** The game of five canvases, once it was wanted. */
  game: GameRoom | null;
  open(place: Lesson): Promise<void>;
  show(): Promise<void>;
}

export interface GameRoom {
  /** That goes on or is over; null while there is none. */
  game: Game | null;
  /** @param game null to choose a rule */
  open(game: Game | null): Promise<void>;
}

/** A function of the server, or of the engine in the browser, with its argument. */
export type AskModel = (name: string, request: string) => Promise<any>;

/** What lessons need of the page around them. */
export interface Surroundings {
  player: Player;
  runList: Pick<RunList, "items" | "shown" | "add" | "choose" | "read">;
  knobs: Knob[];
  /** A run like this one with other settings; null where there is no model. */
  make: ((recording: Recording, settings: Record<string, Value>) => void) | null;
  /** Begins a game of five canvases, or offers its rules; null where its runs are not. */
  play: ((game: Game | null) => void) | null;
  /** Goes on from a moment of a run with cells changed, beside it, if it can begin; null where there is no model. */
  branch: ((recording: Recording, moment: number, edit: Edit) => Promise<boolean>) | null;
  /** What else the model can say; null where there is none. */
  ask: AskModel | null;
  /** Opens another mode on a run; null where there is no model. */
  leave: ((mode: string, item: RunItem) => Promise<void>) | null;
  /** Writes the address, as a new entry if the reader goes to another lesson. */
  rest: (leaves: boolean) => void;
  say: (error: unknown) => void;
}

/** What a hall needs of the page of one who presents, and of one who watches. */
export type Presenting = Pick<Page, "halls" | "lanes" | "learning" | "player" | "root" | "runList" | "say" | "shell">;
export type Watching = Pick<Page, "assets" | "engine" | "lanes" | "player" | "root" | "runList" | "sharing" | "shell">;

export interface Rooms {
  present(page: Presenting): Promise<Required<Hall>>;
  /** @param token of the hall */
  watch(page: Watching, token: string): Promise<Hall>;
  /** @param page `assets` is the folder of the page's files */
  lessons(page: Surroundings & { assets: URL }): Promise<Lessons>;
  /** @param lessons whose place it takes */
  game(lessons: Promise<Lessons>): Promise<GameRoom>;
}
