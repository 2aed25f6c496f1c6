/**
 * A brief mark under the cells whose token has just changed. It is a separate canvas over the cells, drawn once a step.
 * The compositor fades it, so fading costs no layout and no drawing.
 *
 * The mark is a bar at the foot of the cell, a tenth of its area, dark on light or light on dark. So it is visible with
 * any colour vision, leaves the token readable, and stays far from the flashing areas that WCAG 2.3.1 forbids.
 */

import { element } from "../dom/elements.js";
import { changedBetween } from "../run/metrics.js";

/** @typedef {import("../run/recording.js").Recording} Recording */

const FADE_MS = 220;
/** Steps that follow each other faster get no marks, because those would flicker. */
const LEAST_APART_MS = 120;
const HEIGHT = 3;
const INK = { light: "#111827", dark: "#ffffff" };

export class Flash {
  /**
   * @param {HTMLElement} stage has the cells in its upper left corner
   * @param {MediaQueryList} reducedMotion
   */
  constructor(stage, reducedMotion) {
    this.reducedMotion = reducedMotion;
    this.canvas = element("canvas", { class: "tdp-flash", "aria-hidden": "true" });
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    stage.append(this.canvas);
    /** @type {import("./colour.js").Theme} */
    this.theme = "light";
    /** What was shown last. @type {{ recording: Recording | null, step: number, layer: string, at: number }} */
    this.last = { recording: null, step: -1, layer: "", at: 0 };
    /** @type {Animation | null} */
    this.fading = null;
  }

  /**
   * @param {{ width: number, height: number }} size in CSS pixels
   * @param {import("./colour.js").Theme} theme
   */
  prepare({ width, height }, theme) {
    this.theme = theme;
    this.canvas.width = width;
    this.canvas.height = height;
    this.fading?.cancel();
  }

  /**
   * @param {Recording} recording
   * @param {number} step that is shown now
   * @param {import("../run/recording.js").Layer} layer
   * @param {import("./layout.js").Box[]} boxes by position
   */
  paint(recording, step, layer, boxes) {
    const { last } = this;
    const at = performance.now();
    const same = recording === last.recording && layer === last.layer;
    if (same && step === last.step) return;
    this.last = { recording, step, layer, at };
    if (!same || this.reducedMotion.matches || at - last.at < LEAST_APART_MS) return;
    const changed = changedBetween(recording, last.step, step, layer);
    if (changed.length > 0) this.#mark(changed.map((position) => boxes[position]));
  }

  /** @param {import("./layout.js").Box[]} boxes */
  #mark(boxes) {
    const { context, canvas } = this;
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = INK[this.theme];
    for (const { x, y, width, height } of boxes) context.fillRect(x + 2, y + height - HEIGHT - 1, width - 4, HEIGHT);
    this.fading?.cancel();
    this.fading = canvas.animate({ opacity: [0.9, 0] }, { duration: FADE_MS, easing: "ease-out" });
  }
}
