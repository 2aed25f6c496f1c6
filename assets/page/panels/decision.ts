/**
 * What a step keeps: the choice of the sampler, why it is so, and where another bound would put the cut. Of a rule that
 * orders nothing, it shows the rule and the outcome.
 */

import { element, setText } from "../dom/elements.ts";
import { boundOf, explanationOf } from "../rules/decision.ts";
import { decisionSentence, ruleSentence } from "../rules/explain.ts";
import { standSentence } from "../rules/hand-sentences.ts";
import { boundName, whySentence } from "../rules/why.ts";
import { countsOf } from "../run/counts.ts";
import { otherWords } from "../run/sentences.ts";
import { hint } from "../words/terms.ts";
import { shortToken } from "./panel.ts";
import { StepChoice } from "./step-choice.ts";
import { WhatIf } from "./what-if.ts";
import type { Theme } from "../cells/colour.ts";
import type { Panel, Reader, Taste } from "../player/panel.ts";
import type { Recording } from "../run/recording.ts";

export class DecisionPanel implements Panel {
  step: StepChoice;
  why = element("p.tdp-why");
  whatIf: WhatIf;
  readout = element("p.tdp-readout");
  rule = element("p.tdp-rule");
  title = element("h2");
  hint = element("p.tdp-hint", "Press a token to see why it is there.");
  recording: Recording | null = null;
  taste: Taste = { unit: "nats", layer: "sampled", terms: "plain" };
  /** The step, the chosen position, and another bound for this step only; for a rank, how many. */
  painted: [step: number, chosen: number | null, supposed: number | null] = [-1, null, null];

  constructor(
    public root: HTMLElement,
    reader: Reader,
  ) {
    this.step = new StepChoice(reader);
    this.whatIf = new WhatIf((bound) => this.#suppose(bound), reader.tune);
    root.classList.add("tdp-panel");
    root.append(
      this.hint,
      this.step.root,
      this.title,
      this.why,
      this.whatIf.root,
      element("details.tdp-more", element("summary", "The rule in figures"), this.rule, this.readout),
    );
  }

  /** At this step; null where the sampler orders nothing. */
  get decision() {
    return this.step.decision;
  }

  show(recording: Recording, theme: Theme, taste: Taste): void {
    if (recording !== this.recording) this.painted = [-1, null, null];
    Object.assign(this, { recording, taste });
    this.step.show(recording, theme, taste);
    const explanation = explanationOf(recording.header);
    this.whatIf.show(boundOf(recording.header), explanation, taste);
    const sum = explanation.cut === "running sum" && explanation.order === "entropy";
    this.title.title = sum ? hint("budget", taste.terms) : `${explanation.label}: ${explanation.rule}`;
  }

  paint(step: number, chosen: number | null) {
    const [last, , supposed] = this.painted;
    this.#draw(step, chosen, step === last ? supposed : null);
  }

  /** @param position under the pointer, elsewhere on the page */
  point(position: number | null) {
    this.step.point(position);
    setText(this.readout, this.step.sentence(position ?? this.step.followed));
  }

  /** @param bound for this step only; for a rank, how many; null for the run's own */
  #suppose(bound: number | null) {
    const [step, chosen] = this.painted;
    this.#draw(step, chosen, bound);
  }

  #draw(step: number, chosen: number | null, supposed: number | null) {
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
