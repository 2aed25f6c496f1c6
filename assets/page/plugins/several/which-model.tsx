/** A menu of the models that this server holds, where there are several. The form's runs are for the one that it shows. */

import { batch, signal } from "@preact/signals";
import { addPluginStyle } from "../../dom/style.ts";
import { modelName } from "../../run/sentences.ts";
import { filled } from "../../ui/filled.ts";
import type { OneModel } from "../../page/model.ts";
import type { ModelMenu } from "../../page/form.ts";
import type { ModelsContext } from "../../page/places.ts";

/** What stands beside the name of one that cannot be chosen. */
const WAITS: Record<string, string> = { ready: "", failed: " (not there)" };

export function models(place: HTMLElement, context: ModelsContext) {
  const { form } = context.page;
  const which = new WhichModel(context.take);
  which.update(context.models);
  form.which.value = which;
  context.listen(() => which.update(context.models));
  const end = filled(place, context, () => <Menu which={which} />, addPluginStyle("several"));
  return () => {
    end();
    form.which.value = null;
  };
}

class WhichModel implements ModelMenu {
  /** The first one is for runs that name none; those that are not ready cannot be chosen. */
  models = signal<OneModel[]>([]);
  /** Which of them is chosen. */
  at = signal(0);

  /** @param take another one was chosen */
  constructor(private take: (model: OneModel) => void) {}

  update(models: OneModel[]) {
    const name = this.chosen?.name ?? "";
    batch(() => {
      this.models.value = models;
      this.#turn(name);
    });
  }

  choose = (name: string) => {
    const { chosen } = this;
    this.#turn(name);
    if (chosen !== this.chosen) this.take(this.chosen);
  };

  #turn(name: string) {
    const at = this.models.value.findIndex((model) => model.name === name && model.state === "ready");
    this.at.value = Math.max(at, 0);
  }

  get chosen() {
    return this.models.value[this.at.value];
  }

  get name() {
    return this.at.value > 0 ? this.chosen.name : "";
  }

  get others() {
    return this.models.value.filter((model) => model !== this.chosen && model.state === "ready");
  }
}

const Menu = ({ which: { models, chosen, choose } }: { which: WhichModel }) => (
  <select
    class="tdp-which-model"
    aria-label="Model"
    title="Which model writes"
    value={chosen.name}
    onChange={({ currentTarget }) => choose(currentTarget.value)}
  >
    {models.value.map(({ name, state, sentence }) => (
      <option value={name} title={sentence} disabled={state !== "ready"}>
        {modelName(name) + (WAITS[state] ?? " (loading)")}
      </option>
    ))}
  </select>
);
