/** Offers to let others follow what this page shows. */

import { filled } from "../../ui/filled.ts";
import { here, present } from "./here.ts";
import type { PartContext } from "../../page/places.ts";

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
