/** What opens the dialog with the code. */

import { once } from "../../dom/once.ts";
import { filled } from "../../ui/filled.ts";
import { Pill } from "../../ui/pill.tsx";
import { AS_CODE } from "./words.ts";
import type { LanesContext, PartContext } from "../../page/places.ts";
import type { CodePage } from "./dialog.tsx";

const dialogs = new WeakMap<HTMLElement, () => Promise<() => void>>();

/** Opens the dialog of a page, which has one. */
async function open(page: CodePage) {
  const made = once(async () => (await import("./dialog.tsx")).codeDialog(page));
  if (!dialogs.has(page.root)) dialogs.set(page.root, made);
  (await dialogs.get(page.root)?.())?.();
}

export function share(place: HTMLElement, context: PartContext) {
  const { page } = context;
  const press = () => open(page).catch(page.say);
  return filled(place, context, () => (
    <button type="button" title="Python code that makes this run again" onClick={press}>
      {AS_CODE}
    </button>
  ));
}

export function lanes(place: HTMLElement, context: LanesContext) {
  const { page } = context;
  const hint = "Python code that makes the run of a lane again";
  return filled(place, context, () => (
    <Pill hint={hint} hidden={page.player.lanes.length < 2} onClick={() => open(page).catch(page.say)}>
      {AS_CODE}
    </Pill>
  ));
}
