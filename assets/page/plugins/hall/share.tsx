/** The hall of this page, and what opens one: others follow what this page shows. */

import { filled } from "../../ui/filled.ts";
import type { Around, PartContext } from "../../page/places.ts";
import type { Presenter } from "./presenter.tsx";
import type { Watcher } from "./watcher.tsx";

/** The hall in which this page presents or watches, or did last. */
export const here: { hall: Presenter | Watcher | null } = { hall: null };

export async function present(page: Around): Promise<Presenter> {
  const { present } = await import("./presenter.tsx");
  const hall = await present(page);
  here.hall = hall;
  return hall;
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
    <button type="button" title="Let others follow your runs on their own screens" onClick={press}>
      Watch together
    </button>
  ));
}
