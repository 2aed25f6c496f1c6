/**
 * One cell through the second half of a step: the choice of the sampler, by what it declares, and what goes on. It can be
 * moved along by pointer and key.
 */

import { shades } from "../cells/colour.js";
import { inksOf } from "../cells/inks.js";
import { element, setText } from "../dom/elements.js";
import { boundOf, decisionOf, explanationOf } from "../rules/decision.js";
import { barSentence } from "../rules/explain.js";
import { wayOf } from "../rules/ways.js";
import { candidatesOf, memoryOf, outcomeOf } from "../run/one-step.js";
import { RENOISED } from "../run/status.js";
import { boundName } from "../words/decision.js";
import { choicePhrase, outcomePhrase, whitherSentence } from "../words/one-step.js";
import { namesOf } from "../words/terms.js";
import { percent } from "../words/units.js";
import { setToken, shortToken, stepPart, tokenText } from "./panel.js";
import { StepChart } from "./step-chart.js";
import { CHIP } from "./step-cell.js";

/** @typedef {import("./panel.js").Recording} Recording */

export class StepChoice {
  /** @param {import("./panel.js").Reader} reader */
  constructor(reader) {
    this.reader = reader;
    this.choice = stepPart(5, "Sort and add up");
    this.canvas = element("canvas.tdp-step-chart", { tabindex: "0", role: "slider", "aria-valuemin": "1" });
    this.choice.body.append(this.canvas);
    this.outcome = stepPart(6, "What goes on");
    this.chip = element("span.tdp-chip.tdp-token");
    this.whither = element("span.tdp-alone");
    this.outcome.body.append(element("div.tdp-chip-row", this.chip, this.whither));
    this.root = element("div.tdp-step-choice", this.choice.root, this.outcome.root);
    this.chart = new StepChart(this.canvas);
    /** @type {Recording | null} */
    this.recording = null;
    this.inks = inksOf(this.root);
    this.shades = shades("light");
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
    const at = (/** @type {PointerEvent} */ event) => this.decision?.order[this.chart.barAt(event.offsetX)] ?? null;
    this.canvas.onpointermove = (event) => reader.point(at(event));
    this.canvas.onpointerup = (event) => reader.choose(at(event));
    this.canvas.onpointerleave = () => reader.point(null);
    this.canvas.onkeydown = (event) => this.#key(event);
    new ResizeObserver(() => {
      if (this.choice.body.clientWidth === 0) return;
      this.chart.fit(this.choice.body.clientWidth);
      this.#draw();
    }).observe(this.choice.body);
  }

  /** @type {import("./panel.js").Panel["show"]} */
  show(recording, theme, taste) {
    if (recording !== this.recording) Object.assign(this, { pointed: null, chosen: null, step: -1, decision: null });
    Object.assign(this, { recording, taste, shades: shades(theme), inks: inksOf(this.root) });
    this.canvas.setAttribute("aria-label", `Positions in the order of ${explanationOf(recording.header).order}`);
  }

  /** @param {number | null} position under the pointer, elsewhere on the page */
  point(position) {
    if (position === this.pointed) return;
    this.pointed = position;
    this.#draw();
  }

  /** The cell that is followed: the chosen one, else the last one kept. @returns {number} */
  get followed() {
    const { decision } = this;
    if (this.chosen !== null) return this.chosen;
    if (decision !== null) return decision.order[Math.max(decision.cut - 1, 0)];
    return Math.max(this.recording?.frames[this.step]?.accepted.lastIndexOf(1) ?? 0, 0);
  }

  /** @param {number} step @param {number | null} chosen @param {number | null} supposedBound */
  paint(step, chosen, supposedBound) {
    Object.assign(this, { step, chosen, supposedBound });
    const { recording } = this;
    const frame = recording?.frames[step];
    if (!recording || frame === undefined) return;
    const header = recording.headerAt(step);
    const way = wayOf(header);
    const { terms } = this.taste;
    this.decision = way.causal ? null : decisionOf(frame, header);
    const [title, aside] = choicePhrase(explanationOf(header), way.causal, frame.accepted.length, terms);
    setText(this.choice.title, title);
    setText(this.choice.aside, aside);
    this.canvas.hidden = this.decision === null;
    this.#draw();
    this.#goOn(recording, frame);
  }

  /** @param {Recording} recording @param {import("../run/recording.js").Frame} frame */
  #goOn(recording, frame) {
    const { step, followed, taste } = this;
    const { begins, sticky } = wayOf(recording.header);
    const outcome = outcomeOf(recording, step, followed);
    const accepted = frame.accepted[followed] === 1;
    setText(this.outcome.aside, outcomePhrase(frame, followed, recording.header, taste.terms));
    setToken(this.chip, outcome.id < 0 ? "∅" : tokenText(recording, outcome.id), CHIP);
    this.chip.dataset.origin = accepted ? "kept" : begins;
    const known = { step: frame.step, accepted, begins, sticky };
    const next = outcome.to === "next" && memoryOf(recording, step + 1) !== null;
    const best = next ? candidatesOf(frame, followed, recording.header.vocab_size, 1)?.list[0] : undefined;
    const memory = best ? ` Its memory: ${shortToken(recording, best.id)} ${percent(best.share)}.` : "";
    setText(this.whither, `${whitherSentence(outcome, known, taste.terms)}${memory}`);
  }

  #draw() {
    const { recording, decision, step, taste, followed } = this;
    const frame = recording?.frames[step];
    if (!recording || frame === undefined || decision === null) return;
    const header = recording.headerAt(step);
    this.chart.paint({
      decision,
      entropy: frame.entropy,
      bound: boundOf(header),
      supposedBound: this.supposedBound,
      followed,
      chosen: this.chosen !== null,
      pointed: this.pointed,
      token: shortToken(recording, frame.sampled_ids[followed]),
      names: [taste.terms === "plain" ? "kept" : "accepted", namesOf(header.way, taste.terms)[RENOISED]],
      limit: boundName(decision.explanation, taste.terms),
      unit: taste.unit,
      shades: this.shades,
      inks: this.inks,
    });
    this.canvas.setAttribute("aria-valuemax", String(decision.order.length));
    this.canvas.setAttribute("aria-valuenow", String(decision.rank[followed] + 1));
    this.canvas.setAttribute("aria-valuetext", this.sentence(followed));
  }

  /** @param {number} position @returns {string} its bar in words; "" where there is none */
  sentence(position) {
    const { recording, decision, step, taste } = this;
    const frame = recording?.frames[step];
    if (!recording || frame === undefined || decision === null) return "";
    const token = tokenText(recording, frame.sampled_ids[position]);
    return barSentence(decision, frame, position, token, taste.unit, namesOf(recording.header.way, taste.terms));
  }

  /** @param {KeyboardEvent} event moves from bar to bar */
  #key(event) {
    const { decision } = this;
    if (decision === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = decision.order.length;
    const at = decision.rank[this.followed];
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
