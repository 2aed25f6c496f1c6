/** A field in Tune for a regular expression that the next text fits, and a tab: which cells of this text it decided. */

import { element, mounted, setText } from "../../dom/elements.ts";
import { addPluginStyle } from "../../dom/style.ts";
import { decidedCells, movedSentence } from "./moved.ts";
import type { TrayContext } from "../../page/places.ts";

const NAME = "constrain";
/** The most cells that are listed. */
const LISTED = 40;

export function tune(place: HTMLElement, context: TrayContext) {
  const { form } = context.page;
  const field = element("input", {
    type: "text",
    spellcheck: "false",
    autocomplete: "off",
    maxlength: "4000",
    "aria-label": "Regular expression that the whole text fits",
    placeholder: "[0-9]{4}-[0-9]{2}-[0-9]{2}",
  });
  field.oninput = () => {
    const { [NAME]: _, ...others } = form.steering.processors ?? {};
    const processors = field.value === "" ? others : { ...others, [NAME]: { regex: field.value } };
    form.steer({ ...form.steering, processors });
  };
  const title = "A regular expression: the next text fits it, at every step";
  const line = element("label.tdp-constrain", { title }, "Rule", field);
  addPluginStyle("constrain").then(() => place.append(line));
  return mounted(place, context, () => {
    // What the form holds; a schema, or several expressions, stand in the run and not in this field.
    const { regex = "" } = form.steering.processors?.[NAME] ?? {};
    if (document.activeElement !== field) field.value = typeof regex === "string" ? regex : "";
  });
}

export function tray(place: HTMLElement, context: TrayContext) {
  const sentence = element("p");
  const list = element("ul.tdp-constrain-cells");
  addPluginStyle("constrain").then(() => place.append(sentence, list));
  return mounted(place, context, () => {
    const { recording, step } = context;
    const frame = recording.frames[step];
    setText(sentence, movedSentence(frame?.moved, step));
    const texts = Array.from(frame?.argmax_ids ?? [], (id: number) => recording.tokens.get(id) ?? "");
    const cells = decidedCells(frame?.moved ?? [], texts).slice(0, LISTED);
    list.replaceChildren(
      ...cells.map(({ position, text, nats }) => element("li", `${position}: “${text}”, ${nats.toFixed(2)} nats`)),
    );
  });
}
