/** A presenter's lesson in a hall: its question goes to everybody's phone, and what they say comes back. */

import { render } from "preact";
import { made } from "../../ui/made.ts";
import { Choice } from "../learn/choice.tsx";
import { lessonsOf } from "../learn/open.ts";
import { isAsk } from "../learn/predict.ts";
import { wordsOf } from "../learn/words.tsx";
import { Tally, recordingFor } from "./tally.tsx";
import type { Ask } from "../learn/predict.ts";
import type { Page } from "../../page/page.ts";

/** The keys that play and move. */
const MOVES = [" ", "ArrowLeft", "ArrowRight", "Home", "End", "n", "d"];
/** No question. */
const NONE = { lesson: "" };
const NOT_TAKEN = "The server did not take this; try again.";

/** As the server tells it. */
export type Question = { lesson: string; part: number; stage: "open" | "closed" | "answered"; votes: number[] };
/** "none" before the question of the part that is open is asked. */
type Stage = Question["stage"] | "none";
type Action = { face: string; title: string; act: () => unknown };

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
  /** By stage. */
  actions: Record<Stage, Action[]>;

  /**
   * @param ask the server; was it taken?
   * @param lead begins to lead, so that all see the step that is asked about
   */
  constructor(
    public page: Pick<Page, "parts" | "player" | "root" | "runList">,
    public ask: (path: string, body: object) => Promise<boolean>,
    public lead: () => void,
  ) {
    const begin = async () => {
      await lessonsOf(page.parts)?.show(); // who went on alone has seen the answer, and hides it again
      this.lead();
      await this.#send("/ask", this.#here() ?? {});
    };
    const play = () => {
      page.player.seek(0);
      page.player.play();
      this.bar.focus(); // Space pauses it then, and does not begin again
    };
    const back: Action = {
      face: "Take it back",
      title: "Their phones show the run again",
      act: () => this.#send("/ask", NONE),
    };
    const close = {
      face: "Close and show the answers",
      title: "Nobody can answer any more",
      act: () => this.#send("/close"),
    };
    const show = { face: "Show what is right", title: "On their phones too", act: () => this.#send("/answer") };
    this.actions = {
      none: [{ face: "Ask those who watch", title: "Their phones show this question, without its answer", act: begin }],
      open: [close, back],
      closed: [{ face: "Play the run", title: "Play it from the noise", act: play }, show, back],
      answered: [back],
    };
  }

  /** @returns the part that is open, if it asks something */
  #here(): { lesson: string; part: number } | null {
    const learn = lessonsOf(this.page.parts);
    const at = learn?.at;
    if (!learn || !at || this.page.player.views.mode !== "learn" || !this.#prediction) return null;
    return { lesson: learn.name, part: at.part };
  }

  get #prediction() {
    const learn = lessonsOf(this.page.parts);
    const question = learn?.prose.reading?.question(learn.at?.part ?? 0);
    return question && isAsk(question) ? question : undefined;
  }

  async #send(path: string, body: object = {}) {
    this.refused = !(await this.ask(path, body));
    this.update();
  }

  /** @param question as it is now */
  take(question: Question | null) {
    this.question = question;
    this.update();
  }

  counts(watching: number, voted: number) {
    Object.assign(this, { watching, voted });
    this.update();
  }

  /** Another part is open, the run plays, or there is news. */
  update() {
    const here = this.#here();
    const learn = lessonsOf(this.page.parts);
    const { stage } = this;
    if (learn) learn.votes = stage === "open" || stage === "closed";
    this.#hold();
    if (stage === "none" && this.question?.stage === "answered") this.#takeBack();
    if (here === null) return this.#putAway();
    const section = learn?.prose.parts.children[here.part - 1]?.querySelector(".tdp-predict");
    if (section && this.answers.parentElement !== section) section.append(this.answers);
    if (!this.bar.isConnected) this.page.root.append(this.bar);
    this.#draw(stage);
    if (stage === "answered" && learn?.prose.reading?.open(here.part)) learn.prose.reveal(here.part);
  }

  /** At which the question of the part that is open is. */
  get stage(): Stage {
    const here = this.#here();
    const { question } = this;
    return here && question?.lesson === here.lesson && question.part === here.part ? question.stage : "none";
  }

  /** Nothing runs past a vote: the keys that play and move go to its next button, which Space presses then. */
  #hold() {
    const { player, parts } = this.page;
    const asks = this.stage === "open" || (this.stage === "none" && this.#here() !== null && lessonsOf(parts)?.asks);
    for (const key of MOVES) {
      if (asks && !player.playing) player.keys[key] = () => this.bar.querySelector("button")?.focus();
      else delete player.keys[key];
    }
  }

  /** The presenter has gone on from a question whose answer all know: it would stand before what comes next. */
  #takeBack() {
    this.question = null;
    this.#send("/ask", NONE);
  }

  #putAway() {
    this.bar.remove();
    this.answers.remove();
  }

  /** The hall is over. */
  end() {
    this.#putAway();
    for (const key of MOVES) delete this.page.player.keys[key];
    const learn = lessonsOf(this.page.parts);
    if (learn) learn.votes = false;
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
          {this.actions[stage].map(({ face, title, act }) => (
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
    const recording = stage === "closed" || answered ? recordingFor(this.page, prediction) : null;
    const poll = recording && { prediction, recording, votes: this.question?.votes ?? [] };
    const because = answered && <p class="tdp-told">{wordsOf(prediction.because)}</p>;
    render(poll && [<Tally poll={poll} passes={this.#passes} answered={answered} />, because], this.answers);
    if (turned && poll) this.answers.scrollIntoView({ block: "nearest" });
  }

  /** How far the run is, where passes were guessed: a line goes through them while it plays. */
  get #passes() {
    const prediction = this.#prediction;
    const { recording, moment } = this.page.player;
    if (recording === null || prediction?.form !== "guess" || prediction.answer !== recording.frames.length)
      return null;
    const { step = 0, noise = true } = recording.moments[moment] ?? {};
    return noise ? step : step + 1;
  }
}
