/** Which model the form is for, and what the form takes from it: its own settings, and what it can do. */

import { ModelWatch } from "./model.ts";
import type { Value } from "../rules/knobs.ts";
import type { OneModel } from "./model.ts";
import type { Page } from "./page.ts";

/** @param page whose form stands */
export function watchModels(page: Pick<Page, "ask" | "engine" | "form" | "knobs" | "parts" | "say" | "table">) {
  const { ask, engine, form, knobs, table } = page;

  /**
   * @param defaults settings of the checkpoint, in the order of the table
   * @param ways that it can write in, if not in all
   */
  const ready = (defaults: Value[], ways?: string[]) => {
    knobs.setOwn(Object.fromEntries(table.map(({ name }, at) => [name, defaults[at]])), ways);
    if (knobs.fit()) form.edited();
  };

  /** @param model whose own settings the form takes */
  const chosen = ({ defaults = [], abilities = {}, ways }: OneModel) => {
    ask.abilities.value = abilities;
    ready(defaults, ways);
    form.edited();
  };

  /** @param models that the server holds */
  const offer = async (models: OneModel[]) => {
    await page.parts.models(ask.places.choice, { models, take: chosen });
    if (form.source) form.which?.choose(form.source.model);
    form.edited();
  };

  return new ModelWatch(engine, ask, ready, (models) => offer(models).catch(page.say));
}
