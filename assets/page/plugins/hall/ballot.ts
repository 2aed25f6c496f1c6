/** A presenter's question on the page of one who watches. */

import { element, messageOf, setText } from "../../dom/elements.ts";
import { addPluginStyle } from "../../dom/style.ts";
import { Marks } from "../learn/marks.ts";
import { answerOf, hides, verdictOf } from "../learn/predict.ts";
import { nodesOf } from "../learn/text.ts";
import { plainText } from "../../words/glyphs.ts";
import { ask } from "./stream.ts";
import { drawTally, recordingFor } from "./tally.tsx";
import type { Ask } from "../learn/predict.ts";
import type { Name } from "../learn/text.ts";
import type { Page } from "../../page/page.ts";
import type { Recording } from "../../run/recording.ts";
import type { Hidden } from "./watcher.ts";

type Question = import("./classroom.ts").Question & { prediction: Ask };

const SENT =
  "Your answer is in. Nobody sees who said what, and you can change it until the presenter closes the question.";

const plain: Name = (_, words) => element("span", ...words);

export class Ballot {
  root = element("section.tdp-ballot", { "aria-label": "The presenter’s question" });
  marks: Marks;
  listening = new AbortController();
  question: Question | null = null;
  /** What the reader answered; null for nothing. */
  vote: number | null = null;
  /** The recording to which the question was drawn. */
  recording: Recording | null = null;

  /**
   * @param who answers
   * @param turned another question is asked, or this one is at another stage
   */
  constructor(
    public page: Pick<Page, "player" | "runList">,
    public who: () => { watch: string; seat: string },
    public turned: () => void,
  ) {
    addPluginStyle("learn");
    this.root.hidden = true;
    this.marks = new Marks(page.player);
    page.player.addEventListener("paint", () => {
      if (this.question !== null && this.recording !== recordingFor(page, this.question.prediction)) this.#draw();
    });
  }

  /** @param question as it is now */
  take(question: Question | null) {
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

  /** What would answer the open question. */
  get hidden(): Hidden[] {
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
    const recording = () => this.recording as Recording;
    const title = element("p.tdp-question", ...nodesOf(prediction.ask, plain));
    if (stage === "open") {
      const status = element("p.tdp-told", { role: "status" });
      const { signal } = this.listening;
      const mark = (cells: Iterable<number>) => this.marks.show(cells);
      const stand = { player, recording, name: plain, mark, signal };
      const form = answerOf(prediction, stand, (answer) => this.#send(answer, status));
      return root.replaceChildren(title, form, status);
    }
    const tally = element("div.tdp-tally");
    const verdict = element("p.tdp-told");
    const poll = { prediction, recording: recording(), votes };
    drawTally(tally, { poll, passes: null, answered: stage === "answered" });
    root.replaceChildren(title, verdict, tally);
    if (stage === "closed") return setText(verdict, "The question is closed. The answer comes with the run.");
    if (this.vote !== null) {
      const { right, sentence } = verdictOf(prediction, recording(), this.vote);
      verdict.append(
        element("strong", { class: right ? "tdp-told-right" : "tdp-told-wrong" }, right ? "✓ " : "✗ "),
        ...nodesOf(sentence, plain),
      );
    }
    verdict.after(element("p.tdp-told", ...nodesOf(prediction.because, plain)));
  }

  async #send(answer: number, status: HTMLElement) {
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
