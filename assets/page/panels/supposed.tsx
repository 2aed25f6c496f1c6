/** What this step would keep with the bound that the form has, if it is not the run's. */

import { boundOf, decisionOf, explanationOf } from "../rules/decision.ts";
import { supposedSentence } from "../rules/why.ts";
import { Pill } from "../ui/pill.tsx";
import { panelOf } from "./component.tsx";
import type { Header } from "../run/recording.ts";

/** The default: a spec need not name it. */
const USUAL_SAMPLER = "entropy-bound";

export const Supposed = panelOf(({ recording, step, taste, reader: { form, tune } }) => {
  const wanted = askedBound(recording.header, form());
  const decision = wanted === null ? null : decisionOf(recording.frames[step], recording.headerAt(step));
  if (wanted === null || !decision?.agrees) return null;
  return (
    <div class="tdp-supposed-card">
      <p class="tdp-supposed" role="status">
        {`SIMULATED: ${supposedSentence(decision, wanted, taste)}`}
      </p>
      {tune && <Pill onClick={() => tune({ [explanationOf(recording.header).bound]: wanted })}>Run with this</Pill>}
    </div>
  );
});

/**
 * @param header of a run
 * @returns the bound that the form has for the sampler of this run; null if it is the run's own, or if it has another
 * sampler, whose decisions cannot be told from these figures
 */
export function askedBound(header: Header, form: Record<string, number | string>): number | null {
  const bound = boundOf(header);
  const wanted = form[explanationOf(header).bound];
  const same = form.sampler === undefined || form.sampler === (header.spec.settings.sampler ?? USUAL_SAMPLER);
  return bound !== null && same && typeof wanted === "number" && wanted >= 0 && wanted !== bound ? wanted : null;
}
