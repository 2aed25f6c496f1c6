/**
 * The decision of a step: the order of the positions, why the cut is exactly there, and where another bound would put
 * it. It follows from what the sampler declares. For a sampler that orders nothing, it shows the rule and the outcome.
 */

import { element, setText, switchOf } from "../dom/elements.js";
import { boundOf, decisionOf, explanationOf } from "../rules/decision.js";
import { amount, barSentence, decisionSentence, ruleSentence, whatIfSentence } from "../rules/explain.js";
import { namesOf } from "../words/terms.js";
import { DecisionChart, HEIGHT } from "./decision-chart.js";
import { frame, tokenText } from "./panel.js";

/** @typedef {import("./panel.js").Panel} Panel */
/** @typedef {import("./panel.js").Recording} Recording */

/** Bars this wide have room for their token's text. */
const LABELLED = 34;
/** The pointer can grab the bound from this far away. */
const GRIP = 9;
/** How many places the slider of the what-if has. */
const NOTCHES = 1000;
/** Where it ends by default, for entropies and divergences. */
const MOST_NATS = 5;

/** @implements {Panel} */
export class DecisionPanel {
  /** @type {import("./panel.js").Place} */
  static place = "watch";

  /**
   * @param {HTMLElement} root
   * @param {import("./panel.js").Reader} reader
   */
  constructor(root, reader) {
    this.reader = reader;
    this.near = false;
    const zoom = switchOf(
      "Which bars",
      [
        ["all", "all"],
        ["near", "at the cut"],
      ],
      (value) => {
        this.near = value === "near";
        this.#draw();
      },
    );
    const body = frame(root, "Entropy budget", zoom);
    this.title = /** @type {HTMLElement} */ (root.querySelector("h2"));
    this.zoom = zoom;
    this.canvas = element("canvas", {
      class: "tdp-decision-chart",
      tabindex: "0",
      role: "slider",
      "aria-valuemin": "1",
    });
    this.readout = element("p", { class: "tdp-readout" });
    this.rule = element("p", { class: "tdp-rule" });
    this.range = element("input", {
      type: "range",
      min: "0",
      max: String(NOTCHES),
      step: "1",
    });
    this.reset = element("button", { type: "button" }, "Reset");
    this.verdict = element("p", { class: "tdp-what-if-verdict", "aria-live": "polite" });
    this.asked = element("span", {});
    this.whatIf = element(
      "div",
      { class: "tdp-what-if" },
      element("label", {}, this.asked, this.range, this.reset),
      this.verdict,
    );
    body.append(this.canvas, this.readout, this.rule, this.whatIf);
    this.chart = new DecisionChart(this.canvas);
    /** @type {Recording | null} */
    this.recording = null;
    /** @type {import("./panel.js").Theme} */
    this.theme = "light";
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
    this.other = null;
    this.#listen();
    new ResizeObserver(() => {
      this.chart.width = body.clientWidth;
      this.canvas.style.width = `${body.clientWidth}px`;
      this.canvas.style.height = `${HEIGHT}px`;
      this.#draw();
    }).observe(body);
  }

  /**
   * @param {Recording} recording
   * @param {import("./panel.js").Theme} theme
   * @param {import("./panel.js").Taste} taste
   */
  show(recording, theme, taste) {
    if (recording !== this.recording) Object.assign(this, { other: null, pointed: null, chosen: null, step: -1 });
    Object.assign(this, { recording, theme, taste });
    const { label, cut, order } = explanationOf(recording.header);
    setText(this.title, cut === "running sum" ? "Entropy budget" : `Sampler: ${label}`);
    this.canvas.setAttribute("aria-label", `Positions in the order of ${order}`);
    const asked = cut === "rank" ? "quota" : "bound";
    setText(this.asked, `What if the ${asked} were`);
    this.range.setAttribute("aria-label", `Another ${asked} for this step`);
  }

  /**
   * @param {number} step
   * @param {number | null} chosen
   */
  paint(step, chosen) {
    if (step !== this.step && this.other !== null) this.#suppose(null);
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

  /** The bound of the run's own decision; for a rank, how many were accepted. */
  get #bound() {
    return (this.recording && boundOf(this.recording.header)) ?? this.decision?.cut ?? 0;
  }

