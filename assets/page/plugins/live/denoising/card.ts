/**
 * How each way of writing did over many cases like a prompt, as `small_world/card.py` answers it.
 * Whether the beginning or the end of a story is the reader's own needs the grammar of stories: of such prompts nothing is
 * said here.
 */

import { longerThan } from "./python-text.ts";
import { puzzleIn, understand } from "../../../rules/sudoku.ts";
import { MOST_CHARACTERS } from "./judge.ts";
import { kindOf } from "./world/kinds.ts";
import { readFunction, readStory } from "./world/requests.ts";
import { thingsIn } from "./world/things.ts";
import type { Puzzle } from "../../../rules/sudoku.ts";
import type { Card } from "../../../run/card.ts";
import type { StoryRequest } from "./world/requests.ts";
import type { Figure, World } from "./world/world.ts";

/** The measured task that is most like a prompt; why it is not the same. */
type Like = { task: string; like: string };

/** @returns empty for a checkpoint without a card */
export function cardFor(world: World, prompt: string): Card | {} {
  const { card } = world.tables;
  if (card === null) return {};
  const { task, like } = taskLike(world, prompt);
  const tasks = [
    ...(task ? [{ task, like, exact: like === "" }] : []),
    ...(task === card.example ? [] : [{ task: card.example, like: "", exact: false }]),
  ];
  const measured = tasks.map((each) => ({ ...each, rows: card.figures.filter((figure) => figure.task === each.task) }));
  return { tasks: measured.filter(({ rows }) => rows.length > 0), shares: card.shares, settings: card.settings };
}

/** @returns that of uniform diffusion */
export function figureFor(world: World, prompt: string): Figure | null {
  const { task } = taskLike(world, prompt);
  const { card } = world.tables;
  return card?.figures.find((figure) => figure.task === task && figure.way === "uniform") ?? null;
}

function taskLike(world: World, prompt: string): Like {
  const understood = longerThan(prompt, MOST_CHARACTERS) ? "" : understand(prompt);
  const named = (task: string) => ({ task, like: "" });
  const puzzle = puzzleIn(understood);
  if (puzzle) return puzzleLike(world, puzzle);
  const request = readFunction(world, understood);
  if (request?.common) return named("function that people ask for");
  if (request) return named(request.gap ? "function with a gap" : "function from a description");
  const story = readStory(world, understood);
  if (story) return named(storyLike(world, story));
  if (understood.startsWith(world.tables.repair)) return named("repair of 20% as a prompt");
  const kind = kindOf(world, understood);
  return named(kind ? world.tables.kinds[kind.name].suite : "");
}

function puzzleLike({ tables: { card } }: World, { size, clues }: Puzzle): Like {
  const count = clues.filter(Boolean).length;
  const measured = (card?.figures ?? []).flatMap(({ task }) => {
    const match = /^Sudoku (\d)x\1, (\d+) clues/.exec(task);
    return match && Number(match[1]) === size ? [Number(match[2])] : [];
  });
  if (measured.length === 0) return { task: "", like: "" };
  const nearest = measured.reduce((best, each) => (Math.abs(each - count) < Math.abs(best - count) ? each : best));
  const like = nearest === count ? "" : `This puzzle has ${count} clues; the nearest that was measured has ${nearest}.`;
  return { task: `Sudoku ${size}x${size}, ${nearest} clues`, like };
}

/** @returns measured stories with words as usual as its own */
function storyLike(world: World, story: StoryRequest): string {
  if (story.opening || story.ending) return "";
  if (story.long) return "story of two canvases";
  const words = thingsIn(world, story).flatMap((thing) => thing.words.map((word) => word.toLowerCase()));
  const { first, known } = world.tables.words;
  let task = "story, facts named";
  for (const [usual, unusual, harder] of [
    [first, 1, "story, any known words"],
    [known, 1, "story, one strange word"],
    [known, 2, "story, two strange words"],
  ] as const) {
    const there = new Set(Object.values(usual).flatMap((all) => all.map((word) => word.toLowerCase())));
    const { size } = new Set(words.filter((word) => !there.has(word)));
    if (size >= unusual && world.tables.card?.figures.some((figure) => figure.task === harder)) task = harder;
  }
  return task;
}
