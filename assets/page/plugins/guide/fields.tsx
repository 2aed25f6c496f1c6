/** The fields of guidance. What is typed stands as long as it is what the form holds. */

import { useSignal } from "@preact/signals";
import { addPluginStyle } from "../../dom/style.ts";
import { filled } from "../../ui/filled.ts";
import { guidanceOf } from "./guidance.ts";
import type { TrayContext } from "../../page/places.ts";

const NAME = "guide";
const TITLE = "How far logits go beyond those without the prompt; each guided step takes two passes, and counts as two";
const SCALE = "Guidance: 1 is the plain run, 0 the run without its prompt";
const FROM = "Guide from this share of the steps on, in percent";

export function tune(place: HTMLElement, context: TrayContext) {
  return filled(place, context, () => <Guidance form={context.page.form} />, addPluginStyle(NAME));
}

function Guidance({ form }: Pick<TrayContext["page"], "form">) {
  const typed = useSignal({ scale: 1, from: 0 });
  const { [NAME]: held, ...others } = form.steering.processors ?? {};
  const guidance = guidanceOf(typed.value.scale, typed.value.from, held);
  const same = JSON.stringify(guidance) === JSON.stringify(held ?? null);
  const { scale = 1, from = 0 } = (held ?? {}) as Record<string, number>;
  const shown = same ? typed.value : { scale, from: held ? Math.round(100 * from) : typed.value.from };
  const change = (fields: Partial<typeof shown>) => {
    typed.value = { ...shown, ...fields };
    const guidance = guidanceOf(typed.value.scale, typed.value.from, held);
    form.steer({ ...form.steering, processors: guidance ? { ...others, [NAME]: guidance } : others });
  };
  return (
    <div class="tdp-guide" title={TITLE}>
      Guidance
      <Field name={SCALE} most={10} step={0.1} value={shown.scale} change={(scale) => change({ scale })} />
      from
      <Field name={FROM} most={100} step={5} value={shown.from} change={(from) => change({ from: from || 0 })} />
      {"% of steps"}
    </div>
  );
}

type FieldProps = Record<"most" | "step" | "value", number> & { name: string; change: (value: number) => void };

const Field = ({ name, most, step, value, change }: FieldProps) => (
  <input
    {...{ type: "number", min: 0, max: most, step, "aria-label": name }}
    ref={(field) => void (field && !Object.is(field.valueAsNumber, value) && (field.value = String(value)))}
    onInput={({ currentTarget }) => change(currentTarget.valueAsNumber)}
  />
);
