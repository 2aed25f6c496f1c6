/** The reader's wish, such as 95% right with the fewest passes: which setting grants it, and whether fresh seeds show it. */

import { button, element, setText } from "../dom/elements.js";
import { changeName, proposalOf } from "../words/study.js";
import { MOST_FRESH } from "../page/studies.js";

/** @typedef {import("../rules/intervals.js").Finding} Finding */

export class OftenWish {
  /**
   * @param {HTMLElement} root will be filled
   * @param {{ check: (change: number, seeds: number) => void, adopt: (change: number) => void, changed: () => void }} actions
   */
  constructor(root, { check, adopt, changed }) {
    this.root = root;
    this.least = element("input", {
      type: "number",
      min: "1",
      max: "99",
      value: "95",
      "aria-label": "Per cent right, at least",
    });
    this.least.onchange = changed;
    this.sentence = element("p", { role: "status" });
    this.check = button("", "Run this setting with seeds that it has not had");
    this.adopt = button("Use this setting", "Put this setting into the form");
    /** The setting that is proposed, and how many runs it still needs. */
    this.proposed = { best: -1, more: 0 };
    this.check.onclick = () => check(this.proposed.best, this.proposed.more);
    this.adopt.onclick = () => adopt(this.proposed.best);
    root.append(
      element("label.tdp-often-row", "Fewest passes with at least ", this.least, " % right"),
      this.sentence,
      element("div.tdp-often-row", this.check, this.adopt),
    );
  }

  /**
   * @param {import("../page/studies.js").StudyRequest | null} request
   * @param {Finding[]} findings
   * @param {Map<number, Finding>} fresh
   * @param {boolean} busy
   */
  show(request, findings, fresh, busy) {
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

  /**
   * @param {string} sentence
   * @param {number} best
   * @param {number} more
   * @param {boolean} busy
   */
  #say(sentence, best, more, busy) {
    setText(this.sentence, sentence);
    this.proposed = { best, more };
    this.check.hidden = best < 0 || more === 0;
    this.check.disabled = busy;
    setText(this.check, `Run ${Math.min(more, MOST_FRESH)} fresh seeds`);
    this.adopt.hidden = best < 0 || more > 0;
  }
}
