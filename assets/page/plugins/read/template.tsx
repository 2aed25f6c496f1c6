/** The text with slots that is to be read: the tab has it, and a prompt with slots leads there. */

import { signal } from "@preact/signals";
import { filled } from "../../ui/filled.ts";
import { Pill } from "../../ui/pill.tsx";
import type { Signal } from "@preact/signals";
import type { PromptContext } from "../../page/places.ts";

const PANEL = "part-read";
const HAS_SLOTS = /(?<!_)_{4,}\{[^{}]*\}/;
const EXAMPLE =
  "One ____{sunny|windy|cloudy|foggy|frosty|breezy} day, Lily and her ____{cat|dog|pony} went to the park. Lily took a red ball, and the cat was ____{happy|glad}.";
/** By the root of a page. */
const templates = new WeakMap<Element, Signal<string>>();

export function templateOf(root: Element): Signal<string> {
  const template = templates.get(root) ?? signal(EXAMPLE);
  templates.set(root, template);
  return template;
}

export function prompt(_place: HTMLElement, context: PromptContext) {
  const { controls, root, player } = context.page;
  const read = () => {
    templateOf(root).value = context.prompt;
    controls.openPrompt(false); // on a phone it would cover the tab
    player.views.reveal(PANEL);
  };
  const hint = "Read the labels of these slots instead of writing a text";
  return filled(context.buttons, context, () => (
    <Pill hint={hint} hidden={!HAS_SLOTS.test(context.prompt)} onClick={read}>
      Read its slots
    </Pill>
  ));
}
