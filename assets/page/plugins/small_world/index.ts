/** What the small world says of a prompt, and the puzzle in it. */

import { button, element, mounted } from "../../dom/elements.ts";
import { addPluginStyle } from "../../dom/style.ts";
import { modelName } from "../../run/sentences.ts";
import { puzzleOf } from "../../rules/sudoku.ts";
import { AboutPrompt } from "./about-prompt.ts";
import { promptOf } from "./puzzle-entry.ts";
import { openPuzzle } from "./puzzle.tsx";
import { WaysOn } from "./ways-on.ts";
import type { CompareContext, PartContext, PromptContext } from "../../page/places.ts";
import type { About } from "../../run/about.ts";

/** The name of the model that comes with the playground, the only one of which words and limits are known. */
const EMBEDDED = "embedded";
const UNKNOWN: About = { kind: null, judged: "", unread: [], unknown: [], sentence: "", offers: [] };

export function prompt(place: HTMLElement, context: PromptContext) {
  const { engine, root } = context.page;
  const sentence = element("p");
  const ways = element("div.tdp-ways-on", { role: "group", "aria-label": "Instead of this prompt", hidden: "" });
  const waysOn = new WaysOn(context.field, ways, context.generate, () =>
    context.others.map((name) => ({ name: modelName(name), ask: () => context.choose(name) })),
  );
  const describe = async (prompt: string) =>
    context.model === "" || context.model === EMBEDDED ? engine.call("about_prompt", prompt) : UNKNOWN;
  const about = new AboutPrompt(sentence, describe, (led) => waysOn.show(led));
  const edit = element("button.tdp-pill.tdp-edit-puzzle", { "aria-haspopup": "dialog" }, "Edit puzzle");
  const board = element("div");
  const draw = (request: string) => engine.call("puzzle", request);
  const use = (prompt: string) => {
    context.field.value = prompt;
    context.field.dispatchEvent(new Event("input"));
  };
  edit.onclick = () => {
    const opened = puzzleOf(context.field.value);
    if (opened) openPuzzle(board, { opened, draw, use });
  };
  const models = () => [context.model, ...context.others].join();
  let known = models();
  addPluginStyle("small_world").then(() => {
    place.append(sentence, ways);
    context.buttons.append(edit);
    root.append(board);
  });
  const update = () => {
    about.update(context.prompt, context.made);
    if (known !== (known = models())) about.again();
    edit.hidden = puzzleOf(context.prompt) === null;
  };
  return mounted(place, context, update, () => {
    waysOn.close();
    context.buttons.replaceChildren();
    board.remove();
  });
}

/** Those of the embedded model, by their kinds. */
export async function known(model: string, { page }: PartContext): Promise<Record<string, string[]>> {
  if (model !== EMBEDDED || page.held !== null) return {};
  return (await fetch(new URL("small_world/known.json", page.assets))).json();
}

/** What is drawn for a race: masked diffusion is ahead there, and no way gets all of them right. */
const EXAMPLE = "9 30";

export function compare(place: HTMLElement, { page: { engine, say }, race }: CompareContext) {
  const offer = button(
    "race a new 9×9 with 30 clues",
    "Draw a Sudoku that none of the three ways always gets right, and race on it",
  );
  offer.classList.add("tdp-pill");
  offer.dataset.race = "example";
  const draw = async () => {
    const { puzzle, refused } = await engine.call("puzzle", EXAMPLE);
    const drawn = puzzle && puzzleOf(puzzle);
    if (drawn) await race(promptOf(drawn));
    else say(refused);
  };
  offer.onclick = () => draw().catch(say);
  place.append(offer);
  return () => place.replaceChildren();
}
