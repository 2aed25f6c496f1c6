/**
 * What a step keeps: the choice of the sampler, why it is so, and where another bound would put the cut. Of a rule that
 * orders nothing, it shows the rule and the outcome.
 */

import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { boundOf, explanationOf } from "../rules/decision.ts";
import { decisionSentence, ruleSentence } from "../rules/explain.ts";
import { standSentence } from "../rules/hand-sentences.ts";
import { boundName, whySentence } from "../rules/why.ts";
import { countsOf } from "../run/counts.ts";
import { otherWords } from "../run/sentences.ts";
import { hint } from "../words/terms.ts";
import { panelOf } from "./component.tsx";
import { shortToken } from "./panel.ts";
import { StepChart } from "./step-chart.ts";
import { StepChoice, choiceOf } from "./step-choice.tsx";
import { WhatIf } from "./what-if.tsx";
import type { Shown } from "./component.tsx";
import type { Choice } from "./step-choice.tsx";

export const DecisionPanel = panelOf((shown) => {
  const { recording, step, chosen, taste, pointed, reader } = shown;
  const chart = useMemo(() => new StepChart(), []);
  /** Another bound for this step only; for a rank, how many. */
  const supposed = useMemo(() => signal<number | null>(null), [recording, step]);
  const choice = choiceOf(shown);
  const { decision } = choice;
  const { accepted, sampled_ids } = recording.frames[step];
  const header = recording.headerAt(step);
  const explanation = explanationOf(header);
  const bound = boundOf(header);
  const [verb, verbs] = taste.terms === "plain" ? ["kept", "keeps"] : ["accepted", "accepts"];
  const sums = explanation.cut === "running sum";
  const subject = chosen === null ? null : { position: chosen, token: shortToken(recording, sampled_ids[chosen]) };
  const counts = countsOf(recording, step);
  const others = counts.others === 0 ? "" : `${counts.others} of them ${otherWords(counts)}`;
  const why = whySentence(decision, { explanation, accepted, bound }, subject, others, taste);
  const stand = standSentence(recording.frames[step], sums ? boundName(explanation, taste.terms) : "");
  return (
    <>
      {chosen === null && <p class="tdp-hint">Press a token to see why it is there.</p>}
      <StepChoice
        {...{ shown, choice, chart }}
        supposedBound={supposed.value}
        alone={chosen === null ? `What this step ${verbs}` : undefined}
      />
      {chosen !== null && (
        <h2
          title={
            sums && explanation.order === "entropy"
              ? hint("budget", taste.terms)
              : `${explanation.label}: ${explanation.rule}`
          }
        >
          {`Why it is ${accepted[chosen] === 1 ? "" : "not "}${verb}`}
        </h2>
      )}
      <p class="tdp-why">{`${why}${stand}`}</p>
      {decision && explanation.order !== "place" && (
        <WhatIf
          {...{ decision, bound, taste }}
          supposed={supposed.value}
          suppose={(bound) => (supposed.value = bound)}
          tune={reader.tune}
        />
      )}
      <details class="tdp-more">
        <summary>The rule in figures</summary>
        <p class="tdp-rule">
          {decision ? ruleSentence(decision, bound, taste.unit) : decisionSentence(explanation, accepted)}
        </p>
        {decision && <Readout {...{ choice, pointed }} />}
      </details>
    </>
  );
});

/** The bar under the pointer, or that of the followed cell. */
const Readout = ({ choice, pointed }: { choice: Choice; pointed: Shown["pointed"] }) => (
  <p class="tdp-readout">{choice.sentence(pointed.value ?? choice.followed)}</p>
);
