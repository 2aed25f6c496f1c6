/** What the colours of the cells mean: a bar from one end of the scale to the other, with numbers and their unit. */

import { element } from "../dom/elements.js";
import { NONE, paletteOf, scaleOf } from "./shading.js";

export class Scale {
  /** @param {HTMLElement} root will be filled */
  constructor(root) {
    this.root = root;
    root.classList.add("tdp-scale");
    root.setAttribute("role", "group");
  }

  /**
   * @param {import("../run/recording.js").Recording} recording
   * @param {import("./colour.js").Theme} theme
   * @param {import("./shading.js").Figure} figure
   * @param {{ layer: import("../run/recording.js").Layer, unit: import("../words/units.js").Unit, terms: import("../words/terms.js").Mode, newcomer?: boolean }} taste
   */
  show(recording, theme, figure, taste) {
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
