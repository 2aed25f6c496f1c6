/** The field in Tune: what the form holds; a schema, or several expressions, stand in the run and not in this field. */

import { addPluginStyle } from "../../dom/style.ts";
import { filled } from "../../ui/filled.ts";
import type { TrayContext } from "../../page/places.ts";

const NAME = "constrain";

export const tune = (place: HTMLElement, context: TrayContext) =>
  filled(place, context, () => <RuleField form={context.page.form} />, addPluginStyle(NAME));

function RuleField({ form }: Pick<TrayContext["page"], "form">) {
  const { [NAME]: held, ...others } = form.steering.processors ?? {};
  const change = (regex: string) =>
    form.steer({ ...form.steering, processors: regex === "" ? others : { ...others, [NAME]: { regex } } });
  return (
    <label class="tdp-constrain" title="A regular expression: the next text fits it, at every step">
      Rule
      <input
        type="text"
        dir="auto"
        spellcheck={false}
        autocomplete="off"
        maxLength={4000}
        aria-label="Regular expression that the whole text fits"
        placeholder="[0-9]{4}-[0-9]{2}-[0-9]{2}"
        value={typeof held?.regex === "string" ? held.regex : ""}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </label>
  );
}
