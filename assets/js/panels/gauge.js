/** The stop gauge: how far a block is from ending by each of the three rules that can end it, and which one did. */

import { element, setText } from "../dom/elements.js";
import { endSentence } from "../rules/explain.js";
import { PER_NAT, apart } from "../words/units.js";
import { hint, words } from "../words/terms.js";
import { fillTrack, frame } from "./panel.js";

/** @typedef {import("./panel.js").Panel} Panel */

/** The scale of the mean entropy: powers of ten, in nats. */
const [LOWEST, HIGHEST] = [-4, 1];

/** @param {number} nats @returns {number} place on the logarithmic scale, 0 .. 1 */
export function logPlace(nats) {
  const power = nats > 0 ? Math.log10(nats) : LOWEST;
  return Math.min(Math.max((power - LOWEST) / (HIGHEST - LOWEST), 0), 1);
}

/** @implements {Panel} */
export class StopGauge {
  /** @type {import("./panel.js").Place} */
  static place = "tune";

  /** @param {HTMLElement} root */
  constructor(root) {
    const body = frame(root, "When it stops");
    this.confidence = meter("Confident");
    this.stability = meter("Stable");
    this.steps = meter("Steps");
    this.verdict = element("p.tdp-gauge-verdict");
    body.append(this.confidence.root, this.stability.root, this.steps.root, this.verdict);
    /** @type {import("./panel.js").Recording | null} */
    this.recording = null;
    /** @type {import("../words/units.js").Unit} */
    this.unit = "nats";
    /** @type {import("../words/terms.js").Mode} */
    this.terms = "plain";
  }

  /** @type {Panel["show"]} */
  show(recording, _theme, { unit, terms }) {
    Object.assign(this, { recording, unit, terms });
    this.confidence.root.title = hint("confidence", terms);
    this.stability.root.title = hint("stability", terms);
    this.steps.root.title = hint("step", terms);
  }

  /** @param {number} step */
  paint(step) {
    const now = this.recording?.frames[step];
    if (!this.recording || now === undefined) return;
    const { settings } = this.recording.headerAt(step);
    const { max_denoising_steps: most, stability_threshold: k, confidence_threshold: threshold } = settings;
    const { unit } = this;
    const [mean, limit] = apart(now.mean_entropy * PER_NAT[unit], threshold * PER_NAT[unit]);
    const confident = now.mean_entropy < threshold;
    const need = threshold === 0 ? "a limit of 0 is never met" : confident ? `below ${limit}` : `needs below ${limit}`;
    fill(this.confidence, {
      met: confident,
      zone: threshold > 0 ? logPlace(threshold) : 0,
      mark: logPlace(now.mean_entropy),
      text: `${mean} ${unit}, ${need}`,
    });
    fill(this.stability, {
      met: now.stable_for >= k,
      bar: k === 0 ? 1 : Math.min(now.stable_for / k, 1),
      text: `${now.stable_for} of ${k}`,
    });
    fill(this.steps, { met: now.step >= most, bar: now.step / most, text: `${now.step} of ${most}` });
    setText(this.verdict, endSentence(this.recording, step, words(this.terms).part));
    this.verdict.classList.toggle("tdp-ended", this.recording.closesBlock(step));
  }
}

/** @typedef {ReturnType<typeof meter>} Meter */

/** @param {string} name */
function meter(name) {
  const glyph = element("span.tdp-met");
  const value = element("span.tdp-meter-value");
  const zone = element("i.tdp-zone");
  const mark = element("i.tdp-mark");
  const track = element("span.tdp-track", { "aria-hidden": "true" }, zone, mark);
  const root = element(
    "div.tdp-meter",
    element("span.tdp-meter-name", name),
    track,
    element("span.tdp-meter-text", value, glyph),
  );
  return { root, glyph, value, track, zone, mark };
}

/**
 * @param {Meter} meter
 * @param {{ met: boolean, text: string, zone?: number, mark?: number, bar?: number }} reading places are 0 .. 1
 */
function fill({ root, glyph, value, track, zone, mark }, reading) {
  setText(glyph, reading.met ? " ✓" : "");
  root.classList.toggle("tdp-is-met", reading.met);
  setText(value, reading.text);
  zone.hidden = !reading.zone;
  zone.style.width = `${100 * (reading.zone ?? 0)}%`;
  fillTrack(track, reading.bar ?? 0);
  mark.hidden = reading.mark === undefined;
  mark.style.setProperty("--tdp-at", `calc((100% - 4px) * ${reading.mark ?? 0})`);
}
