/** A presenter's question on the page of one who watches. */

import { plainText } from "../cells/glyphs.js";
import { element, messageOf, setText } from "../dom/elements.js";
import { addStyle } from "../dom/style.js";
import { Marks } from "../learn/marks.js";
import { answerOf, hides, verdictOf } from "../learn/predict.js";
import { nodesOf } from "../learn/text.js";
import { ask } from "./stream.js";
import { recordingFor, Tally } from "./tally.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("./classroom.js").Question & { prediction: import("../learn/predict.js").Ask }} Question */

const SENT =
  "Your answer is in. Nobody sees who said what, and you can change it until the presenter closes the question.";

/** @type {import("../learn/text.js").Name} */
const plain = (_, words) => element("span", ...words);

export class Ballot {
  /**
   * @param {import("../page/page.js").Page} page
   * @param {() => { watch: string, seat: string }} who answers
   * @param {() => void} turned another question is asked, or this one is at another stage
   */
  constructor(page, who, turned) {
    addStyle("learn");
    this.page = page;
    this.who = who;
    this.turned = turned;
    this.root = element("section.tdp-ballot", { "aria-label": "The presenter’s question" });
    this.root.hidden = true;
    this.marks = new Marks(page.player);
    this.listening = new AbortController();
    /** @type {Question | null} */
    this.question = null;
    /** What the reader answered; null for nothing. @type {number | null} */
    this.vote = null;
    /** The recording to which the question was drawn. @type {Recording | null} */
    this.recording = null;
    page.player.addEventListener("paint", () => {
      if (this.question !== null && this.recording !== recordingFor(page, this.question.prediction)) this.#draw();
    });
  }

  /** @param {Question | null} question as it is now */
  take(question) {
    const { question: before } = this;
    if (question === null || question.lesson !== before?.lesson || question.part !== before.part) this.vote = null;
    this.question = question;
    this.turned();
    this.#draw();
  }

  /** Has the answer of a question yet to come? */
  get waits() {
    return this.question !== null && this.question.stage !== "answered";
  }

  /** What would answer the open question. @returns {import("./watcher.js").Hidden[]} */
  get hidden() {
    if (this.question?.stage !== "open") return [];
    return hides(this.question.prediction) ? ["length", "decision"] : ["length"];
  }

  #draw() {
    this.listening.abort();
    this.listening = new AbortController();
    const { question, root } = this;
    const { player } = this.page;
    this.recording = question && recordingFor(this.page, question.prediction);
    root.hidden = question === null || this.recording === null;
    const open = question?.stage === "open" && question.prediction.form === "press";
    this.marks.show(open && "among" in question.prediction ? question.prediction.among : []);
    if (question === null || this.recording === null) return;
    const { prediction, stage, votes } = question;
    const recording = () => /** @type {Recording} */ (this.recording);
    const title = element("p.tdp-question", ...nodesOf(prediction.ask, plain));
    if (stage === "open") {
      const status = element("p.tdp-told", { role: "status" });
      const { signal } = this.listening;
      const mark = (/** @type {Iterable<number>} */ cells) => this.marks.show(cells);
      const stand = { player, recording, name: plain, mark, signal };
      const form = answerOf(prediction, stand, (answer) => this.#send(answer, status));
      return root.replaceChildren(title, form, status);
    }
    const tally = new Tally(prediction, recording, votes);
    const verdict = element("p.tdp-told");
    root.replaceChildren(title, verdict, tally.root);
    if (stage === "closed") return setText(verdict, "The question is closed. The answer comes with the run.");
    tally.answer();
    if (this.vote !== null) {
      const { right, sentence } = verdictOf(prediction, recording(), this.vote);
      verdict.append(
        element("strong", { class: right ? "tdp-told-right" : "tdp-told-wrong" }, right ? "✓ " : "✗ "),
        ...nodesOf(sentence, plain),
      );
    }
    verdict.after(element("p.tdp-told", ...nodesOf(prediction.because, plain)));
  }

  /** @param {number} answer @param {HTMLElement} status */
  async #send(answer, status) {
    try {
      await ask("/vote", { ...this.who(), vote: answer });
      this.vote = answer;
      setText(status, SENT);
    } catch (error) {
      setText(status, plainText(messageOf(error)));
    }
  }

  /** The hall is over. */
  end() {
    this.take(null);
    this.root.remove();
  }
}
