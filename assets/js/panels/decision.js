/**
 * What a step keeps: the choice of the sampler, why it is so, and where another bound would put the cut. Of a rule that
 * orders nothing, it shows the rule and the outcome.
 */

import { element, setText } from "../dom/elements.js";
import { boundOf, explanationOf } from "../rules/decision.js";
import { decisionSentence, ruleSentence } from "../rules/explain.js";
import { countsOf } from "../run/counts.js";
import { boundName, whySentence } from "../words/decision.js";
import { standSentence } from "../words/hand.js";
import { otherWords } from "../words/sentences.js";
import { hint } from "../words/terms.js";
import { shortToken } from "./panel.js";
import { StepChoice } from "./step-choice.js";
import { WhatIf } from "./what-if.js";

/** @typedef {import("./panel.js").Panel} Panel */
/** @typedef {import("./panel.js").Recording} Recording */

/** @implements {Panel} */
export class DecisionPanel {
  /** @type {import("./panel.js").Place} */
  static place = "watch";

  /** @param {HTMLElement} root @param {import("./panel.js").Reader} reader */
  constructor(root, reader) {
    this.root = root;
    this.step = new StepChoice(reader);
    this.why = element("p.tdp-why");
    this.whatIf = new WhatIf((bound) => this.#suppose(bound), reader.tune);
    this.readout = element("p.tdp-readout");
    this.rule = element("p.tdp-rule");
    this.title = element("h2");
    this.hint = element("p.tdp-hint", "Press a token to see why it is there.");
    root.classList.add("tdp-panel");
    root.append(
      this.hint,
      this.step.root,
      this.title,
      this.why,
      this.whatIf.root,
      element("details.tdp-more", element("summary", "The rule in figures"), this.rule, this.readout),
    );
    /** @type {Recording | null} */
    this.recording = null;
    /** @type {import("./panel.js").Taste} */
    this.taste = { unit: "nats", layer: "sampled", terms: "plain" };
    /** The step, the chosen position, and another bound for this step only; for a rank, how many. @type {[step: number, chosen: number | null, supposed: number | null]} */
    this.painted = [-1, null, null];
  }

  /** At this step; null where the sampler orders nothing. */
  get decision() {
    return this.step.decision;
  }

  /** @type {Panel["show"]} */
  show(recording, theme, taste) {
    if (recording !== this.recording) this.painted = [-1, null, null];
    Object.assign(this, { recording, taste });
    this.step.show(recording, theme, taste);
    const explanation = explanationOf(recording.header);
    this.whatIf.show(boundOf(recording.header), explanation, taste);
    const sum = explanation.cut === "running sum" && explanation.order === "entropy";
    this.title.title = sum ? hint("budget", taste.terms) : `${explanation.label}: ${explanation.rule}`;
  }

  /** @param {number} step @param {number | null} chosen */
  paint(step, chosen) {
    const [last, , supposed] = this.painted;
    this.#draw(step, chosen, step === last ? supposed : null);
  }

  /** @param {number | null} position under the pointer, elsewhere on the page */
  point(position) {
    this.step.point(position);
    setText(this.readout, this.step.sentence(position ?? this.step.followed));
  }

  /** @param {number | null} bound for this step only; for a rank, how many; null for the run's own */
  #suppose(bound) {
    const [step, chosen] = this.painted;
    this.#draw(step, chosen, bound);
  }

  /** @param {number} step @param {number | null} chosen @param {number | null} supposed */
  #draw(step, chosen, supposed) {
    this.painted = [step, chosen, supposed];
    const { recording, taste } = this;
    const frame = recording?.frames[step];
    if (!recording || frame === undefined) return;
    this.step.paint(step, chosen, supposed);
    const { decision, followed } = this.step;
    const header = recording.headerAt(step);
    const explanation = explanationOf(header);
    const bound = boundOf(header);
    const [verb, verbs] = taste.terms === "plain" ? ["kept", "keeps"] : ["accepted", "accepts"];
    const not = chosen !== null && frame.accepted[chosen] === 1 ? "" : "not ";
    setText(this.title, `Why it is ${not}${verb}`);
    if (chosen === null) setText(this.step.choice.title, `What this step ${verbs}`);
    this.root.classList.toggle("tdp-no-cell", chosen === null);
    this.hint.hidden = chosen !== null;
    this.readout.hidden = decision === null;
    this.whatIf.root.hidden = decision === null || explanation.order === "place";
    const token = chosen === null ? "" : shortToken(recording, frame.sampled_ids[chosen]);
    const counts = countsOf(recording, step);
    const others = counts.others === 0 ? "" : `${counts.others} of them ${otherWords(counts)}`;
    const subject = chosen === null ? null : { position: chosen, token };
    const why = whySentence(decision, { explanation, accepted: frame.accepted, bound }, subject, others, taste);
    const limit = explanation.cut === "running sum" ? boundName(explanation, taste.terms) : "";
    setText(this.why, `${why}${standSentence(frame, limit)}`);
    setText(
      this.rule,
      decision === null ? decisionSentence(explanation, frame.accepted) : ruleSentence(decision, bound, taste.unit),
    );
    if (decision === null) return;
    setText(this.readout, this.step.sentence(followed));
    this.whatIf.paint(decision, supposed);
  }
}
