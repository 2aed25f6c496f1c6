/** What the colours of the cells mean: a bar from one end of the scale to the other, with numbers and their unit. */

import { NONE, paletteOf, scaleOf } from "./shading.ts";
import type { ReadonlySignal } from "@preact/signals";
import type { Layer, Recording } from "../run/recording.ts";
import type { Mode } from "../words/terms.ts";
import type { Unit } from "../words/units.ts";
import type { Theme } from "./colour.ts";
import type { Figure } from "./shading.ts";

export interface Coloured {
  recording: Recording;
  theme: Theme;
  figure: Figure;
  taste: { layer: Layer; unit: Unit; terms: Mode; newcomer?: boolean };
}

/** @param coloured nothing before there is a run; the colours of "status" are in the legend */
export function Scale({ coloured: { value: shown } }: { coloured: ReadonlySignal<Coloured | null> }) {
  if (shown === null || shown.figure === "status")
    return <span class="tdp-scale-place tdp-scale" role="group" hidden />;
  const { recording, theme, figure, taste } = shown;
  const fills = paletteOf(figure, theme, false).map(({ fill }) => fill);
  const { name, ends, ticks, none } = scaleOf(figure, recording, taste);
  return (
    <span class="tdp-scale-place tdp-scale" role="group" title={name} aria-label={`Colour: ${name}`}>
      <span class="tdp-scale-end">{ends[0]}</span>
      <span class="tdp-measure">
        <span
          class="tdp-gradient"
          style={{ background: `linear-gradient(to right, ${fills.slice(0, NONE).join(", ")})` }}
        />
        <span class="tdp-ticks">
          {ticks.map(({ place, text }) => (
            <span style={{ left: `${100 * place}%` }}>{text}</span>
          ))}
        </span>
      </span>
      <span class="tdp-scale-end">{ends[1]}</span>
      {none !== "" && (
        <span class="tdp-state">
          <i class="tdp-swatch" style={{ background: fills[NONE] }} />
          {none}
        </span>
      )}
    </span>
  );
}
