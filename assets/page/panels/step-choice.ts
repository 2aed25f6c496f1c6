/**
 * One cell through the second half of a step: the choice of the sampler, by what it declares, and what goes on. It can be
 * moved along by pointer and key.
 */

import { shades } from "../cells/colour.ts";
import { inksOf } from "../cells/inks.ts";
import { element, setText } from "../dom/elements.ts";
import { boundOf, decisionOf, explanationOf } from "../rules/decision.ts";
import { barSentence } from "../rules/explain.ts";
import { namesOf } from "../rules/way-words.ts";
import { wayOf } from "../rules/ways.ts";
import { boundName } from "../rules/why.ts";
import { candidatesOf, memoryOf, outcomeOf } from "../run/one-step.ts";
import { RENOISED } from "../run/status.ts";
import { tokenText } from "../words/glyphs.ts";
import { choicePhrase, whitherSentence } from "../words/one-step.ts";
import { percent } from "../words/units.ts";
import { setToken, shortToken, stepPart } from "./panel.ts";
import { CHIP } from "./step-cell.ts";
import { StepChart } from "./step-chart.ts";
import type { Shade, Theme } from "../cells/colour.ts";
import type { Reader, Taste } from "../player/panel.ts";
import type { Decision } from "../rules/decision.ts";
import type { Frame, Recording } from "../run/recording.ts";

export class StepChoice {
  choice = stepPart(5, "Sort and add up");
  canvas = element("canvas.tdp-step-chart", { tabindex: "0", role: "slider", "aria-valuemin": "1" });
  outcome: ReturnType<typeof stepPart>;
  chip = element("span.tdp-chip.tdp-token");
  whither = element("span.tdp-alone");
  root: HTMLDivElement;
  chart: StepChart;
  recording: Recording | null = null;
  inks: Record<string, string>;
  shades: Shade[];
  taste: Taste = { unit: "nats", layer: "sampled", terms: "plain" };
  step = -1;
  chosen: number | null = null;
  pointed: number | null = null;
  /** At this step; null where the sampler orders nothing that can be drawn. */
  decision: Decision | null = null;
  /** The bound of the what-if; for a rank, how many. */
  supposedBound: number | null = null;

  constructor(public reader: Reader) {
    this.choice.body.append(this.canvas);
    this.outcome = stepPart(6, "What goes on");
    this.outcome.body.append(element("div.tdp-chip-row", this.chip, this.whither));
    this.root = element("div.tdp-step-choice", this.choice.root, this.outcome.root);
    this.chart = new StepChart(this.canvas);
    this.inks = inksOf(this.root);
    this.shades = shades("light");
    const at = (event: PointerEvent) => this.decision?.order[this.chart.barAt(event.offsetX)] ?? null;
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

  show(recording: Recording, theme: Theme, taste: Taste): void {
    if (recording !== this.recording) Object.assign(this, { pointed: null, chosen: null, step: -1, decision: null });
    Object.assign(this, { recording, taste, shades: shades(theme), inks: inksOf(this.root) });
    this.canvas.setAttribute("aria-label", `Positions in the order of ${explanationOf(recording.header).order}`);
  }

  /** @param position under the pointer, elsewhere on the page */
  point(position: number | null) {
    if (position === this.pointed) return;
    this.pointed = position;
    this.#draw();
  }

  /** The cell that is followed: the chosen one, else the last one kept. */
  get followed(): number {
    const { decision } = this;
    if (this.chosen !== null) return this.chosen;
    if (decision !== null) return decision.order[Math.max(decision.cut - 1, 0)];
    return Math.max(this.recording?.frames[this.step]?.accepted.lastIndexOf(1) ?? 0, 0);
  }

  paint(step: number, chosen: number | null, supposedBound: number | null) {
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

  #goOn(recording: Recording, frame: Frame) {
    const { step, followed, taste } = this;
    const { begins, sticky } = wayOf(recording.header);
    const outcome = outcomeOf(recording, step, followed);
    const accepted = frame.accepted[followed] === 1;
    setText(this.outcome.aside, namesOf(wayOf(recording.header), taste.terms)[frame.status[followed]]);
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
      names: [taste.terms === "plain" ? "kept" : "accepted", namesOf(wayOf(header), taste.terms)[RENOISED]],
      limit: boundName(decision.explanation, taste.terms),
      unit: taste.unit,
      shades: this.shades,
      inks: this.inks,
    });
    this.canvas.setAttribute("aria-valuemax", String(decision.order.length));
    this.canvas.setAttribute("aria-valuenow", String(decision.rank[followed] + 1));
    this.canvas.setAttribute("aria-valuetext", this.sentence(followed));
  }

  /** @returns its bar in words; "" where there is none */
  sentence(position: number): string {
    const { recording, decision, step, taste } = this;
    const frame = recording?.frames[step];
    if (!recording || frame === undefined || decision === null) return "";
    const token = tokenText(recording, frame.sampled_ids[position]);
    return barSentence(decision, frame, position, token, taste.unit, namesOf(wayOf(recording.header), taste.terms));
  }

  /** @param event moves from bar to bar */
  #key(event: KeyboardEvent) {
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
