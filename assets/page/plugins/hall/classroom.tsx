/** A presenter's lesson in a hall: its question goes to everybody's phone, and what they say comes back. */

import { render } from "preact";
import { made } from "../../ui/made.ts";
import { Choice } from "../learn/choice.tsx";
import { lessonsOf } from "../learn/open.ts";
import { isAsk } from "../learn/predict.ts";
import { wordsOf } from "../learn/words.tsx";
import { NO_QUESTION, actsOf } from "./acts.ts";
import { passesGuessed } from "./tally-figures.ts";
import { Tally, recordingFor } from "./tally.tsx";
import type { Ask } from "../learn/predict.ts";
import type { Presenter } from "./presenter.tsx";

/** The keys that play and move. */
const MOVES = [" ", "ArrowLeft", "ArrowRight", "Home", "End", "n", "d"];
const NOT_TAKEN = "The server did not take this; try again.";

/** As the server tells it. */
export type Question = { lesson: string; part: number; stage: "open" | "closed" | "answered"; votes: number[] };
/** "none" before the question of the part that is open is asked. */
export type Stage = Question["stage"] | "none";

export class Classroom {
  question: Question | null = null;
  watching = 0;
  voted = 0;
  /** Did the server not take what was sent last? */
  refused = false;
  /** The stage that is drawn. */
  drawn: Stage = "none";
  /** What the presenter can do next; always in sight, wherever the lesson is scrolled to. */
  bar = made(<div class="tdp-class" role="group" aria-label="Ask those who watch" tabIndex={-1} />);
  /** What those who watch said, below the lesson's question. */
  answers = made(<div class="tdp-class-answers" />);
  acts: ReturnType<typeof actsOf>;

  constructor(private hall: Presenter) {
    this.acts = actsOf(this, hall);
  }

  get #learn() {
    return lessonsOf(this.hall.page.parts);
  }

  /** The part that is open, if it asks something. */
  get here(): { lesson: string; part: number } | null {
    const learn = this.#learn;
    if (!learn?.at || this.hall.page.player.views.mode !== "learn" || !this.#prediction) return null;
    return { lesson: learn.name, part: learn.at.part };
  }

  get #prediction() {
    const learn = this.#learn;
    const question = learn?.prose.reading?.question(learn.at?.part ?? 0);
    return question && isAsk(question) ? question : undefined;
  }

  async send(path: string, body: object = {}) {
    this.take({ refused: (await this.hall.ask(path, body)) === null });
  }

  take(news: Partial<Pick<Classroom, "question" | "watching" | "voted" | "refused">>) {
    Object.assign(this, news);
    this.update();
  }

  /** Another part is open, the run plays, or there is news. */
  update() {
    const here = this.here;
    const learn = this.#learn;
    const { stage } = this;
    if (learn) learn.votes = stage === "open" || stage === "closed";
    this.#hold();
    if (stage === "none" && this.question?.stage === "answered") {
      // The presenter has gone on from a question whose answer all know: it would stand before what comes next.
      this.question = null;
      this.send("/ask", NO_QUESTION);
    }
    if (here === null) return this.#putAway();
    const section = learn?.prose.parts.children[here.part - 1]?.querySelector(".tdp-predict");
    if (section && this.answers.parentElement !== section) section.append(this.answers);
    if (!this.bar.isConnected) this.hall.page.root.append(this.bar);
    this.#draw(stage);
    if (stage === "answered" && learn?.prose.reading?.open(here.part)) learn.prose.reveal(here.part);
  }

  /** At which the question of the part that is open is. */
  get stage(): Stage {
    const here = this.here;
    const { question } = this;
    return here && question?.lesson === here.lesson && question.part === here.part ? question.stage : "none";
  }

  /** Nothing runs past a vote: the keys that play and move go to its next button, which Space presses then. */
  #hold() {
    const { player } = this.hall.page;
    const asks = this.stage === "open" || (this.stage === "none" && this.here !== null && this.#learn?.asks);
    for (const key of MOVES) {
      if (asks && !player.playing) player.keys[key] = () => this.bar.querySelector("button")?.focus();
      else delete player.keys[key];
    }
  }

  #putAway() {
    this.bar.remove();
    this.answers.remove();
  }

  /** The hall is over. */
  end() {
    this.#putAway();
    for (const key of MOVES) delete this.hall.page.player.keys[key];
    if (this.#learn) this.#learn.votes = false;
  }

  #draw(stage: Stage) {
    const { bar, watching, voted, refused } = this;
    const counts = stage === "open" ? `${voted} of ${watching} have answered.` : "";
    const turned = stage !== this.drawn;
    const focused = turned && bar.contains(document.activeElement);
    this.drawn = stage;
    render(
      <>
        <span>
          {this.acts[stage].map(({ face, title, act }) => (
            <Choice key={face} face={face} title={title} onClick={act} />
          ))}
        </span>
        <span class="tdp-class-status" role="status">
          {refused ? NOT_TAKEN : counts}
        </span>
      </>,
      bar,
    );
    if (focused) bar.focus(); // none of the buttons is pressed by a Space too many
    const prediction = this.#prediction as Ask;
    const answered = stage === "answered";
    const recording = stage === "closed" || answered ? recordingFor(this.hall.page, prediction) : null;
    const poll = recording && { prediction, recording, votes: this.question?.votes ?? [] };
    const because = answered && <p class="tdp-told">{wordsOf(prediction.because)}</p>;
    const { recording: seen, moment } = this.hall.page.player;
    const passes = passesGuessed(prediction, seen, moment);
    render(poll && [<Tally {...{ poll, passes, answered }} />, because], this.answers);
    if (turned && poll) this.answers.scrollIntoView({ block: "nearest" });
  }
}
