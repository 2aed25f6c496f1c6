/** What the embedded checkpoint will do with a prompt, said before it runs, as `small_world/about.py` says it. */

import { strip } from "../../../rules/python-text.ts";
import { cut, longerThan } from "./python-text.ts";
import { conflictsOf, puzzleIn, understand } from "../../../rules/sudoku.ts";
import { figureFor } from "./card.ts";
import { MOST_CHARACTERS } from "./judge.ts";
import { kindOf } from "./world/kinds.ts";
import { nearest } from "./world/nearest.ts";
import { newWords } from "./world/new-words.ts";
import { offers } from "./world/offers.ts";
import { readStory, taskOf } from "./world/requests.ts";
import { thingText, thingsIn } from "./world/things.ts";
import { unread } from "./world/unread.ts";
import type { About } from "../../../run/about.ts";
import type { StoryRequest } from "./world/requests.ts";
import type { World } from "./world/world.ts";

const MOST_NAMED = 6;
const LONGEST = 40;

export function aboutPrompt(world: World, prompt: string): About {
  const kind = longerThan(prompt, MOST_CHARACTERS) ? null : taskOf(world, prompt);
  if (world.trained === null || strip(prompt) === "")
    return { kind, judged: judgedWhere(kind, []), unread: [], unknown: [], sentence: "", offers: [] };
  const text = copied(world, prompt, kind);
  const more = kind === null ? [] : unread(world, prompt);
  const passed = new Set(more.map((word) => word.toLowerCase()));
  const { named } = newWords(text, world.trained);
  const unknown = named
    .filter((word) => !passed.has(word.toLowerCase()))
    .map((word) => ({ word, nearest: nearest(world, word) }));
  const known = unknown.filter((each) => each.nearest.length > 0);
  const ways = offers(world, prompt, kind, more, new Map(known.map((each) => [each.word, each.nearest[0]])));
  const about = { kind, judged: judgedWhere(kind, more), unread: more, offers: ways };
  if (kind === null || kind === "outside")
    return { ...about, unknown: known, sentence: refusal(world, prompt, kind, ways) };
  const read = newWords(text, new Set([...world.trained, ...passed]));
  const garbled = unknown.length < named.length;
  const parts = [deed(world, prompt, kind, more), spelling(world, read, kind), passedOver(more, garbled)];
  return { ...about, unknown, sentence: parts.filter(Boolean).join(" ") };
}

/** Of a Sudoku the grid alone is judged, whatever else is asked; the rules for stories and functions are Python's. */
function judgedWhere(kind: string | null, more: string[]): About["judged"] {
  if (kind === null || kind === "repair" || kind === "outside" || (more.length > 0 && kind !== "Sudoku")) return "";
  return kind === "story" || kind === "function" ? "python" : "anywhere";
}

/** @returns the part whose words its answer copies */
function copied(world: World, prompt: string, kind: string | null): string {
  if (kind === "Sudoku" || kind === "function" || kind === "repair") return "";
  const story = kind === "story" ? readStory(world, understand(prompt)) : null;
  if (story) return story.opening || story.ending || prompt;
  const small = kind !== null && kind !== "outside" ? kindOf(world, understand(prompt)) : null;
  return small ? small.copied(small.task) : prompt;
}

