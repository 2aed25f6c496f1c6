/** The legend, always in sight: what the colours and outlines mean. Pressing a status makes only its cells stand out. */

import { element } from "../dom/elements.js";
import { NAMES } from "../run/status.js";
import { namesOf } from "../words/terms.js";
import { NONE, paletteOf, scaleOf } from "./shading.js";

/** By status code: the swatch's style and what the status means. */
const STATES = [
  ["tdp-locked", "accepted, and at the step before"],
  ["tdp-newly", "accepted, and not at the step before"],
  ["tdp-renoised", "not accepted: redrawn for the next step"],
  ["tdp-relapsed", "not accepted, though it was at the step before"],
];

export class Legend {
  /**
   * @param {HTMLElement} root will be filled
   * @param {(status: number | null) => void} filter makes only this status stand out; null for all
   */
  constructor(root, filter) {
    this.filter = filter;
    this.scale = element("span", { class: "tdp-entropy" });
    this.swatches = STATES.map(([style]) => element("i", { class: `tdp-swatch ${style}` }, "a"));
    this.names = NAMES.map((name) => element("span", {}, name));
    this.states = STATES.map(([, meaning], code) => {
      const button = element(
        "button",
        {
          type: "button",
          class: "tdp-state",
          "aria-pressed": "false",
          title: `${meaning}. Press to let only these stand out.`,
        },
        this.swatches[code],
        this.names[code],
      );
      button.onclick = () => this.set(button.getAttribute("aria-pressed") === "true" ? null : code);
      return button;
    });
    const muted = element(
      "span",
      { class: "tdp-state" },
      element("i", { class: "tdp-swatch tdp-muted" }, "·"),
      "end of text, padding",
    );
    root.replaceChildren(this.scale, ...this.states, muted);
  }

  /** @param {number | null} status the only one to stand out; null for all */
  set(status) {
    this.states.forEach((button, code) => button.setAttribute("aria-pressed", String(code === status)));
    this.filter(status);
  }

  /**
   * @param {import("../run/recording.js").Recording} recording
   * @param {import("./colour.js").Theme} theme
   * @param {import("./shading.js").Figure} figure
   * @param {{ layer: import("../run/recording.js").Layer, unit: import("../words/units.js").Unit }} taste
   */
  show(recording, theme, figure, { layer, unit }) {
    namesOf(recording.header.way).forEach((name, code) => (this.names[code].textContent = name));
    const palette = paletteOf(figure, theme, false);
    const { name, ticks, none } = scaleOf(figure, recording, layer, unit);
    const bar = element("span", { class: "tdp-scale" });
    bar.style.background = `linear-gradient(to right, ${palette
      .slice(0, NONE)
      .map(({ fill }) => fill)
      .join(", ")})`;
    const marks = element("span", { class: "tdp-ticks" });
    for (const { place, text } of ticks) {
      const mark = element("span", {}, text);
      mark.style.left = `${100 * place}%`;
      marks.append(mark);
    }
    this.scale.replaceChildren(
      element("span", { class: "tdp-name" }, name),
      element("span", { class: "tdp-measure" }, bar, marks),
    );
    if (none) {
      const swatch = element("i", { class: "tdp-swatch" });
      swatch.style.background = palette[NONE].fill;
      this.scale.append(element("span", { class: "tdp-state" }, swatch, none));
    }
    this.scale.hidden = figure === "status";
    this.swatches.forEach((place, code) => {
      place.style.background = figure === "status" ? palette[code].fill : "";
      place.style.color = figure === "status" ? palette[code].text : "";
    });
  }
}
