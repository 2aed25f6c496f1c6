/** Two fields in Tune: how far the next run's logits go beyond those without its prompt, and from which step on. */

import { element, mounted } from "../../dom/elements.ts";
import { addPluginStyle } from "../../dom/style.ts";
import { guidanceOf } from "./guidance.ts";
import type { TrayContext } from "../../page/places.ts";

const NAME = "guide";

export function tune(place: HTMLElement, context: TrayContext) {
  const { form } = context.page;
  const number = (label: string, max: string, step: string) =>
    element("input", { type: "number", min: "0", max, step, "aria-label": label });
  const scale = number("Guidance: 1 is the plain run, 0 the run without its prompt", "10", "0.1");
  const from = number("Guide from this share of the steps on, in percent", "100", "5");
  const change = () => {
    const { [NAME]: before, ...others } = form.steering.processors ?? {};
    const guidance = guidanceOf(scale.valueAsNumber, from.valueAsNumber, before);
    form.steer({ ...form.steering, processors: guidance ? { ...others, [NAME]: guidance } : others });
  };
  scale.oninput = from.oninput = change;
  const title =
    "How far logits go beyond those without the prompt; each guided step takes two passes, and counts as two";
  const line = element("div.tdp-guide", { title }, "Guidance", scale, "from", from, "% of steps");
  addPluginStyle(NAME).then(() => place.append(line));
  return mounted(place, context, () => {
    const { scale: held = 1, from: begin = 0 } = (form.steering.processors?.[NAME] ?? {}) as Record<string, number>;
    if (document.activeElement !== scale) scale.value = String(held);
    if (document.activeElement !== from && NAME in (form.steering.processors ?? {}))
      from.value = String(Math.round(100 * begin));
    if (from.value === "") from.value = "0";
  });
}
