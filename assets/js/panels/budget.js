/**
 * The entropy budget of a step: why exactly there was the cut, and where another bound would have put it. Of a run with
 * another sampler it says that one's rule instead.
 */

import { element, setText, switchOf } from "../dom/elements.js";
import { budgetOf, cutAt } from "../rules/budget.js";
import { barSentence, decisionSentence, isBudgeted, ruleSentence, whatIfSentence } from "../rules/explain.js";
import { entropyText } from "../words/units.js";
import { BudgetChart, HEIGHT } from "./budget-chart.js";
import { frame, tokenText } from "./panel.js";

/** @typedef {import("./panel.js").Panel} Panel */
/** @typedef {import("./panel.js").Recording} Recording */

/** Bars this wide have room for their token's text. */
const LABELLED = 34;
/** The pointer takes hold of the bound this near to it. */
const GRIP = 9;
/** Places of the what-if's slider; they crowd near 0, where the sampler decides. */
const NOTCHES = 1000;
const MOST_NATS = 5;

/** @implements {Panel} */
export class BudgetPanel {
  /** @type {import("./panel.js").Place} */
  static place = "beside";

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
      class: "tdp-budget-chart",
      tabindex: "0",
      role: "slider",
      "aria-label": "Positions by entropy, surest first",
      "aria-valuemin": "1",
    });
    this.readout = element("p", { class: "tdp-readout" });
    this.rule = element("p", { class: "tdp-rule" });
    this.range = element("input", {
      type: "range",
      min: "0",
      max: String(NOTCHES),
      step: "1",
      "aria-label": "Another entropy bound for this step",
    });
    this.reset = element("button", { type: "button" }, "Reset");
    this.verdict = element("p", { class: "tdp-what-if-verdict", "aria-live": "polite" });
    this.whatIf = element(
      "div",
      { class: "tdp-what-if" },
      element("label", {}, element("span", {}, "What if the bound were"), this.range, this.reset),
      this.verdict,
    );
    body.append(this.canvas, this.readout, this.rule, this.whatIf);
    this.chart = new BudgetChart(this.canvas);
    /** @type {Recording | null} */
    this.recording = null;
    /** @type {import("./panel.js").Theme} */
    this.theme = "light";
    /** @type {import("./panel.js").Taste} */
    this.taste = { unit: "nats", layer: "sampled" };
    this.row = -1;
    /** @type {number | null} */
    this.chosen = null;
    /** @type {number | null} */
    this.pointed = null;
    /** The bound of the what-if. @type {number | null} */
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
    if (recording !== this.recording) Object.assign(this, { other: null, pointed: null, chosen: null, row: -1 });
    Object.assign(this, { recording, theme, taste });
    const budgeted = isBudgeted(recording);
    setText(this.title, budgeted ? "Entropy budget" : `Sampler: ${recording.header.explanation?.label}`);
    for (const part of [this.zoom, this.canvas, this.readout, this.whatIf]) part.hidden = !budgeted;
    this.range.value = String(this.#notch(this.other ?? this.#bound));
  }

  /**
   * @param {number} row
   * @param {number | null} chosen
   */
  paint(row, chosen) {
    if (row !== this.row && this.other !== null) this.#suppose(null);
    this.row = row;
    this.chosen = chosen;
    this.#draw();
  }

  /** @param {number | null} position that the pointer is over, somewhere else on the page */
  point(position) {
    if (position === this.pointed) return;
    this.pointed = position;
    this.#draw();
  }

  get #bound() {
    const header = this.recording?.header;
    return header?.settings[header.explanation?.bound ?? "entropy_bound"] ?? 0;
  }

  #draw() {
    const step = this.recording?.frames[this.row];
    if (!this.recording || step === undefined) return;
    const { recording, chosen, pointed, other, chart } = this;
    const { explanation } = recording.header;
    if (explanation && !isBudgeted(recording)) return setText(this.rule, decisionSentence(explanation, step.accepted));
    const bound = this.#bound;
    const { unit } = this.taste;
    const budget = budgetOf(step, bound);
    this.budget = budget;
    const all = budget.order.length;
    const room = Math.min(Math.max(Math.floor((chart.width - 54) / LABELLED), 4), all);
    const first = this.near ? Math.min(Math.max(budget.cut - (room >> 1), 0), all - room) : 0;
    const count = this.near ? room : all;
    chart.paint({
      budget,
      entropy: step.entropy,
      bound,
      other,
      unit,
      first,
      count,
      theme: this.theme,
      top: 2 * Math.max(Math.min(bound || 0.1, all), other ?? 0),
      chosen: chosen === null ? -1 : budget.rank[chosen],
      pointed: pointed === null ? -1 : budget.rank[pointed],
      label:
        (chart.width - 54) / count >= LABELLED - 1
          ? (at) => tokenText(recording, step.sampled_ids[budget.order[at]])
          : null,
    });
    const words = (/** @type {number} */ position) =>
      barSentence(budget, step, position, tokenText(recording, step.sampled_ids[position]), unit);
    const at = chosen ?? budget.order[Math.max(budget.cut - 1, 0)];
    setText(this.readout, words(pointed ?? at));
    this.canvas.setAttribute("aria-valuemax", String(all));
    this.canvas.setAttribute("aria-valuenow", String(budget.rank[at] + 1));
    this.canvas.setAttribute("aria-valuetext", words(at));
    setText(this.rule, ruleSentence(budget, step.entropy, bound, unit));
    const supposed = other ?? bound;
    const would = other === null ? budget.cut : cutAt(budget.before, other);
    const named = `${entropyText(supposed, unit)} ${unit}`;
    this.range.setAttribute("aria-valuetext", named);
    this.whatIf.classList.toggle("tdp-active", other !== null);
    this.reset.disabled = other === null;
    setText(
      this.verdict,
      other === null
        ? `The bound of this run is ${named}. Drag its line in the chart, or this slider.`
        : `SIMULATED · ${whatIfSentence(budget.cut, would, all, named)}`,
    );
  }

  /** @param {number | null} bound for this step only; null: the run's own */
  #suppose(bound) {
    this.other = bound;
    this.range.value = String(this.#notch(bound ?? this.#bound));
  }

  /** @param {number} bound */
  #notch(bound) {
    return Math.round(NOTCHES * Math.cbrt(Math.min(bound / this.#most, 1)));
  }

  /** A run may have a bound beyond what the slider usually offers. */
  get #most() {
    return Math.max(MOST_NATS, 2 * this.#bound);
  }

  #listen() {
    const { canvas } = this;
    let dragging = false;
    const grip = (/** @type {PointerEvent} */ event) =>
      Math.abs(event.offsetY - this.chart.y(this.other ?? this.#bound)) < GRIP;
    canvas.onpointerdown = (event) => {
      dragging = grip(event);
      if (dragging) canvas.setPointerCapture(event.pointerId);
    };
    canvas.onpointermove = (event) => {
      if (dragging) {
        this.#suppose(Math.min(this.chart.natsAt(event.offsetY), this.#most));
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
      this.other = this.#most * (Number(this.range.value) / NOTCHES) ** 3;
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
    return this.budget?.order[this.chart.barAt(event.offsetX)] ?? null;
  }

  /** @param {KeyboardEvent} event moves from bar to bar */
  #key(event) {
    const { budget } = this;
    if (budget === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = budget.order.length;
    const at = this.chosen === null ? Math.max(budget.cut - 1, 0) : budget.rank[this.chosen];
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
    this.chosen = budget.order[Math.min(Math.max(to, 0), all - 1)]; // at once: the next key may come before the next picture
    this.reader.choose(this.chosen);
  }
}
