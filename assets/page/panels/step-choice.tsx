/**
 * One cell through the second half of a step: the choice of the sampler, by what it declares, and what goes on. It can be
 * moved along by pointer and key.
 */

import { useRef } from "preact/hooks";
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
import { shortToken, tokenProps } from "./panel.ts";
import { StepCanvas } from "./step-canvas.tsx";
import { CHIP } from "./step-cell.tsx";
import { stepParts } from "./step-part.tsx";
import type { ComponentChildren } from "preact";
import type { Decision } from "../rules/decision.ts";
import type { Shown } from "./component.tsx";
import type { StepChart } from "./step-chart.ts";

export interface Choice {
  /** Null where the sampler orders nothing that can be drawn. */
  decision: Decision | null;
  /** The cell that is followed: the chosen one, else the last one kept. */
  followed: number;
  /** @returns a position's bar in words; "" where there is none */
  sentence: (position: number) => string;
}

export function choiceOf({ recording, step, chosen, taste }: Shown): Choice {
  const frame = recording.frames[step];
  const header = recording.headerAt(step);
  const way = wayOf(header);
  const decision = way.causal ? null : decisionOf(frame, header);
  const last = decision ? decision.order[Math.max(decision.cut - 1, 0)] : Math.max(frame.accepted.lastIndexOf(1), 0);
  const sentence = (position: number) => {
    const token = tokenText(recording, frame.sampled_ids[position]);
    return decision ? barSentence(decision, frame, position, token, taste.unit, namesOf(way, taste.terms)) : "";
  };
  return { decision, followed: chosen ?? last, sentence };
}

interface StepChoiceProps {
  shown: Shown;
  choice: Choice;
  chart: StepChart;
  /** Of the what-if; for a rank, how many. */
  supposedBound?: number | null;
  /** In place of the name of the choice; then nothing else is shown. */
  alone?: string;
  /** Above each part. */
  above?: ComponentChildren[];
}

export function StepChoice({ shown, choice, chart, supposedBound = null, alone, above }: StepChoiceProps) {
  const { recording, step, chosen, taste, reader } = shown;
  const { decision, followed, sentence } = choice;
  const latest = useRef(followed);
  latest.current = followed;
  const frame = recording.frames[step];
  const header = recording.headerAt(step);
  const way = wayOf(header);
  const names = namesOf(way, taste.terms);
  const [name, aside] = choicePhrase(explanationOf(header), way.causal, frame.accepted.length, taste.terms);
  const bars = decision && (
    <StepCanvas
      class="tdp-step-chart"
      tabIndex={0}
      role="slider"
      aria-label={`Positions in the order of ${decision.explanation.order}`}
      aria-valuemin={1}
      aria-valuemax={decision.order.length}
      aria-valuenow={decision.rank[followed] + 1}
      aria-valuetext={sentence(followed)}
      onKeyDown={(event) => {
        const place = placeAfter(event, decision.rank[latest.current], decision.order.length);
        if (place === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        latest.current = decision.order[place]; // now, because the next key may come before the next picture
        reader.choose(latest.current);
      }}
      {...{ shown, chart }}
      picture={{
        decision,
        entropy: frame.entropy,
        bound: boundOf(header),
        supposedBound,
        followed,
        chosen: chosen !== null,
        token: shortToken(recording, frame.sampled_ids[followed]),
        names: [taste.terms === "plain" ? "kept" : "accepted", names[RENOISED]],
        limit: boundName(decision.explanation, taste.terms),
      }}
    />
  );
  return (
    <div class={`tdp-step-choice${alone ? " tdp-no-cell" : ""}`}>
      {stepParts([{ name: alone ?? name, aside, body: bars }, ...(alone ? [] : [outcome()])], above, 5)}
    </div>
  );

  function outcome() {
    const { begins, sticky } = way;
    const outcome = outcomeOf(recording, step, followed);
    const accepted = frame.accepted[followed] === 1;
    const next = outcome.to === "next" && memoryOf(recording, step + 1) !== null;
    const best = next ? candidatesOf(frame, followed, recording.header.vocab_size, 1)?.list[0] : undefined;
    const memory = best ? ` Its memory: ${shortToken(recording, best.id)} ${percent(best.share)}.` : "";
    const whither = whitherSentence(outcome, { step: frame.step, accepted, begins, sticky }, taste.terms);
    const token = tokenProps(outcome.id < 0 ? "∅" : tokenText(recording, outcome.id), CHIP);
    return {
      name: "What goes on",
      aside: names[frame.status[followed]],
      body: (
        <div class="tdp-chip-row">
          <span class="tdp-chip tdp-token" data-origin={accepted ? "kept" : begins} {...token} />
          <span class="tdp-alone">{`${whither}${memory}`}</span>
        </div>
      ),
    };
  }
}

/** @returns where a key leads from a place in an order of so many; undefined for keys that lead nowhere */
function placeAfter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, at: number, count: number): number | undefined {
  const places: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - 10,
    PageUp: at + 10,
    Home: 0,
    End: count - 1,
  };
  if (!(key in places) || ctrlKey || metaKey || altKey) return undefined;
  return Math.min(Math.max(places[key], 0), count - 1);
}