/** @returns what the model will do, and how often that was right */
function deed(world: World, prompt: string, kind: string, more: string[]): string {
  const understood = understand(prompt);
  const puzzle = puzzleIn(understood);
  if (puzzle) {
    const { size, clues } = puzzle;
    const there = conflictsOf(clues, size).sentence;
    if (there) return `It will fill this ${size}×${size} Sudoku, which has no solution: it has ${there}.`;
    return `It will solve this ${size}×${size} Sudoku.${figureText(world, prompt)}`;
  }
  if (kind === "function") return "It will write this function, in Python.";
  if (kind === "repair") return `It will try to repair this text.${figureText(world, prompt)}`;
  const story = readStory(world, understood);
  if (story) return storyText(world, story, more);
  const figure = figureText(world, prompt);
  const task = kindOf(world, understood)?.task;
  if (kind === "sum") {
    const [a, b] = task;
    const doing = b < 0n ? `It will take ${-b} from ${a}.` : `It will add ${a} and ${b}.`;
    const { largest } = world.tables;
    if (a <= largest && b <= largest && -b <= largest) return doing + figure;
    return `${doing} It only learnt numbers below ${(largest + 1).toLocaleString("en")}.`;
  }
  if (kind === "JSON") return `It will write this as JSON.${figure}`;
  const items = task.items.every((item: string) => /^\p{Nd}+$/u.test(item)) ? "numbers" : "words";
  return `It will put ${task.items.length} ${items} in ${task.falling ? "falling " : ""}order.${figure}`;
}

function storyText(world: World, story: StoryRequest, more: string[]): string {
  if (story.opening) return "It will go on with this to the end of a story.";
  if (story.ending) return "It will tell a story that ends with these words.";
  const passed = new Set(more.map((word) => word.toLowerCase()));
  const things = thingsIn(world, story)
    .filter(({ words }) => !words.some((word) => passed.has(word.toLowerCase())))
    .map(({ article, words }) => thingText(world, { article: passed.has(article) ? "" : article, words }));
  const parts = story.long ? " in two parts" : "";
  return `It will tell a story${parts}${things.length > 0 ? ` about ${listed(things)}` : ""}.`;
}

function listed(things: string[]): string {
  const shown = things.slice(0, MOST_NAMED).map((thing) => cut(thing, LONGEST));
  if (things.length > MOST_NAMED) shown.push(`${things.length - MOST_NAMED} more`);
  const last = shown.pop() as string;
  return shown.length > 0 ? `${shown.join(", ")} and ${last}` : last;
}

function figureText(world: World, prompt: string): string {
  const figure = figureFor(world, prompt);
  if (!figure) return "";
  const { task, cases, right } = figure;
  const such = task.startsWith("Sudoku") ? `puzzles with ${task.slice(task.indexOf(", ") + 2)}` : "such prompts";
  return ` Of ${cases} ${such}, ${right} came out right.`;
}

/** @param fresh new words have no token of their own */
function spelling(
  { tables: { card, spelled } }: World,
  { named, text }: { named: string[]; text: string },
  kind: string,
): string {
  if (named.length === 0) return "";
  for (const [words, task] of spelled.slice(0, named.length).reverse()) {
    const figure = kind === "story" && card?.figures.find((each) => each.task === task && each.way === "uniform");
    if (!figure) continue;
    const { cases, right } = figure;
    const share = `${Math.round((100 * right) / cases)}%`;
    return `It must spell ${text} in pieces, which often goes wrong: of ${cases} stories with ${words}, ${right} came out right (${share}).`;
  }
  return `It must spell ${text} in pieces, which may go wrong.`;
}

/** @param garbled is one of them new to it? */
function passedOver(more: string[], garbled: boolean): string {
  const words = more.map((word) => `“${word}”`).join(", ");
  return words && `It may pass over ${garbled ? "or garble " : ""}${words}, so no rule calls its text right.`;
}

/** @returns what it does not do, and what it can do instead */
function refusal({ patterns, tables }: World, prompt: string, kind: string | null, ways: string[]): string {
  const text = strip(prompt);
  if (ways.some((way) => way.startsWith("Add ")))
    return "It only adds and takes away: it may do so with these two numbers, or say so.";
  if (kind === null) return tables.expect;
  const form = patterns.form.first(text);
  let refused = "It was not trained for this";
  if (form) refused = `It knows no ${form[1].toLowerCase()}s`;
  else if (patterns.greeting.whole(text)) refused = "It does not chat";
  else if (patterns.question.whole(text)) refused = "It answers no questions";
  const story = ways.find((way) => way.startsWith("Write a story"))?.slice("Write".length) ?? " a story.";
  return `${refused}, and will only say so. It can tell${story}`;
}
