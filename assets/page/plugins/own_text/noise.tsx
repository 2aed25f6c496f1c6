/** How much of the reader's text becomes noise, and how the rest is kept. */

import { KEEP } from "../../run/steering.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { Switch } from "../../ui/switch.tsx";
import type { OwnText } from "./own-text.ts";

const KEEPS = { favoured: "favoured", held: "held", free: "free" };

export function Noise({ draft, hidden }: { draft: OwnText; hidden: boolean }) {
  const { noise, seed, keep, margin } = draft;
  const { value: nats } = margin;
  const change = (signal: typeof noise) => (value: number) => {
    signal.value = value;
    draft.later();
  };
  return (
    <div hidden={hidden}>
      <div class="tdp-own-row">
        <label>Noise t</label>
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          aria-label="Share of noise"
          value={noise}
          onInput={({ currentTarget }) => change(noise)(currentTarget.valueAsNumber)}
        />
        <output>{`${Math.round(100 * noise.value)} %`}</output>
        <label>
          {"seed "}
          <NumberField
            name="Seed of the noise"
            most={Number.MAX_SAFE_INTEGER}
            value={seed.value}
            change={change(seed)}
          />
        </label>
      </div>
      <div class="tdp-own-row">
        <label>Kept</label>
        <Switch
          name="How your text is kept"
          options={KEEPS}
          chosen={keep.value}
          choose={(next) => (keep.value = next)}
        />
        <label hidden={keep.value !== "favoured"}>
          {"margin "}
          <input
            type="number"
            min={0}
            step="any"
            aria-label="Margin, in nats"
            ref={(field) => void (field && !Object.is(field.valueAsNumber, nats) && (field.value = String(nats)))}
            onInput={({ currentTarget }) => (margin.value = currentTarget.valueAsNumber)}
          />
          {" nats"}
        </label>
      </div>
      <p class="tdp-own-hint">{KEEP[keep.value]}</p>
    </div>
  );
}
