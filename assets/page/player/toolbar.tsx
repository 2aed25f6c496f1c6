/** What the reader wants to see: which canvas, as a grid or as text, coloured by which figure, and the unit of entropy. */

import { signal } from "@preact/signals";
import { render } from "preact";
import { Scale } from "../cells/scale.tsx";
import { FIGURES, figureName } from "../cells/shading.ts";
import { Switch } from "../ui/switch.tsx";
import { hint, words } from "../words/terms.ts";
import type { Coloured } from "../cells/scale.tsx";
import type { Figure } from "../cells/shading.ts";
import type { Layer } from "../run/recording.ts";
import type { Mode } from "../words/terms.ts";

export const LAYERS: Layer[] = ["input", "sampled", "argmax"];

const SHAPES = {
  grid: "Every position in a cell of the same size",
  board: "The Sudoku as a board; line breaks and padding stand below it",
  text: "As running text: each token where it stands in the part's last best guess, so that nothing moves",
};

const TOO_SMALL = "Cells would be too small for their words here; a larger window or fewer lanes make room";

type Choice = { layer: Layer; shape: "grid" | "text"; figure: Figure; unit: "nats" | "bits" };

export class Toolbar {
  chosen = signal<Choice>({ layer: "sampled", shape: "grid", figure: "entropy", unit: "nats" });
  terms = signal<Mode>("plain");
  /** Does the grid of the run that is shown stand as a board? */
  board = signal(false);
  /** Does a text stand in place of cells that would be too small for their words? */
  close = signal(false);
  /** What the colours mean. */
  colours = signal<Coloured | null>(null);

  /** @param root will be filled */
  constructor(
    root: HTMLElement,
    public changed: (now: Choice, before: Choice) => void,
  ) {
    render(<Tools toolbar={this} />, root);
  }

  /** @param chosen as an address stores it, or some of that */
  set(chosen: Partial<Record<keyof Choice, string>>) {
    const { value: before } = this.chosen;
    this.chosen.value = { ...before, ...(chosen as Partial<Choice>) };
    this.changed(this.chosen.value, before);
  }
}

function Tools({ toolbar }: { toolbar: Toolbar }) {
  const { layer, shape, figure, unit } = toolbar.chosen.value;
  const { value: terms } = toolbar.terms;
  const { value: close } = toolbar.close;
  const names = words(terms);
  const cells = toolbar.board.value ? "board" : "grid";
  // What has no room is not disabled, so that it may have the focus.
  const titles = { grid: close ? TOO_SMALL : `${SHAPES[cells]} (key T)`, text: `${SHAPES.text} (key T)` };
  return (
    <>
      <Switch
        class="tdp-switch tdp-layers"
        name="Canvas that is shown"
        options={{ input: names.input, sampled: names.sampled, argmax: names.argmax }}
        more={(layer) => ({ title: `${hint(layer, terms)} (key ${LAYERS.indexOf(layer) + 1})` })}
        chosen={layer}
        choose={(layer) => toolbar.set({ layer })}
      />
      <span class="tdp-tool">
        <select
          class="tdp-figure"
          aria-label="What the colours say"
          value={figure}
          onChange={({ currentTarget }) => toolbar.set({ figure: currentTarget.value })}
        >
          {FIGURES.map((figure) => (
            <option value={figure}>{figureName(figure, terms)}</option>
          ))}
        </select>
        <Scale coloured={toolbar.colours} />
        <Switch
          name="Unit of entropy"
          options={{ nats: "nats", bits: "bits" }}
          chosen={unit}
          choose={(unit) => toolbar.set({ unit })}
        />
      </span>
      <Switch
        name="How the tokens stand"
        options={{ grid: cells, text: "text" }}
        more={(shape) => ({ title: titles[shape], "aria-disabled": shape === "grid" ? close : undefined })}
        chosen={close ? "text" : shape}
        choose={(shape) => toolbar.set({ shape })}
      />
    </>
  );
}
