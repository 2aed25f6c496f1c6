/** Which tokens of a person's own text stand at a step: each with the lead of another token over it, and the margin. */

import { shades } from "../cells/colour.js";
import { inksOf } from "../cells/inks.js";
import { element, setText } from "../dom/elements.js";
import { leadDecision } from "../rules/hand.js";
import { ownTextSentence } from "../words/hand.js";
import { frame, shortToken } from "./panel.js";
import { StepChart } from "./step-chart.js";

/** @typedef {import("./panel.js").Panel} Panel */

/** @implements {Panel} */
export class FavouredPanel {
  /** @type {import("./panel.js").Place} */
  static place = "watch";

  /** @param {HTMLElement} root @param {import("./panel.js").Reader} reader */
  constructor(root, reader) {
    this.root = root;
    const body = frame(root, "Your own text");
    this.canvas = element("canvas.tdp-favoured-chart", { role: "img" });
    this.sentence = element("p.tdp-why");
    body.append(this.canvas, this.sentence);
    root.hidden = true;
    this.chart = new StepChart(this.canvas);
    /** @type {import("./panel.js").Recording | null} */
    this.recording = null;
    /** @type {import("./panel.js").Taste} */
    this.taste = { unit: "nats", layer: "sampled", terms: "plain" };
    this.inks = inksOf(root);
    this.shades = shades("light");
    /** At this step. @type {import("../rules/decision.js").Decision | null} */
    this.decision = null;
    /** What was painted last. @type {[step: number, chosen: number | null]} */
    this.painted = [-1, null];
    /** @type {number | null} */
    this.pointed = null;
    const positionAt = (/** @type {PointerEvent} */ event) =>
      this.decision?.order[this.chart.barAt(event.offsetX)] ?? null;
    this.canvas.onpointermove = (event) => reader.point(positionAt(event));
    this.canvas.onpointerup = (event) => reader.choose(positionAt(event));
    this.canvas.onpointerleave = () => reader.point(null);
    new ResizeObserver(() => {
      this.chart.fit(body.clientWidth);
      this.paint(...this.painted);
    }).observe(body);
  }

  /** @type {Panel["show"]} */
  show(recording, theme, taste) {
    Object.assign(this, { recording, taste, inks: inksOf(this.canvas), shades: shades(theme), pointed: null });
  }

  /** @param {number | null} position under the pointer, elsewhere on the page */
  point(position) {
    if (position === this.pointed) return;
    this.pointed = position;
    this.paint(...this.painted);
  }

  /** @param {number} step @param {number | null} chosen */
  paint(step, chosen) {
    this.painted = [step, chosen];
    const { recording, taste, pointed } = this;
    const now = recording?.frames[step];
    const decision = (this.decision = now ? leadDecision(now) : null);
    this.root.hidden = decision === null;
    if (!recording || now === undefined || decision === null || this.chart.width <= 0) return;
    const margin = Number(recording.headerAt(step).settings.favour_margin);
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