  #draw() {
    const now = this.recording?.frames[this.step];
    if (!this.recording || now === undefined) return;
    const { recording, chosen, pointed, other, chart } = this;
    const { unit } = this.taste;
    const explanation = explanationOf(recording.header);
    const decision = decisionOf(now, recording.header);
    const drawn = decision !== null && explanation.order !== "place"; // a chart of places, ordered by place, would show nothing
    this.decision = drawn ? decision : null;
    for (const part of [this.zoom, this.canvas, this.readout, this.whatIf]) part.hidden = !drawn;
    const bound = boundOf(recording.header);
    setText(
      this.rule,
      decision === null ? decisionSentence(explanation, now.accepted) : ruleSentence(decision, bound, unit),
    );
    if (decision === null || !drawn) return;
    const all = decision.order.length;
    const room = Math.min(Math.max(Math.floor((chart.width - 54) / LABELLED), 4), all);
    const first = this.near ? Math.min(Math.max(decision.cut - (room >> 1), 0), all - room) : 0;
    const count = this.near ? room : all;
    chart.paint({
      decision,
      accepted: now.accepted,
      bound,
      other,
      unit,
      first,
      count,
      theme: this.theme,
      chosen: chosen === null ? -1 : decision.rank[chosen],
      pointed: pointed === null ? -1 : decision.rank[pointed],
      label:
        (chart.width - 54) / count >= LABELLED - 1
          ? (at) => tokenText(recording, now.sampled_ids[decision.order[at]])
          : null,
    });
    const names = namesOf(recording.header.way);
    const words = (/** @type {number} */ position) =>
      barSentence(decision, now, position, tokenText(recording, now.sampled_ids[position]), unit, names);
    const at = chosen ?? decision.order[Math.max(decision.cut - 1, 0)];
    setText(this.readout, words(pointed ?? at));
    this.canvas.setAttribute("aria-valuemax", String(all));
    this.canvas.setAttribute("aria-valuenow", String(decision.rank[at] + 1));
    this.canvas.setAttribute("aria-valuetext", words(at));
    const supposed = other ?? this.#bound;
    const named = bound === null ? `${Math.round(supposed)} positions` : amount(supposed, explanation, unit);
    if (other === null) this.range.value = String(this.#notch(supposed));
    this.range.setAttribute("aria-valuetext", named);
    this.whatIf.classList.toggle("tdp-active", other !== null);
    this.reset.disabled = other === null;
    const own = bound === null ? `This step took ${named}. Move the slider.` : `The bound of this run is ${named}. Drag its line in the chart, or this slider.`;
    setText(this.verdict, other === null ? own : `SIMULATED · ${whatIfSentence(decision, other, unit)}`);
  }

  /** @param {number | null} bound for this step only; null for the run's own */
  #suppose(bound) {
    this.other = bound;
    this.range.value = String(this.#notch(bound ?? this.#bound));
  }

  /** @param {number} bound */
  #notch(bound) {
    return Math.round(NOTCHES * this.#curve(Math.min(bound / this.#most, 1), true));
  }

  /** Samplers decide among small values, so the slider moves slowly near 0. */
  #curve(/** @type {number} */ share, back = false) {
    if (this.decision?.explanation.unit !== "nats" || this.decision.explanation.cut === "rank") return share;
    return back ? Math.cbrt(share) : share ** 3;
  }

  /** A run's bound may be beyond the slider's usual range. */
  get #most() {
    if (this.decision?.explanation.cut === "rank") return this.decision.order.length;
    const unit = this.decision?.explanation.unit;
    return unit === "probability" ? 1 : Math.max(unit === "nats" ? MOST_NATS : 1, 2 * this.#bound);
  }

  #listen() {
    const { canvas } = this;
    let dragging = false;
    const grip = (/** @type {PointerEvent} */ event) =>
      this.decision?.explanation.cut !== "rank" && Math.abs(event.offsetY - this.chart.y(this.other ?? this.#bound)) < GRIP;
    canvas.onpointerdown = (event) => {
      dragging = grip(event);
      if (dragging) canvas.setPointerCapture(event.pointerId);
    };
    canvas.onpointermove = (event) => {
      if (dragging) {
        this.#suppose(Math.min(this.chart.figureAt(event.offsetY), this.#most));
        return this.#draw();
      }
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
    this.range.oninput = () => {
      const other = this.#most * this.#curve(Number(this.range.value) / NOTCHES);
      this.other = this.decision?.explanation.cut === "rank" ? Math.round(other) : other;
      this.#draw();
    };
    this.reset.onclick = () => {
      this.#suppose(null);
      this.range.focus();
      this.#draw();
    };
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
