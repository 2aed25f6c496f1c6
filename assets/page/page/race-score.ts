/** The score of a race, which follows the clock: the passes of each lane so far, and in the end what a rule finds. */

import { element, setText } from "../dom/elements.ts";
import { wayOf } from "../rules/ways.ts";
import { LETTERS } from "../run/lane-sentences.ts";
import { scoreOf } from "../run/point.ts";
import type { Recording } from "../run/recording.ts";

export class RaceScore {
  root = element("ol.tdp-race-score", { "aria-label": "The score", hidden: "" });
  lanes: Recording[] = [];
  /** What changes with the moment, lane by lane. */
  cells: { passes: HTMLElement; noun: HTMLElement; outcome: HTMLElement }[] = [];

  constructor() {}

  /** @param lanes of a race; none for another comparison */
  show(lanes: Recording[]) {
    this.lanes = lanes;
    this.root.hidden = lanes.length === 0;
    this.cells = lanes.map(() => ({ passes: element("strong"), noun: element("span"), outcome: element("span") }));
    this.root.replaceChildren(
      ...this.cells.map(({ passes, noun, outcome }, at) =>
        element(
          "li",
          element(
            "span.tdp-race-way",
            element("b", { "data-lane": LETTERS[at] }, LETTERS[at]),
            ` ${wayOf(lanes[at].header).label}`,
          ),
          element("span", passes, " ", noun),
          outcome,
        ),
      ),
    );
  }

  /** @param places the moment of each lane */
  paint(places: number[]) {
    this.cells.forEach(({ passes, noun, outcome }, at) => {
      const score = scoreOf(this.lanes[at], places[at]);
      setText(passes, String(score.passes));
      setText(noun, score.passes === 1 ? "pass" : "passes");
      setText(outcome, score.outcome);
      outcome.dataset.verdict = score.verdict;
    });
  }
}
