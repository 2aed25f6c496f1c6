/** A menu of the models that this server holds, where there are several. The form's runs are for the one that it shows. */

import { element } from "../../dom/elements.ts";
import { modelName } from "../../run/sentences.ts";
import type { OneModel } from "../../page/model.ts";
import type { ModelMenu } from "../../page/form.ts";

export class WhichModel implements ModelMenu {
  models: OneModel[] = [];
  menu = element("select.tdp-which-model", { "aria-label": "Model", title: "Which model writes" });
  choose: (name: string) => void;

  /**
   * @param place of the menu
   * @param choose another one was chosen
   */
  constructor(place: HTMLElement, choose: (model: OneModel) => void) {
    this.menu.onchange = () => choose(this.chosen);
    /** Chooses a model that is ready; for any other name the first one. */
    this.choose = (name: string) => {
      const { chosen } = this;
      this.name = name;
      if (chosen !== this.chosen) choose(this.chosen);
    };
    place.append(this.menu);
  }

  /** @param models the first one is for runs that name none; those that are not ready cannot be chosen */
  update(models: OneModel[]) {
    this.models = models;
    const { value } = this.menu;
    this.menu.replaceChildren(
      ...models.map(({ name, state, sentence }) => {
        const option = element("option", { value: name, title: sentence }, modelName(name));
        option.disabled = state !== "ready";
        if (state !== "ready") option.append(state === "failed" ? " (not there)" : " (loading)");
        return option;
      }),
    );
    this.name = value;
  }

  get chosen() {
    return this.models[this.menu.selectedIndex] ?? this.models[0];
  }

  /** The model of the form's runs; "" for the first one. */
  get name() {
    return this.menu.selectedIndex > 0 ? this.menu.value : "";
  }

  set name(name) {
    const at = this.models.findIndex((model) => model.name === name && model.state === "ready");
    this.menu.selectedIndex = Math.max(at, 0);
  }

  /** Those that could be asked instead. */
  get others() {
    return this.models.filter((model) => model !== this.chosen && model.state === "ready");
  }
}
