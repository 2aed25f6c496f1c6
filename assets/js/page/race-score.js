/** The score of a race, which follows the clock: the passes of each lane so far, and in the end what a rule finds. */

import { element, setText } from "../dom/elements.js";
import { wayOf } from "../rules/ways.js";
import { LETTERS } from "../words/lanes.js";
import { scoreOf } from "../words/point.js";

/** @typedef {import("../run/recording.js").Recording} Recording */

export class RaceScore {
  constructor() {
    this.root = element("ol.tdp-race-score", { "aria-label": "The score", hidden: "" });
    /** @type {Recording[]} */
    this.lanes = [];
    /** What changes with the moment, lane by lane. @type {{ passes: HTMLElement, noun: HTMLElement, outcome: HTMLElement }[]} */
    this.cells = [];
  }

  /** @param {Recording[]} lanes of a race; none for another comparison */
  show(lanes) {
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

  /** @param {number[]} places the moment of each lane */
  paint(places) {
    this.cells.forEach(({ passes, noun, outcome }, at) => {
      const score = scoreOf(this.lanes[at], places[at]);
      setText(passes, String(score.passes));
      setText(noun, score.passes === 1 ? "pass" : "passes");
      setText(outcome, score.outcome);
      outcome.dataset.verdict = score.verdict;
    });
  }
}
