/** What the colours of the cells mean: a bar from one end of the scale to the other, with numbers and their unit. */

import { element } from "../dom/elements.ts";
import { NONE, paletteOf, scaleOf } from "./shading.ts";
import type { Layer, Recording } from "../run/recording.ts";
import type { Mode } from "../words/terms.ts";
import type { Unit } from "../words/units.ts";
import type { Theme } from "./colour.ts";
import type { Figure } from "./shading.ts";

export class Scale {
  /** @param root will be filled */
  constructor(public root: HTMLElement) {
    root.classList.add("tdp-scale");
    root.setAttribute("role", "group");
  }

  show(
    recording: Recording,
    theme: Theme,
    figure: Figure,
    taste: { layer: Layer; unit: Unit; terms: Mode; newcomer?: boolean },
  ) {
    const { root } = this;
    root.hidden = figure === "status"; // the legend has its colours
    if (root.hidden) return;
    const palette = paletteOf(figure, theme, false);
    const { name, ends, ticks, none } = scaleOf(figure, recording, taste);
    const bar = element("span.tdp-gradient");
    bar.style.background = `linear-gradient(to right, ${palette
      .slice(0, NONE)
      .map(({ fill }) => fill)
      .join(", ")})`;
    const marks = element("span.tdp-ticks");
    for (const { place, text } of ticks) {
      const mark = element("span", text);
      mark.style.left = `${100 * place}%`;
      marks.append(mark);
    }
    root.title = name;
    root.setAttribute("aria-label", `Colour: ${name}`);
    root.replaceChildren(
      element("span.tdp-scale-end", ends[0]),
      element("span.tdp-measure", bar, marks),
      element("span.tdp-scale-end", ends[1]),
    );
    if (none === "") return;
    const swatch = element("i.tdp-swatch");
    swatch.style.background = palette[NONE].fill;
    root.append(element("span.tdp-state", swatch, none));
  }
}
