/** Watching together: a presenter opens a hall, and others follow on their own screens. */

import { button } from "../../dom/elements.ts";
import { openHall } from "./open-hall.ts";
import type { Around, PartContext } from "../../page/places.ts";
import type { Presenter } from "./presenter.tsx";
import type { Watcher } from "./watcher.tsx";

const NO_SERVER = "This address leads to what a server keeps, and this page has none; open it where you got it from.";

/** The hall in which this page presents or watches, or did last. */
export const here: { hall: Presenter | Watcher | null } = { hall: null };

async function present(page: Around): Promise<Presenter> {
  const { present } = await import("./presenter.tsx");
  const hall = await present(page);
  here.hall = hall;
  return hall;
}

/** Offers to let others follow what this page shows. */
export function share(place: HTMLElement, { page }: PartContext) {
  const watch = button("Watch together", "Let others follow your runs on their own screens");
  const open = async () => {
    const { hall } = here;
    if (hall !== null && !hall.over.signal.aborted) return "dialog" in hall && hall.dialog.showModal();
    const { dialog } = await present(page);
    page.shell.shareMenu.hidePopover();
    dialog.showModal();
  };
  watch.onclick = () => open().catch(page.say);
  place.append(watch);
  return () => watch.remove();
}

/** @param token of a hall, in which this page watches */
export async function open(_: string, token: string, { page }: PartContext) {
  if (!page.served) throw new Error(NO_SERVER);
  const { Watcher } = await import("./watcher.tsx");
  here.hall = new Watcher(page, token);
}

/** Goes on with the hall that this tab had open before it was loaded again. */
export async function begin({ page }: PartContext) {
  if (!page.sharing.bound && openHall() !== null) await present(page);
}
