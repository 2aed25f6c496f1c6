/** Which model the form is for, and what the form takes from it: its own settings, what it can do, what it knows. */

import { ModelWatch } from "./model.js";

/** @typedef {import("./page.js").Page} Page */

/** The name of the model that comes with the playground, the only one of which words and limits are known. */
const EMBEDDED = "embedded";
const UNKNOWN = { kind: null, unread: [], unknown: [], sentence: "", offers: [] };

/** @param {Page} page whose form stands */
export function watchModels(page) {
  const { ask, engine, form, knobs, table } = page;

  /**
   * @param {import("./address.js").Value[]} defaults settings of the checkpoint, in the order of the table
   * @param {string[]} [ways] that it can write in, if not in all
   */
  const ready = (defaults, ways) => {
    knobs.setOwn(Object.fromEntries(table.map(({ name }, at) => [name, defaults[at]])), ways);
    if (knobs.fit()) form.edited();
  };

  /** @param {import("./which-model.js").OneModel} model whose own settings the form takes */
  const chosen = ({ defaults = [], abilities = {}, ways }) => {
    ask.fieldsFor(abilities);
    ready(defaults, ways);
    form.edited();
    page.about.again();
  };

  /** @param {import("./which-model.js").OneModel[]} models that the server holds */
  const offer = async (models) => {
    const { WhichModel } = await import("./which-model.js");
    form.which ??= new WhichModel(ask.model, chosen);
    form.which.update(models);
    if (form.source) form.which.choose(form.source.model);
    page.about.again();
  };

  return new ModelWatch(engine, ask, ready, (models) => offer(models).catch(page.say));
}

/** What is known of models is what the embedded one makes of a prompt. @param {Page} page @param {string} prompt */
export async function aboutPrompt({ form, engine }, prompt) {
  const others = form?.which;
  if (others && others.chosen.name !== EMBEDDED) return UNKNOWN;
  return engine.call("about_prompt", prompt);
}
