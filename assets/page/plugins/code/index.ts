/** Settings as code: an entry of the Share menu, and a button below the lanes of Compare. */

import { button, mounted } from "../../dom/elements.ts";
import { once } from "../../dom/once.ts";
import { AS_CODE } from "./words.ts";
import type { LanesContext, PartContext } from "../../page/places.ts";
import type { CodePage } from "./dialog.ts";

const dialogs = new WeakMap<HTMLElement, () => Promise<{ open(): void }>>();

/** Opens the dialog of a page, which has one. */
async function open(page: CodePage) {
  const made = once(async () => new (await import("./dialog.ts")).SettingsCode(page));
  if (!dialogs.has(page.root)) dialogs.set(page.root, made);
  (await dialogs.get(page.root)?.())?.open();
}

/** @param hint what the code does */
function opener({ page }: PartContext, hint: string) {
  const made = button(AS_CODE, hint);
  made.onclick = () => open(page).catch(page.say);
  return made;
}

export function share(place: HTMLElement, context: PartContext) {
  place.append(opener(context, "Python code that makes this run again"));
  return () => place.replaceChildren();
}

export function lanes(place: HTMLElement, context: LanesContext) {
  const code = opener(context, "Python code that makes the run of a lane again");
  code.classList.add("tdp-pill");
  place.append(code);
  return mounted(place, context, () => (code.hidden = context.page.player.lanes.length < 2));
}
