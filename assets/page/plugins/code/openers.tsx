/** What opens the dialog with the code. */

import { render } from "preact";
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

export function share(place: HTMLElement, { page }: PartContext) {
  const press = () => open(page).catch(page.say);
  const entry = (
    <button type="button" title="Python code that makes this run again" onClick={press}>
      {AS_CODE}
    </button>
  );
  render(entry, place);
  return () => render(null, place);
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
