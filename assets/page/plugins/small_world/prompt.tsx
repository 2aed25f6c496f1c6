/** What the small world says of a prompt, and the puzzle in it. */

import { render } from "preact";
import { addPluginStyle } from "../../dom/style.ts";
import { modelName } from "../../run/sentences.ts";
import { puzzleOf } from "../../rules/sudoku.ts";
import { filled } from "../../ui/filled.ts";
import { made } from "../../ui/made.ts";
import { Pill } from "../../ui/pill.tsx";
import { AboutPrompt } from "./about-prompt.ts";
import { PuzzleDialog } from "./puzzle.tsx";
import { Underlines } from "./underlines.tsx";
import { WaysOn } from "./ways-on.tsx";
import type { PromptContext } from "../../page/places.ts";
import type { About } from "../../run/about.ts";

/** The name of the model that comes with the playground, the only one of which words and limits are known. */
export const EMBEDDED = "embedded";
const UNKNOWN: About = { kind: null, judged: "", unread: [], unknown: [], sentence: "", offers: [] };

export function prompt(place: HTMLElement, context: PromptContext) {
  const { field, generate, buttons } = context;
  const { engine, root } = context.page;
  const about = new AboutPrompt(async (prompt) =>
    context.model === "" || context.model === EMBEDDED ? engine.call("about_prompt", prompt) : UNKNOWN,
  );
  const models = () => [context.model, ...context.others].join();
  let known = models();
  const update = () => {
    about.update(context.prompt, context.made);
    if (known !== (known = models())) about.again();
  };
  update();
  context.listen(update);

  const board = document.createElement("div");
  const draw = (request: string) => engine.call("puzzle", request);
  const use = (prompt: string) => {
    field.value = prompt;
    field.dispatchEvent(new Event("input"));
  };
  const open = () => {
    const opened = puzzleOf(field.value);
    if (opened) render(<PuzzleDialog {...{ opened, draw, use }} />, board);
  };
  const lines = made(<Underlines field={field} about={about} />);
  field.after(lines);
  const after = addPluginStyle("small_world");
  after.then(() => root.append(board));
  const others = () => context.others.map((name) => ({ name: modelName(name), ask: () => context.choose(name) }));
  const sentences = () => (
    <>
      <Sentence about={about} />
      <WaysOn {...{ about, field, generate }} others={others()} />
    </>
  );
  const edit = () => {
    const hidden = puzzleOf(context.prompt) === null;
    return (
      <Pill class="tdp-pill tdp-edit-puzzle" aria-haspopup="dialog" hidden={hidden} onClick={open}>
        Edit puzzle
      </Pill>
    );
  };
  const ends = [filled(place, context, sentences, after), filled(buttons, context, edit, after)];
  return () => {
    for (const end of ends) end();
    lines.remove();
    board.remove();
  };
}

const Sentence = ({ about: { shown } }: { about: AboutPrompt }) => (
  <p
    class="tdp-about-prompt"
    role="status"
    data-prompt={shown.value?.prompt}
    data-refused={shown.value && `${shown.value.refused}`}
  >
    {shown.value?.sentence}
  </p>
);
