/** Reading slots: a tab among the details, and a way there from a prompt that has slots. */

import { button } from "../../dom/elements.ts";
import { addPluginStyle } from "../../dom/style.ts";
import { Tab } from "./tab.ts";
import type { PromptContext, TrayContext } from "../../page/places.ts";

const PANEL = "part-read";
const HAS_SLOTS = /(?<!_)_{4,}\{[^{}]*\}/;
const WISHED = "tdp-read";
/** Of each page, what stood in the prompt's field when the reader asked to read it; its tab takes it. */
const wishes = new WeakMap<Element, string>();

export function tray(place: HTMLElement, context: TrayContext) {
  addPluginStyle("read");
  const tab = new Tab(place, context);
  const { root } = context.page;
  const take = () => {
    const wish = wishes.get(root);
    if (wish) tab.template = wish;
    wishes.delete(root);
  };
  take();
  root.addEventListener(WISHED, take);
  const unlisten = context.listen(() => tab.update());
  return () => {
    root.removeEventListener(WISHED, take);
    unlisten();
    tab.stop();
    place.replaceChildren();
  };
}

export function prompt(_place: HTMLElement, context: PromptContext) {
  const reads = button("Read its slots", "Read the labels of these slots instead of writing a text");
  reads.classList.add("tdp-pill");
  reads.onclick = () => {
    wishes.set(context.page.root, context.prompt);
    context.page.root.dispatchEvent(new Event(WISHED));
    context.page.player.views.deck.reveal(PANEL);
  };
  const update = () => (reads.hidden = !HAS_SLOTS.test(context.prompt));
  update();
  context.buttons.append(reads);
  const unlisten = context.listen(update);
  return () => {
    unlisten();
    reads.remove();
  };
}
