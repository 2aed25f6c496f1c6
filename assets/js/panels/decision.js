/**
 * The decision of a step: the order of the positions, why the cut is exactly there, and where another bound would put
 * it. It follows from what the sampler declares. For a sampler that orders nothing, it shows the rule and the outcome.
 */

import { inksOf } from "../cells/inks.js";
import { element, setText, switchOf } from "../dom/elements.js";
import { boundOf, decisionOf, explanationOf } from "../rules/decision.js";
import { barSentence, decisionSentence, ruleSentence } from "../rules/explain.js";
import { countsOf } from "../run/counts.js";
import { boundName, whySentence } from "../words/decision.js";
import { standSentence } from "../words/hand.js";
import { otherWords } from "../words/sentences.js";
import { hint, namesOf } from "../words/terms.js";
import { DecisionChart, HEIGHT, MARGINS } from "./decision-chart.js";
import { frame, shortToken, tokenText } from "./panel.js";
import { WhatIf } from "./what-if.js";

/** @typedef {import("./panel.js").Panel} Panel */
/** @typedef {import("./panel.js").Recording} Recording */

/** Bars this wide have room for their token's text. */
const LABELLED = 34;
/** The pointer can grab the bound from this far away. */
const GRIP = 9;

/** @implements {Panel} */
export class DecisionPanel {
  /** @type {import("./panel.js").Place} */
  static place = "watch";

  /** @param {HTMLElement} root @param {import("./panel.js").Reader} reader */
  constructor(root, reader) {
    this.reader = reader;
    this.near = false;
    const zoom = switchOf("Which bars", { all: "all", near: "at the cut" }, (value) => {
      this.near = value === "near";
      this.#draw();
    });
    const body = frame(root, "Why", zoom);
    this.title = /** @type {HTMLElement} */ (root.querySelector("h2"));
    this.zoom = zoom;
    this.canvas = element("canvas.tdp-decision-chart", { tabindex: "0", role: "slider", "aria-valuemin": "1" });
    this.why = element("p.tdp-why");
    this.whatIf = new WhatIf((other) => this.#suppose(other), reader.tune);
    this.readout = element("p.tdp-readout");
    this.rule = element("p.tdp-rule");
    this.figures = element("details.tdp-more", element("summary", "The rule in figures"), this.rule, this.readout);
    body.append(this.canvas, this.why, this.whatIf.root, this.figures);
    this.chart = new DecisionChart(this.canvas);
    /** @type {Recording | null} */
    this.recording = null;
    this.inks = inksOf(root);
    /** @type {import("./panel.js").Taste} */
    this.taste = { unit: "nats", layer: "sampled", terms: "plain" };
    this.step = -1;
    /** @type {number | null} */
    this.chosen = null;
    /** @type {number | null} */
    this.pointed = null;
    /** At this step; null where the sampler orders nothing that can be drawn. @type {import("../rules/decision.js").Decision | null} */
    this.decision = null;
    /** The bound of the what-if; for a rank, how many. @type {number | null} */
    this.supposedBound = null;
    this.#listen();
    new ResizeObserver(() => {
      this.chart.width = body.clientWidth;
      this.canvas.style.width = `${body.clientWidth}px`;
      this.canvas.style.height = `${HEIGHT}px`;
      this.#draw();
    }).observe(body);
  }

  /** @type {Panel["show"]} */
  show(recording, _theme, taste) {
    if (recording !== this.recording)
      Object.assign(this, { supposedBound: null, pointed: null, chosen: null, step: -1 });
    Object.assign(this, { recording, taste, inks: inksOf(this.canvas) });
    const explanation = explanationOf(recording.header);
    this.canvas.setAttribute("aria-label", `Positions in the order of ${explanation.order}`);
    this.whatIf.show(boundOf(recording.header), explanation, taste);
    const sum = explanation.cut === "running sum" && explanation.order === "entropy";
    this.title.title = sum ? hint("budget", taste.terms) : `${explanation.label}: ${explanation.rule}`;
  }

  /** @param {number} step @param {number | null} chosen */
  paint(step, chosen) {
    if (step !== this.step) this.supposedBound = null;
    this.step = step;
    this.chosen = chosen;
    this.#draw();
  }

  /** @param {number | null} position under the pointer, elsewhere on the page */
  point(position) {
    if (position === this.pointed) return;
    this.pointed = position;
    this.#draw();
  }

  #draw() {
    const now = this.recording?.frames[this.step];
    if (!this.recording || now === undefined) return;
    const { recording, chosen, pointed, supposedBound, chart } = this;
    const { unit } = this.taste;
    const header = recording.headerAt(this.step);
    const explanation = explanationOf(header);
    const decision = decisionOf(now, header);
    const drawn = decision !== null && explanation.order !== "place"; // a chart of places, ordered by place, would show nothing
    this.decision = drawn ? decision : null;
    for (const part of [this.zoom, this.canvas, this.readout, this.whatIf.root]) part.hidden = !drawn;
    const bound = boundOf(header);
    const { terms } = this.taste;
    const token = chosen === null ? "" : shortToken(recording, now.sampled_ids[chosen]);
    setText(this.title, this.#heading(now));
    const counts = countsOf(recording, this.step);
    const others = counts.others === 0 ? "" : `${counts.others} of them ${otherWords(counts)}`;
    const subject = chosen === null ? null : { position: chosen, token };
    const why = whySentence(decision, { explanation, accepted: now.accepted, bound }, subject, others, this.taste);
    setText(
      this.why,
      `${why}${standSentence(now, explanation.cut === "running sum" ? boundName(explanation, terms) : "")}`,
    );
    setText(
      this.rule,
      decision === null ? decisionSentence(explanation, now.accepted) : ruleSentence(decision, bound, unit),
    );
    if (decision === null || !drawn) return;
    const all = decision.order.length;
    const room = Math.min(Math.max(Math.floor((chart.width - MARGINS) / LABELLED), 4), all);
    const first = this.near ? Math.min(Math.max(decision.cut - (room >> 1), 0), all - room) : 0;
    const count = this.near ? room : all;
    chart.paint({
      decision,
      accepted: now.accepted,
      bound,
      supposedBound,
      unit,
      first,
      count,
      inks: this.inks,
      chosen: chosen === null ? -1 : decision.rank[chosen],
      token,
      pointed: pointed === null || pointed === chosen ? -1 : decision.rank[pointed],
      kept: terms === "plain" ? "kept" : "accepted",
      limit: boundName(explanation, terms),
      label:
        (chart.width - MARGINS) / count >= LABELLED - 1
          ? (at) => tokenText(recording, now.sampled_ids[decision.order[at]])
          : null,
    });
    const names = namesOf(recording.header.way, terms);
    const words = (/** @type {number} */ position) =>
      barSentence(decision, now, position, tokenText(recording, now.sampled_ids[position]), unit, names);
    const at = chosen ?? decision.order[Math.max(decision.cut - 1, 0)];
    setText(this.readout, words(pointed ?? at));
    this.canvas.setAttribute("aria-valuemax", String(all));
    this.canvas.setAttribute("aria-valuenow", String(decision.rank[at] + 1));
    this.canvas.setAttribute("aria-valuetext", words(at));
    this.whatIf.paint(decision, supposedBound);
  }

  /** @param {import("../run/recording.js").Frame} now */
  #heading({ accepted }) {
    if (this.chosen === null) return this.taste.terms === "plain" ? "What this step keeps" : "What this step accepts";
    const verb = this.taste.terms === "plain" ? "kept" : "accepted";
    return `Why it is ${accepted[this.chosen] === 1 ? "" : "not "}${verb}`;
  }

