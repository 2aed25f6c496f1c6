/**
 * What the reader looks at, and how: each choice once. The canvas, the toolbar, the legend, the panels and the address read
 * it here; what follows from several choices is computed.
 */

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { unitFor } from "../words/units.ts";
import { isGuided } from "./looks.ts";
import type { ReadonlySignal } from "@preact/signals";
import type { Coloured } from "../cells/scale.tsx";
import type { Figure } from "../cells/shading.ts";
import type { Layer, Recording } from "../run/recording.ts";
import type { Mode } from "../words/terms.ts";
import type { Looks } from "./looks.ts";
import type { Taste } from "./panel.ts";
import type { Withheld } from "./withheld.ts";

export class PlayerState {
  recording = signal<Recording | null>(null);
  /** What stands beside the canvas: `watch`, `tune` and `compare` in the drawer; any other has a place of its own. */
  mode = signal("watch");
  chosen = signal<number | null>(null);
  /** The position kept for comparison with the chosen one. */
  pinned = signal<number | null>(null);
  layer = signal<Layer>("sampled");
  shape = signal<"grid" | "text">("grid");
  /** What the colours mean. */
  figure = signal<Figure>("entropy");
  unit = signal<"nats" | "bits">("nats");
  terms = signal<Mode>("plain");
  /** The only status to stand out; null for all. */
  only = signal<number | null>(null);
  /** Of runs side by side: "all" cells are coloured, or those that are "differing". */
  cells = signal("all");
  /** What the clock is to count while runs are compared: "passes", "work" or "seconds". */
  by = signal("passes");
  withheld = signal<Withheld>({ decision: false, length: false });
  /** Has the reader opened nothing yet? Then no figure of the uncertainty is given: its unit has to be learnt. */
  newcomer = signal(false);

  // What the runs are found to have; a run that grows may get it at any step.
  /** Are entropies of one lower bounds? */
  bounds = signal(false);
  /** What is coloured, and how. */
  coloured = signal<Coloured | null>(null);
  /** Has the run a filler? */
  filled = signal(false);
  /** Are only cells coloured that differ? */
  differing = signal(false);
  /** Does a text stand in place of cells that would be too small for their words? */
  close = signal(false);

  /** Does the mode choose what is shown, and not the reader? */
  guided = computed(() => isGuided(this.mode.value));
  /** The position to compare the chosen one with. */
  compared = computed(() => (this.pinned.value === this.chosen.value ? null : this.pinned.value));
  /** How the reader wants figures and words. */
  taste = computed<Taste>(() => ({
    layer: this.layer.value,
    unit: unitFor(this.unit.value, this.bounds.value),
    terms: this.terms.value,
    endless: this.withheld.value.length,
    newcomer: this.newcomer.value,
  }));
  /** How things are shown, as an address stores it. */
  looks = computed<Looks>(() => ({
    mode: this.mode.value,
    layer: this.layer.value,
    figure: this.figure.value,
    only: this.only.value,
    cells: this.cells.value,
    shape: this.shape.value,
    unit: this.unit.value,
    by: this.by.value,
  }));

  /** @param looks from now on */
  look(looks: Partial<Looks>) {
    const names = Object.keys(this.looks.peek()) as (keyof Looks)[];
    batch(() => names.forEach((name) => name in looks && (this[name].value = looks[name] as any)));
  }
}

/** Acts now, and whenever one of these is another. */
export const whenever = (values: ReadonlySignal[], act: () => void) =>
  effect(() => {
    values.forEach(({ value }) => value);
    untracked(act);
  });
