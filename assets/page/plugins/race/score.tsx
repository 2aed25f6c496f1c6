/** The score of a race, which follows the clock: the passes of each lane so far, and in the end what a rule finds. */

import { wayOf } from "../../rules/ways.ts";
import { LETTERS } from "../../run/lane-sentences.ts";
import { scoreOf } from "./score.ts";
import type { ReadonlySignal } from "@preact/signals";
import type { Recording } from "../../run/recording.ts";

/** `places` are the moments of the lanes. */
export function RaceScore({ lanes, places }: { lanes: Recording[]; places: ReadonlySignal<number[]> }) {
  return (
    <ol class="tdp-race-score" aria-label="The score">
      {lanes.map((lane, at) => {
        const { passes, outcome, verdict } = scoreOf(lane, places.value[at]);
        return (
          <li>
            <span class="tdp-race-way">
              <b data-lane={LETTERS[at]}>{LETTERS[at]}</b>
              {` ${wayOf(lane.header).label}`}
            </span>
            <span>
              <strong>{passes}</strong> <span>{passes === 1 ? "pass" : "passes"}</span>
            </span>
            <span data-verdict={verdict}>{outcome}</span>
          </li>
        );
      })}
    </ol>
  );
}
