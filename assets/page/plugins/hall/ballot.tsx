/** A presenter's question on the page of one who watches. */

import { signal } from "@preact/signals";
import { render } from "preact";
import { messageOf } from "../../dom/elements.ts";
import { addPluginStyle } from "../../dom/style.ts";
import { made } from "../../ui/made.ts";
import { plainText } from "../../words/glyphs.ts";
import { ASKS } from "../learn/asks.tsx";
import { Marks } from "../learn/marks.tsx";
import { hides, verdictOf } from "../learn/predict.ts";
import { Judgement } from "../learn/prediction.tsx";
import { wordsOf } from "../learn/words.tsx";
import { ask } from "./stream.ts";
import { Tally, recordingFor } from "./tally.tsx";
import type { Ask } from "../learn/predict.ts";
import type { Recording } from "../../run/recording.ts";
import type { Hidden, Watcher } from "./watcher.tsx";

type Question = import("./classroom.tsx").Question & { prediction: Ask };

const SENT =
  "Your answer is in. Nobody sees who said what, and you can change it until the presenter closes the question.";
const CLOSED = "The question is closed. The answer comes with the run.";

export class Ballot {
  /** Is there nothing to ask? */
  away = signal(true);
  root = made(<section class="tdp-ballot" aria-label="The presenter’s question" hidden={this.away} />);
  marks: Marks;
  question: Question | null = null;
  /** What the reader answered; null for nothing. */
  vote: number | null = null;
  /** What came of that. */
  status = signal("");
  /** The recording to which the question was drawn. */
  recording: Recording | null = null;

  constructor(private hall: Watcher) {
    const { page } = hall;
    addPluginStyle("learn");
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
    this.hall.hide();
    this.hall.draw();
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
    const { question, root, vote, marks } = this;
    const { page } = this.hall;
    const recording = (this.recording = question && recordingFor(page, question.prediction));
    this.away.value = recording === null;
    const open = question?.stage === "open" && question.prediction.form === "press";
    marks.show(open && "among" in question.prediction ? question.prediction.among : []);
    render(null, root);
    this.status.value = "";
    if (question === null || recording === null) return;
    const { ask: words, form } = question.prediction;
    const title = <p class="tdp-question">{wordsOf(words)}</p>;
    if (question.stage !== "open") return render([title, <Outcome {...{ question, recording, vote }} />], root);
    const around = { block: question.prediction, player: page.player, recording: () => recording };
    const Form = ASKS[form];
    const answer = (answer: number) => this.#send(answer);
    const mark = (cells: Iterable<number>) => marks.show(cells);
    const status = (
      <p class="tdp-told" role="status">
        {this.status}
      </p>
    );
    render([title, <Form {...around} {...{ mark, answer }} />, status], root);
  }

  async #send(answer: number) {
    const { token: watch, seat } = this.hall;
    try {
      await ask("/vote", { watch, seat, vote: answer });
      this.vote = answer;
      this.status.value = SENT;
    } catch (error) {
      this.status.value = plainText(messageOf(error));
    }
  }

  /** The hall is over. */
  end() {
    this.take(null);
    this.root.remove();
  }
}

interface OutcomeProps {
  question: Question;
  recording: Recording;
  vote: number | null;
}

/** Of a question that nobody can answer any more. */
function Outcome({ question: { prediction, stage, votes }, recording, vote }: OutcomeProps) {
  const answered = stage === "answered";
  const verdict = answered && vote !== null && verdictOf(prediction, recording, vote);
  return (
    <>
      <p class="tdp-told">{answered ? verdict && <Judgement {...verdict} /> : CLOSED}</p>
      {answered && <p class="tdp-told">{wordsOf(prediction.because)}</p>}
      <Tally poll={{ prediction, recording, votes }} passes={null} answered={answered} />
    </>
  );
}
