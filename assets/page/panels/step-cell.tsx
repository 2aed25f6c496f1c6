/** One cell through the first half of a step: what went in, its probabilities, the draw, and how unsure the model is. */

import { shadeOf } from "../cells/colour.ts";
import { handAt } from "../rules/hand.ts";
import { candidatesOf, drawnPart, inputOf, memoryOf } from "../run/one-step.ts";
import { tokenText } from "../words/glyphs.ts";
import { drawPhrase, inputPhrase, unsurePhrase } from "../words/one-step.ts";
import { entropyIn, entropyText, temperatureText } from "../words/units.ts";
import { CandidateBars } from "./candidates.tsx";
import { shortToken, tokenProps } from "./panel.ts";
import { stepParts } from "./step-part.tsx";
import type { ComponentChildren } from "preact";
import type { Candidates } from "../run/one-step.ts";
import type { Shown } from "./component.tsx";
import type { Part } from "./step-part.tsx";

/** Candidates of the step itself, and of the step before. */
const [NOW, BEFORE] = [5, 3];
/** A pale part that is shorter, as a share of its track, is not seen and not explained. */
const LEAST_PALE = 0.01;
const MEMORY = "Memory: the probabilities of the step before";
/** Room for a token's text in a chip, in pixels. */
export const CHIP = 66;

interface StepCellProps extends Pick<Shown, "recording" | "step" | "taste" | "shades"> {
  position: number;
  /** How many candidates stand apart. */
  apart?: number;
  /** Above each part. */
  above?: ComponentChildren[];
  /** What adds up to the uncertainty. */
  terms?: ComponentChildren;
}

export function StepCell({ recording, step, position, taste, shades, apart = NOW, above, terms }: StepCellProps) {
  const frame = recording.frames[step];
  const { spec, explanation } = recording.headerAt(step);
  const { vocab_size } = recording.header;
  const { id, origin } = inputOf(recording, step, position);
  const before = memoryOf(recording, step);
  const memory = before && candidatesOf(before, position, vocab_size, BEFORE);
  const reached = origin !== "before" || frame.accepted[position] === 1;
  const seen = origin === "before" ? frame.input_ids[position - 1] : id;
  const entered = `${origin === "before" ? "… " : ""}${tokenText(recording, seen)}`;
  const sampled = frame.sampled_ids[position];
  const held = ["held", "favoured"].includes(handAt(frame, position));
  const draw = { draw: spec.settings.draw, hand: held, chance: explanation?.cut === "draw", stays: sampled === id };
  const candidates = candidatesOf(frame, position, vocab_size, apart);
  const drawn = held ? null : drawnPart(candidates, sampled);
  const pale = frame.temperature === 1 ? 0 : (candidates?.list[1]?.cool ?? 0);
  const term = candidates?.list.find((candidate) => candidate.id === sampled);
  const shade = shades[shadeOf(frame.entropy[position])];
  const parts: Part[] = [
    {
      name: "What goes in",
      aside: reached ? inputPhrase(origin, frame.step, before !== null, taste.terms) : "nothing yet: it comes later",
      body: (
        <div class="tdp-chip-row">
          {reached && seen !== undefined && (
            <span class="tdp-chip tdp-token" data-origin={origin} {...tokenProps(entered, CHIP)} />
          )}
          {memory && <CandidateBars name={MEMORY} recording={recording} candidates={memory} />}
        </div>
      ),
    },
    {
      name: "Probabilities",
      aside: `at temperature ${temperatureText(frame.temperature)}`,
      body: candidates ? (
        <>
          <CandidateBars
            name="Most probable tokens at this step"
            {...{ recording, candidates, sampled }}
            drawn={taste.terms === "plain" ? "drawn" : "sampled"}
          />
          {/* Its room stays, so that nothing moves. */}
          <p class="tdp-rest" style={{ visibility: pale > LEAST_PALE ? "" : "hidden" }}>
            Pale: beside the first, before the temperature.
          </p>
        </>
      ) : (
        <p class="tdp-rest tdp-no-candidates">
          {recording.live
            ? "The candidates of a live run come when it has ended."
            : "This run has no candidates recorded."}
        </p>
      ),
    },
    {
      name: "Draw",
      aside: `${drawPhrase(draw)}:`,
      result: <b class="tdp-token" {...tokenProps(tokenText(recording, sampled), CHIP)} />,
      body: drawn && candidates && (
        <div class="tdp-draw-strip" aria-hidden="true" style={{ background: stripOf(candidates, drawn) }} />
      ),
    },
    {
      name: "How unsure?",
      aside: unsurePhrase(taste.unit),
      body: (
        <>
          {terms}
          <div class="tdp-chip-row">
            <b class="tdp-chip tdp-nats" style={{ "--tdp-shade": shade.fill, color: shade.text }}>
              {entropyIn(frame.entropy[position], taste.unit)}
            </b>
            <span class="tdp-alone">
              {term && `“${shortToken(recording, sampled)}” alone gives ${entropyText(term.nats, taste.unit)}`}
            </span>
          </div>
        </>
      ),
    },
  ];
  return <div class="tdp-step-cell">{stepParts(reached ? parts : parts.slice(0, 1), above)}</div>;
}

/**
 * Paints, rather than places elements, since a picture that lays out anew takes longer.
 *
 * @returns a background: each candidate as wide as it is probable, and a ring in the one that was drawn
 */
function stripOf({ list, rest }: Candidates, [from, to]: [from: number, to: number]): string {
  const at = `clamp(7px, ${(50 * (from + to)).toFixed(2)}%, 100% - 7px)`;
  const ring = `radial-gradient(circle at ${at} 50%, var(--tdp-card) 4px, var(--tdp-ink) 4.7px 6px, transparent 6.7px)`;
  const stops = [];
  let end = 0;
  for (const { share } of list) {
    const next = Math.min(end + 100 * share, 100);
    stops.push(`var(--tdp-bar) ${end.toFixed(2)}% calc(${next.toFixed(2)}% - 1px)`);
    stops.push(`var(--tdp-paper) 0 ${next.toFixed(2)}%`);
    end = next;
  }
  if (rest.share > 0) stops.push("var(--tdp-rest) 0");
  return `${ring}, linear-gradient(to right, ${stops.join(", ")})`;
}
