/** One setting in one line: its name, a slider and a number, or a menu. What is wrong with it stands below it. */

import { useSignal } from "@preact/signals";
import { NumberField } from "../ui/number-field.tsx";
import { digits } from "../words/units.ts";
import { ScheduleLine } from "./schedule-line.tsx";
import type { Knob, Value } from "../rules/knobs.ts";
import type { Knobs } from "./knobs.ts";

const NOTCHES = 1000;
/** Units that stand beside the name; the others are in the help. */
const SHORT = ["nats", "tokens", "positions"];

interface Props {
  knobs: Knobs;
  knob: Knob;
  hidden?: boolean;
  /** Of its ids, where the setting has a row already. */
  prefix?: string;
}

export function KnobRow({ knobs, knob, hidden, prefix = "" }: Props) {
  const { name, label, unit, help, choices } = knob;
  const { values } = knobs;
  const [value, shipped, problem] = [values[name], knobs.shipped.value?.[name], knobs.problemOf(knob)];
  const explained = useSignal(false);
  const change = (value: Value) => knobs.set(name, value);
  const changed = knobs.changes(knob);
  const menu = Object.keys(choices).length > 0;
  return (
    <div
      id={`${prefix}knob-${name}`}
      class={`tdp-knob${menu ? " tdp-knob-choice" : ""}${changed ? " tdp-changed" : ""}`}
      hidden={hidden}
    >
      <button
        type="button"
        class="tdp-knob-name"
        title={help}
        aria-expanded={explained}
        aria-controls={`${prefix}help-${name}`}
        onClick={() => (explained.value = !explained.value)}
      >
        {label}
        {SHORT.includes(unit) && !label.toLowerCase().includes(unit) && <small>, {unit}</small>}
      </button>
      <button
        type="button"
        class="tdp-knob-reset"
        hidden={!changed}
        aria-label={`${label}: back to the model's own`}
        title={`Back to ${typeof shipped === "string" ? named(shipped) : digits(Number(shipped), 16)}, the model's own`}
        onClick={() => shipped !== undefined && change(shipped)}
      >
        ↺
      </button>
      {name === "schedule" && <ScheduleLine {...values} />}
      {menu ? (
        <select aria-label={label} value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
          {Object.entries(choices).map(([choice, meaning]) => (
            <option
              value={choice}
              title={meaning}
              disabled={name === "way" && knobs.ways.value?.includes(choice) === false}
            >
              {named(choice)}
            </option>
          ))}
        </select>
      ) : (
        <>
          <input
            type="range"
            min={0}
            max={NOTCHES}
            aria-label={label}
            tabIndex={-1}
            value={Number.isFinite(value) ? notchOf(knob, Number(value)) : undefined}
            onInput={({ currentTarget }) => change(figureAt(knob, currentTarget.valueAsNumber / NOTCHES))}
          />
          <NumberField name={label} wrong={problem !== ""} value={Number(value)} change={change} />
        </>
      )}
      <p class="tdp-knob-rule">{choices[value]}</p>
      <p class="tdp-knob-help" id={`${prefix}help-${name}`} hidden={!explained.value}>
        {help}
      </p>
      <p class="tdp-complaint" role="alert">
        {problem}
      </p>
    </div>
  );
}

/** @returns the place of a value on the slider */
function notchOf({ slider: [low, high], logarithmic }: Knob, value: number): number {
  const share = (value - low) / (high - low);
  return Math.round(NOTCHES * Math.min(Math.max(logarithmic ? Math.cbrt(share) : share, 0), 1));
}

/** @param place 0 .. 1 @returns a round value */
function figureAt({ slider: [low, high, step], logarithmic, whole }: Knob, place: number): number {
  const value = low + (high - low) * (logarithmic ? place ** 3 : place);
  if (logarithmic && !whole) return +value.toPrecision(2);
  return +Math.min(high, low + Math.round((value - low) / step) * step).toPrecision(12);
}

/** @param choice such as `entropy-bound` */
const named = (choice: string) => choice.charAt(0).toUpperCase() + choice.slice(1).replaceAll("-", " ");
