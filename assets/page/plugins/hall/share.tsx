/** The hall of this page, and what opens one: others follow what this page shows. */

import { Button } from "../../ui/button.tsx";
import { filled } from "../../ui/filled.ts";
import { openHall, rememberHall } from "./open-hall.ts";
import { ask } from "./stream.ts";
import type { Around, PartContext } from "../../page/places.ts";
import type { Presenter } from "./presenter.tsx";
import type { Watcher } from "./watcher.tsx";

/** The hall in which this page presents or watches, or did last. */
export const here: { hall: Presenter | Watcher | null } = { hall: null };

export async function present(page: Around): Promise<Presenter> {
  const { Presenter } = await import("./presenter.tsx");
  const tokens = openHall() ?? (await ask("", {}));
  rememberHall(tokens);
  return (here.hall = new Presenter(page, tokens));
}

export function share(place: HTMLElement, context: PartContext) {
  const { page } = context;
  const open = async () => {
    const { hall } = here;
    if (hall !== null && !hall.over.signal.aborted) return "dialog" in hall && hall.dialog.showModal();
    const { dialog } = await present(page);
    page.shell.shareMenu.hidePopover();
    dialog.showModal();
  };
  const press = () => open().catch(page.say);
  return filled(place, context, () => (
    <Button face="Watch together" hint="Let others follow your runs on their own screens" onClick={press} />
  ));
}
