/** Reading slots: a tab among the details, and a way there from a prompt that has slots. */

import { button } from "../../dom/elements.ts";
import { addPluginStyle } from "../../dom/style.ts";
import { Tab } from "./tab.ts";
import type { PromptContext, TrayContext } from "../../page/places.ts";

const PANEL = "part-read";
const HAS_SLOTS = /_{4,}\{[^{}]*\}/;
/** What stood in the prompt's field when the reader asked to read it; the tab takes it. */
const wishes = new EventTarget();
let waiting = "";

export function tray(place: HTMLElement, context: TrayContext) {
  addPluginStyle("read");
  const tab = new Tab(place, context);
  const take = () => {
    if (waiting) tab.template = waiting;
    waiting = "";
  };
  take();
  wishes.addEventListener("text", take);
  const unlisten = context.listen(() => tab.update());
  return () => {
    wishes.removeEventListener("text", take);
    unlisten();
    tab.stop();
    place.replaceChildren();
  };
}

export function prompt(_place: HTMLElement, context: PromptContext) {
  const reads = button("Read its slots", "Read the labels of these slots instead of writing a text");
  reads.classList.add("tdp-pill");
  reads.onclick = () => {
    waiting = context.prompt;
    wishes.dispatchEvent(new Event("text"));
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