  /** @param {number | null} bound for this step only; for a rank, how many; null for the run's own */
  #suppose(bound) {
    this.supposedBound = bound;
    this.#draw();
  }

  #listen() {
    const { canvas } = this;
    let dragging = false;
    const grip = (/** @type {PointerEvent} */ event) =>
      this.decision?.explanation.cut !== "rank" &&
      this.recording !== null &&
      Math.abs(event.offsetY - this.chart.y(this.supposedBound ?? boundOf(this.recording.headerAt(this.step)) ?? 0)) <
        GRIP;
    canvas.onpointerdown = (event) => {
      dragging = grip(event);
      if (dragging) canvas.setPointerCapture(event.pointerId);
    };
    canvas.onpointermove = (event) => {
      if (dragging) return this.#suppose(this.whatIf.within(this.chart.figureAt(event.offsetY)));
      canvas.style.cursor = grip(event) ? "ns-resize" : "pointer";
      this.reader.point(this.#positionAt(event));
    };
    canvas.onpointerup = (event) => {
      if (!dragging) this.reader.choose(this.#positionAt(event));
      dragging = false;
    };
    canvas.onpointercancel = () => (dragging = false);
    canvas.onpointerleave = () => this.reader.point(null);
    canvas.onkeydown = (event) => this.#key(event);
  }

  /** @param {PointerEvent} event */
  #positionAt(event) {
    return this.decision?.order[this.chart.barAt(event.offsetX)] ?? null;
  }

  /** @param {KeyboardEvent} event moves from bar to bar */
  #key(event) {
    const { decision } = this;
    if (decision === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = decision.order.length;
    const at = this.chosen === null ? Math.max(decision.cut - 1, 0) : decision.rank[this.chosen];
    const to = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - 10,
      PageUp: at + 10,
      Home: 0,
      End: all - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.chosen = decision.order[Math.min(Math.max(to, 0), all - 1)]; // now, because the next key may come before the next picture
    this.reader.choose(this.chosen);
  }
}
