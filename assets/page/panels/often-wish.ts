/** The reader's wish, such as 95% right with the fewest passes: which setting grants it, and whether fresh seeds show it. */

import { MOST_FRESH } from "../run/study.ts";
import type { StudyRequest } from "../run/study.ts";
import { button, element, numberField, setText } from "../dom/elements.ts";
import { changeName, proposalOf } from "../run/study-sentences.ts";
import type { Finding } from "../rules/intervals.ts";

export class OftenWish {
  least = numberField("Per cent right, at least", 1, 99, { value: "95" });
  sentence = element("p", { role: "status" });
  check = button("", "Run this setting with seeds that it has not had");
  adopt = button("Use this setting", "Put this setting into the form");
  /** The setting that is proposed, and how many runs it still needs. */
  proposed = { best: -1, more: 0 };

  /** @param root will be filled */
  constructor(
    public root: HTMLElement,
    {
      check,
      adopt,
      changed,
    }: { check: (change: number, seeds: number) => void; adopt: (change: number) => void; changed: () => void },
  ) {
    this.least.onchange = changed;
    this.check.onclick = () => check(this.proposed.best, this.proposed.more);
    this.adopt.onclick = () => adopt(this.proposed.best);
    root.append(
      element("label.tdp-often-row", "Fewest passes with at least ", this.least, " % right"),
      this.sentence,
      element("div.tdp-often-row", this.check, this.adopt),
    );
  }

  show(request: StudyRequest | null, findings: Finding[], fresh: Map<number, Finding>, busy: boolean) {
    this.root.hidden = request === null || findings.length < 2 || findings.every(({ passes }) => passes.size === 0);
    if (request === null || this.root.hidden) return;
    const wish = this.least.valueAsNumber / 100;
    if (!(wish > 0 && wish < 1)) return this.#say("The wish must be a number of per cent from 1 to 99.", -1, 0, busy);
    const { sentence, best, more } = proposalOf(
      findings,
      fresh,
      wish,
      request.values.map((value) => changeName(request.vary, value)),
    );
    this.#say(sentence, best ?? -1, more, busy);
  }

  #say(sentence: string, best: number, more: number, busy: boolean) {
    setText(this.sentence, sentence);
    this.proposed = { best, more };
    this.check.hidden = best < 0 || more === 0;
    this.check.disabled = busy;
    setText(this.check, `Run ${Math.min(more, MOST_FRESH)} fresh seeds`);
    this.adopt.hidden = best < 0 || more > 0;
  }
}
