/** One position of a step: its story in a line, and its way from what went in to how unsure the model is. */

import { useMemo } from "preact/hooks";
import { cellName, clueSentence } from "../rules/board.ts";
import { favouredSentence } from "../rules/hand-sentences.ts";
import { handAt } from "../rules/hand.ts";
import { namesOf } from "../rules/way-words.ts";
import { wayOf } from "../rules/ways.ts";
import { historyOf } from "../run/history.ts";
import { historyLine } from "../run/position.ts";
import { canvasOf } from "../run/recording.ts";
import { tokenText } from "../words/glyphs.ts";
import { hint, words, WORDS } from "../words/terms.ts";
import { entropyIn } from "../words/units.ts";
import { shortToken, tokenProps } from "./panel.ts";
import { StepCell } from "./step-cell.tsx";
import type { ComponentChildren } from "preact";
import type { Hand } from "../rules/hand.ts";
import type { Frame } from "../run/recording.ts";
import type { Shown } from "./component.tsx";

/** Room for the token's text in the heading, in a table's font size. */
const TITLE_WIDTH = 90;

interface PositionCardProps extends Shown {
  position: number;
  /** Beside the heading. */
  tools?: ComponentChildren;
}

export function PositionCard({ position, tools, ...shown }: PositionCardProps) {
  const { recording, step, taste } = shown;
  const frame = recording.frames[step];
  const way = wayOf(recording.header);
  const status = frame.status[position];
  const moments = useMemo(
    () => historyOf(recording, step, position),
    [shown.version, position, frame.block, recording.frames.length],
  );
  const story = historyLine(moments, step - moments[0].at, (id) => shortToken(recording, id), way, taste.terms);
  const id = canvasOf(frame, taste.layer)[position];
  const cell = cellName(recording, position);
  const clue = clueSentence(recording, position, frame.sampled_ids[position]);
  const entropy = `${words(taste.terms).uncertainty} ${entropyIn(frame.entropy[position], taste.unit)}`;
  const now = nowSentence(handAt(frame, position), namesOf(way, taste.terms)[status], entropy);
  const best = shortToken(recording, bestOf(frame, position));
  const margin = Number(recording.headerAt(step).spec.settings.favour_margin);
  const favour = favouredSentence(frame, position, { best, margin, unit: taste.unit });
  const empty = recording.emptiness(id);
  const name = empty && words(taste.terms)[empty];
  const place = empty && `${name.charAt(0).toUpperCase()}${name.slice(1)}. ${WORDS[empty].line}`;
  const figures = taste.newcomer ? [] : [favour, now];
  return (
    <section class="tdp-card" data-position={position}>
      <div class="tdp-card-head">
        <h3>
          <b class="tdp-token" {...tokenProps(`“${tokenText(recording, id)}”`, TITLE_WIDTH)} />{" "}
          <span class="tdp-where" title={cell && `position ${position}`}>
            {`${cell || `position ${position}`} · step ${frame.step}`}
          </span>
        </h3>
        {tools}
      </div>
      <p class="tdp-telling">
        <span class="tdp-story">{story}</span>{" "}
        <span class="tdp-now" title={hint(way.statuses[status], taste.terms)}>
          {[...figures, clue, place].filter(Boolean).join(" ")}
        </span>
      </p>
      <StepCell {...shown} position={position} />
    </section>
  );
}

/**
 * @param status as the page calls it
 * @param entropy with its name and unit
 */
function nowSentence(hand: Hand, status: string, entropy: string): string {
  if (hand === "held") return `Pinned by hand, so certain to the sampler; the model's own ${entropy}.`;
  if (hand === "favoured") return `The model's own ${entropy}.`;
  return `Now ${status}, ${entropy}.${hand === "edited" ? " Changed by hand before this step." : ""}`;
}

/** @returns the model's best token; -1 where it is not known */
function bestOf({ top_ids: ids, accepted }: Frame, position: number): number {
  return ids?.[(ids.length / accepted.length) * position] ?? -1;
}
