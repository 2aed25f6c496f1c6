/** What a step would keep with another bound: a slider, a number, and what comes of it. */

import { useRef } from "preact/hooks";
import { scaleOf } from "../rules/explain.ts";
import { boundName, supposedSentence } from "../rules/why.ts";
import { Pill } from "../ui/pill.tsx";
import { digits, plainUnit } from "../words/units.ts";
import type { Reader, Taste } from "../player/panel.ts";
import type { Decision } from "../rules/decision.ts";

/** How many places the slider has. */
const NOTCHES = 1000;
/** Where it ends by default, for entropies and divergences. */
const MOST_NATS = 5;

interface WhatIfProps {
  decision: Decision;
  /** Of the run; for a rank, how many. */
  bound: number | null;
  /** Another one for this step; null for the run's own. */
  supposed: number | null;
  suppose: (bound: number | null) => void;
  taste: Taste;
  tune: Reader["tune"];
}

export function WhatIf({ decision, bound, supposed, suppose, taste, tune }: WhatIfProps) {
  const range = useRef<HTMLInputElement>(null);
  const number = useRef<HTMLInputElement>(null);
  const { explanation, order, cut } = decision;
  const rank = explanation.cut === "rank";
  const nats = !rank && explanation.unit === "nats";
  const scale = rank ? 1 : scaleOf(explanation, taste.unit);
  // A run's bound may be beyond the slider's usual range.
  const usual =
    explanation.unit === "probability" ? 1 : Math.max(explanation.unit === "nats" ? MOST_NATS : 1, 2 * (bound ?? 0));
  const most = rank ? order.length : usual;
  /** One that the slider reaches, as round as it is shown. Samplers decide among small values, so it moves slowly near 0. */
  const boundAt = (share: number) => {
    const reached = most * (nats ? share ** 3 : share);
    return rank ? Math.round(reached) : +reached.toPrecision(3);
  };
  const value = supposed ?? bound ?? cut;
  const share = Math.min(value / most, 1);
  const figure = +(value * scale).toPrecision(3);
  const typing = supposed !== null && number.current !== null && number.current === document.activeElement;
  const name = boundName(explanation, taste.terms);
  const reset = () => {
    suppose(null);
    range.current?.focus();
  };
  return (
    <div class="tdp-what-if">
      <div class="tdp-what-if-row">
        <label class="tdp-what-if-asked">{`What if the ${name} were`}</label>
        <input
          type="range"
          ref={range}
          aria-label={`Another ${name} for this step`}
          aria-valuetext={`${digits(figure, 3)}${nats ? ` ${plainUnit(taste.unit)}` : ""}`}
          min={0}
          max={NOTCHES}
          value={Math.round(NOTCHES * (nats ? Math.cbrt(share) : share))}
          onInput={({ currentTarget }) => suppose(boundAt(currentTarget.valueAsNumber / NOTCHES))}
        />
        <input
          type="number"
          ref={number}
          aria-label={`Another ${name} for this step`}
          min={0}
          step="any"
          value={typing ? undefined : figure}
          onInput={({ currentTarget }) => {
            const typed = currentTarget.valueAsNumber / scale;
            if (typed >= 0 && Number.isFinite(typed)) suppose(rank ? Math.round(typed) : typed);
          }}
        />
      </div>
      <div class="tdp-what-if-outcome" hidden={supposed === null}>
        <p class="tdp-what-if-verdict" aria-live="polite">
          {supposed !== null && `SIMULATED: ${supposedSentence(decision, supposed, taste)} Later steps would differ.`}
        </p>
        {tune && explanation.bound && (
          <Pill onClick={() => supposed !== null && tune({ [explanation.bound]: supposed })}>Run with this</Pill>
        )}
        <Pill onClick={reset}>Reset</Pill>
      </div>
    </div>
  );
}
