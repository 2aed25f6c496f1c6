/** What the page asks beside runs, answered without a server: the functions of `playground/server/functions.py`. */

import { aboutPrompt } from "./about.ts";
import { cardFor } from "./card.ts";
import { draftTokens } from "./draft.ts";
import type { PuzzleList } from "./puzzles.ts";
import type { Vocabulary } from "./vocabulary.ts";
import type { World } from "./world/world.ts";

/** What the worker has fetched. */
interface Context {
  vocabulary: Vocabulary;
  /** Null for a model of which nothing is known. */
  world: World | null;
  puzzles: () => Promise<PuzzleList>;
}

/** by name; looking inside a step needs the graphs */
const ANSWERS: Record<string, (argument: string, context: Context) => any> = {
  about_prompt: (prompt, { world }) =>
    world ? aboutPrompt(world, prompt) : { kind: null, judged: "", unknown: [], sentence: "" },
  card: (prompt, { world }) => (world ? cardFor(world, prompt) : {}),
  puzzle: async (request, { puzzles }) => (await puzzles()).draw(request),
  own_text: (question, { vocabulary, world }) => draftTokens(vocabulary, question, world?.trained ?? null),
  use_embedded: () => null,
};

/** @returns ready for JSON, at once or later; undefined if there is no such function here */
export const answer = (name: string, argument: string, context: Context): any =>
  Object.hasOwn(ANSWERS, name) ? ANSWERS[name](argument, context) : undefined;
