/** The choice of a model, where the server holds several. */

import { mounted } from "../../dom/elements.ts";
import { addPluginStyle } from "../../dom/style.ts";
import { WhichModel } from "./which-model.ts";
import type { ModelsContext } from "../../page/places.ts";

export function models(place: HTMLElement, context: ModelsContext) {
  const { form } = context.page;
  const which = (form.which = new WhichModel(place, context.take));
  which.menu.hidden = true;
  addPluginStyle("several").then(() => (which.menu.hidden = false));
  const update = () => which.update(context.models);
  return mounted(place, context, update, () => (form.which = null));
}
