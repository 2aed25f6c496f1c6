/** Which tokens of a person's own text stand at a step: each with the lead of another token over it, and the margin. */

import { shades } from "../cells/colour.ts";
import { inksOf } from "../cells/inks.ts";
import { element, setText } from "../dom/elements.ts";
import { ownTextSentence } from "../rules/hand-sentences.ts";
import { leadDecision } from "../rules/hand.ts";
import { frame, shortToken } from "./panel.ts";
import { StepChart } from "./step-chart.ts";
import type { Shade, Theme } from "../cells/colour.ts";
import type { Panel, Reader, Taste } from "../player/panel.ts";
import type { Decision } from "../rules/decision.ts";
import type { Recording } from "../run/recording.ts";

export class FavouredPanel implements Panel {
  canvas = element("canvas.tdp-favoured-chart", { role: "img" });
  sentence = element("p.tdp-why");
  chart: StepChart;
  recording: Recording | null = null;
  taste: Taste = { unit: "nats", layer: "sampled", terms: "plain" };
  inks: Record<string, string>;
  shades: Shade[];
  /** At this step. */
  decision: Decision | null = null;
  /** What was painted last. */
  painted: [step: number, chosen: number | null] = [-1, null];
  pointed: number | null = null;

  constructor(
    public root: HTMLElement,
    reader: Reader,
  ) {
    const body = frame(root, "Your own text");
    body.append(this.canvas, this.sentence);
    root.hidden = true;
    this.chart = new StepChart(this.canvas);
    this.inks = inksOf(root);
    this.shades = shades("light");
    const positionAt = (event: PointerEvent) => this.decision?.order[this.chart.barAt(event.offsetX)] ?? null;
    this.canvas.onpointermove = (event) => reader.point(positionAt(event));
    this.canvas.onpointerup = (event) => reader.choose(positionAt(event));
    this.canvas.onpointerleave = () => reader.point(null);
    new ResizeObserver(() => {
      this.chart.fit(body.clientWidth);
      this.paint(...this.painted);
    }).observe(body);
  }

  show(recording: Recording, theme: Theme, taste: Taste): void {
    Object.assign(this, { recording, taste, inks: inksOf(this.canvas), shades: shades(theme), pointed: null });
  }

  /** @param position under the pointer, elsewhere on the page */
  point(position: number | null) {
    if (position === this.pointed) return;
    this.pointed = position;
    this.paint(...this.painted);
  }

  paint(step: number, chosen: number | null) {
    this.painted = [step, chosen];
    const { recording, taste, pointed } = this;
    const now = recording?.frames[step];
    const decision = (this.decision = now ? leadDecision(now) : null);
    this.root.hidden = decision === null;
    if (!recording || now === undefined || decision === null || this.chart.width <= 0) return;
    const margin = Number(recording.headerAt(step).spec.settings.favour_margin);
    const sentence = ownTextSentence(now, margin, taste.unit);
    setText(this.sentence, sentence);
    this.canvas.setAttribute("aria-label", `Favoured tokens by the lead of another. ${sentence}`);
    this.canvas.hidden = decision.order.length === 0;
    if (this.canvas.hidden) return;
    const shown = chosen !== null && (now.lead?.[chosen] ?? -1) >= 0 ? chosen : null;
    const followed = shown ?? decision.order[Math.max(decision.cut - 1, 0)];
    this.chart.paint({
      decision,
      entropy: now.entropy,
      bound: margin,
      supposedBound: null,
      unit: taste.unit,
      inks: this.inks,
      shades: this.shades,
      followed,
      chosen: shown !== null,
      pointed: pointed !== null && (now.lead?.[pointed] ?? -1) >= 0 ? pointed : null,
      token: shortToken(recording, now.sampled_ids[followed]),
      names: [
        decision.cut === 1 ? "stands" : "stand",
        decision.order.length - decision.cut === 1 ? "gives way" : "give way",
      ],
      limit: "margin",
    });
  }
}
