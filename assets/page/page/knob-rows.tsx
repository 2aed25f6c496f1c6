/** All settings of the form, in compact rows. Those of a sampler are shown while that sampler is chosen. */

import { render } from "preact";
import { anySeed } from "../rules/knobs.ts";
import { Added } from "../ui/added.tsx";
import { NumberField } from "../ui/number-field.tsx";
import { Pill } from "../ui/pill.tsx";
import { KnobRow } from "./knob-row.tsx";
import type { Knobs } from "./knobs.ts";

/**
 * @param root will be filled, and shows what they are from now on
 * @param written for samplers that the reader writes, below the menu of samplers
 */
export const showKnobs = (root: HTMLElement, knobs: Knobs, written: HTMLElement) =>
  render(<Rows {...{ knobs, written }} />, root);

function Rows({ knobs, written }: { knobs: Knobs; written: HTMLElement }) {
  const { table, seed } = knobs;
  const luck = () => (seed.value = anySeed());
  return (
    <>
      {table.map((knob) => (
        <>
          <KnobRow {...{ knobs, knob }} hidden={!knobs.has(knob)} />
          {knob.name === "sampler" && <Added fill={(place) => place.append(written)} changes={[]} />}
        </>
      ))}
      <div class="tdp-knob" id="seed">
        <span class="tdp-knob-name">
          Seed
          <Pill
            face="Reset all"
            class="tdp-pill tdp-reset-all"
            hint="Every setting back to the model's own"
            hidden={!table.some((knob) => knobs.has(knob) && knobs.changes(knob))}
            onClick={() => knobs.reset()}
          />
        </span>
        <button type="button" id="dice" title="Another seed" aria-label="Another seed" onClick={luck}>
          ⚄
        </button>
        <NumberField name="Seed" most={knobs.mostSeed} value={seed.value} change={(chosen) => (seed.value = chosen)} />
        <p class="tdp-complaint" role="alert">
          {knobs.seedProblem}
        </p>
      </div>
    </>
  );
}
