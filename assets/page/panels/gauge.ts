/** The stop gauge: how far a block is from ending by each of the three rules that can end it, and which one did. */

import type { Panel, Taste } from "../player/panel.ts";
import { element, setText } from "../dom/elements.ts";
import { endSentence } from "../rules/explain.ts";
import { PER_NAT, apart } from "../words/units.ts";
import { hint, words } from "../words/terms.ts";
import { fillTrack, frame } from "./panel.ts";
import type { Theme } from "../cells/colour.ts";
import type { Recording } from "../run/recording.ts";
import type { Mode } from "../words/terms.ts";
import type { Unit } from "../words/units.ts";

/** The scale of the mean entropy: powers of ten, in nats. */
const [LOWEST, HIGHEST] = [-4, 1];

/** @returns place on the logarithmic scale, 0 .. 1 */
export function logPlace(nats: number): number {
  const power = nats > 0 ? Math.log10(nats) : LOWEST;
  return Math.min(Math.max((power - LOWEST) / (HIGHEST - LOWEST), 0), 1);
}

export class StopGauge implements Panel {
  confidence: ReturnType<typeof meter>;
  stability: ReturnType<typeof meter>;
  steps: ReturnType<typeof meter>;
  verdict = element("p.tdp-gauge-verdict");
  recording: Recording | null = null;
  unit: Unit = "nats";
  terms: Mode = "plain";

  constructor(root: HTMLElement) {
    const body = frame(root, "When it stops");
    this.confidence = meter("Confident");
    this.stability = meter("Stable");
    this.steps = meter("Steps");
    body.append(this.confidence.root, this.stability.root, this.steps.root, this.verdict);
  }

  show(recording: Recording, _theme: Theme, { unit, terms }: Taste): void {
    Object.assign(this, { recording, unit, terms });
    this.confidence.root.title = hint("confidence", terms);
    this.stability.root.title = hint("stability", terms);
    this.steps.root.title = hint("step", terms);
  }

  paint(step: number) {
    const now = this.recording?.frames[step];
    if (!this.recording || now === undefined) return;
    const { settings } = this.recording.headerAt(step).spec;
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

type Meter = ReturnType<typeof meter>;

function meter(name: string) {
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

/** @param reading places are 0 .. 1 */
function fill(
  { root, glyph, value, track, zone, mark }: Meter,
  reading: { met: boolean; text: string; zone?: number; mark?: number; bar?: number },
) {
  setText(glyph, reading.met ? " ✓" : "");
  root.classList.toggle("tdp-is-met", reading.met);
  setText(value, reading.text);
  zone.hidden = !reading.zone;
  zone.style.width = `${100 * (reading.zone ?? 0)}%`;
  fillTrack(track, reading.bar ?? 0);
  mark.hidden = reading.mark === undefined;
  mark.style.setProperty("--tdp-at", `calc((100% - 4px) * ${reading.mark ?? 0})`);
}
