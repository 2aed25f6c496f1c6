/** Offers to let others follow what this page shows. */

import { render } from "preact";
import { here, present } from "./here.ts";
import type { PartContext } from "../../page/places.ts";

export function share(place: HTMLElement, { page }: PartContext) {
  const open = async () => {
    const { hall } = here;
    if (hall !== null && !hall.over.signal.aborted) return "dialog" in hall && hall.dialog.showModal();
    const { dialog } = await present(page);
    page.shell.shareMenu.hidePopover();
    dialog.showModal();
  };
  const press = () => open().catch(page.say);
  const entry = (
    <button type="button" title="Let others follow your runs on their own screens" onClick={press}>
      Watch together
    </button>
  );
  render(entry, place);
  return () => render(null, place);
}
