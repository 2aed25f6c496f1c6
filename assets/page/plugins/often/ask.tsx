/** What a study is asked for: how many seeds, and the setting that varies with its values. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { BeginStop } from "./begin-stop.tsx";
import type { Studies } from "./studies.ts";
import type { Knob } from "../../rules/knobs.ts";
import type { StudyRequest } from "./request.ts";

const SEEDS = ["16", "32", "64"];
/** The most values that are suggested for a setting. */
const MOST_SUGGESTED = 4;

interface Props {
  knobs: Knob[];
  /** Asked for here, beside the lanes, or by an address. */
  request: StudyRequest | null;
  studies: Studies;
  /** What has signals is drawn again for another value of a property alone, and the studies change in place. */
  busy: boolean;
}

export function OftenAsk({ knobs, request, studies, busy }: Props) {
  const [seeds, vary, values] = [useSignal(SEEDS[0]), useSignal(""), useSignal("")];
  useLayoutEffect(() => {
    if (request === null) return;
    seeds.value = String(request.seeds);
    vary.value = request.vary;
    values.value = request.values.join(", ");
  }, [request]);
  const choose = (name: string) => {
    vary.value = name;
    values.value = suggestedOf(knobs.find((knob) => knob.name === name));
  };
  const knob = knobs.find(({ name }) => name === vary.value);
  return (
    <div class="tdp-often-row">
      <select
        aria-label="How many seeds"
        value={seeds.value}
        onChange={({ currentTarget: { value } }) => (seeds.value = value)}
      >
        {[...new Set([...SEEDS, seeds.value])].map((value) => (
          <option value={value}>{`${value} seeds`}</option>
        ))}
      </select>
      <select aria-label="What varies" value={vary.value} onChange={({ currentTarget: { value } }) => choose(value)}>
        <option value="">settings as they are</option>
        {knobs.map(({ name, label }) => (
          <option value={name}>{`vary: ${label}`}</option>
        ))}
      </select>
      <input
        type="text"
        dir="auto"
        maxLength={200}
        aria-label="Values that it takes, up to 8"
        title={knob && allowedOf(knob)}
        hidden={vary.value === ""}
        value={values.value}
        onInput={({ currentTarget: { value } }) => (values.value = value)}
      />
      <BeginStop
        name="Run"
        class="tdp-often-run"
        hint="Run all of them"
        busy={busy}
        begin={() => studies.ask(Number(seeds.value), vary.value, values.value)}
        stop={() => studies.stop()}
      />
    </div>
  );
}

const allowedOf = ({ choices, minimum, maximum }: Knob) => {
  const names = Object.keys(choices);
  return names.length > 0 ? `Up to 8 of: ${names.join(", ")}` : `Up to 8 numbers from ${minimum} to ${maximum}`;
};

/** @returns values that the setting might take; "" where none varies */
function suggestedOf(knob: Knob | undefined): string {
  if (knob === undefined) return "";
  const { choices, slider, value, whole } = knob;
  const names = Object.keys(choices).slice(0, MOST_SUGGESTED);
  const [low, high] = slider;
  const numbers = [0.25, 1, 4]
    .map((factor) => factor * Number(value))
    .map((number) => (whole ? Math.round(number) : +number.toPrecision(3)))
    .filter((number) => number >= low && number <= high);
  return (names.length > 0 ? names : [...new Set(numbers)]).join(", ");
}
