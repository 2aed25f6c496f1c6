/** What the reader wants to see: which canvas, as a grid or as text, coloured by which figure, and the unit of entropy. */

import { Scale } from "../cells/scale.tsx";
import { FIGURES, figureName } from "../cells/shading.ts";
import { boardOf } from "../rules/board.ts";
import { Switch } from "../ui/switch.tsx";
import { hint, words } from "../words/terms.ts";
import type { Figure } from "../cells/shading.ts";
import type { Layer } from "../run/recording.ts";
import type { PlayerState } from "./state.ts";

export const LAYERS: Layer[] = ["input", "sampled", "argmax"];

const SHAPES = {
  grid: "Every position in a cell of the same size",
  board: "The Sudoku as a board; line breaks and padding stand below it",
  text: "As running text: each token where it stands in the part's last best guess, so that nothing moves",
};

const TOO_SMALL = "Cells would be too small for their words here; a larger window or fewer lanes make room";

export function Toolbar({ state, meet }: { state: PlayerState; meet: () => void }) {
  const { layer, shape, figure, unit } = state;
  const { value: terms } = state.terms;
  const { value: close } = state.close;
  const names = words(terms);
  const header = state.recording.value?.header;
  const board = header !== undefined && boardOf(header) !== null;
  const cells = board ? "board" : "grid";
  // What has no room is not disabled, so that it may have the focus.
  const titles = { grid: close ? TOO_SMALL : `${SHAPES[cells]} (key T)`, text: `${SHAPES.text} (key T)` };
  return (
    <>
      <Switch
        class="tdp-switch tdp-layers"
        name="Canvas that is shown"
        options={{ input: names.input, sampled: names.sampled, argmax: names.argmax }}
        more={(layer) => ({ title: `${hint(layer, terms)} (key ${LAYERS.indexOf(layer) + 1})` })}
        chosen={layer.value}
        choose={(chosen) => (layer.value = chosen)}
      />
      <span class="tdp-tool">
        <select
          class="tdp-figure"
          aria-label="What the colours say"
          value={figure}
          onChange={({ currentTarget }) => {
            figure.value = currentTarget.value as Figure;
            meet();
          }}
        >
          {FIGURES.map((figure) => (
            <option value={figure}>{figureName(figure, terms)}</option>
          ))}
        </select>
        <Scale coloured={state.coloured} />
        <Switch
          name="Unit of entropy"
          options={{ nats: "nats", bits: "bits" }}
          chosen={unit.value}
          choose={(chosen) => (unit.value = chosen)}
        />
      </span>
      <Switch
        name="How the tokens stand"
        options={{ grid: cells, text: "text" }}
        more={(shape) => ({ title: titles[shape], "aria-disabled": shape === "grid" ? close : undefined })}
        chosen={close ? "text" : shape.value}
        choose={(chosen) => (shape.value = chosen)}
      />
    </>
  );
}
