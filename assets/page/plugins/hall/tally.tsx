/** What people in a hall said to a question, as bars: one for each choice or word, or a histogram of numbers. */

import { digits } from "../../words/units.ts";
import { FigureBars } from "../learn/bars.tsx";
import { verdictOf } from "../learn/predict.ts";
import { knownRun } from "../learn/runs.ts";
import { barsFor, countSentence, histogramOf } from "./tally-figures.ts";
import type { Page } from "../../page/page.ts";
import type { Recording } from "../../run/recording.ts";
import type { Ask } from "../learn/predict.ts";
import type { Poll } from "./tally-figures.ts";

/**
 * A reader may look at another run meanwhile.
 *
 * @returns of the run that is asked about; null until it is there
 */
export const recordingFor = (
  { runList, player }: Pick<Page, "runList" | "player">,
  prediction: Ask,
): Recording | null =>
  "run" in prediction ? (knownRun(runList, prediction.run)?.recording ?? null) : player.recording;

interface Props {
  poll: Poll;
  /** So far, while the run plays: answers below can no longer be right. */
  passes: number | null;
  /** Is the right answer known? */
  answered: boolean;
}

export function Tally({ poll, passes, answered }: Props) {
  const { prediction, recording, votes } = poll;
  const bars = barsFor(poll);
  const right = answered ? votes.filter((vote) => verdictOf(prediction, recording, vote).right).length : null;
  return (
    <div class="tdp-tally">
      {bars ? <FigureBars block={bars} /> : <Numbers {...{ poll, passes, answered }} />}
      <p class="tdp-tally-count">{countSentence(votes, passes, right)}</p>
    </div>
  );
}

function Numbers({ poll, passes, answered }: Props) {
  const { prediction, votes } = poll;
  const { from, to, unit, columns } = histogramOf(poll);
  const most = Math.max(...columns.map(({ count }) => count), 1);
  const line = !answered ? passes : prediction.form === "guess" ? prediction.answer : null;
  const at = (value: number) => `${(100 * (Math.min(Math.max(value, from), to) - from)) / (to - from)}%`;
  const name = `${votes.length} answers: ${votes.map((vote) => digits(vote, 3)).join(", ")} ${unit}`;
  return (
    <figure class="tdp-tally-numbers" role="img" aria-label={name}>
      <div class="tdp-tally-columns">
        {columns.map(({ from, to, count }) => (
          <span
            class={!answered && passes !== null && to < passes ? "tdp-tally-past" : ""}
            style={{ "--share": count / most }}
            title={`${digits(from, 3)} to ${digits(to, 3)}`}
          >
            {count > 0 && String(count)}
          </span>
        ))}
        <i class="tdp-tally-line" hidden={line === null} style={{ left: line === null ? "" : at(line) }} />
      </div>
      <div class="tdp-tally-axis">
        <span>{digits(from, 3)}</span>
        <span>{unit}</span>
        <span>{digits(to, 3)}</span>
      </div>
    </figure>
  );
}
