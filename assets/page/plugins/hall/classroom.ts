/** A presenter's lesson in a hall: its question goes to everybody's phone, and what they say comes back. */

import { button, element, setText } from "../../dom/elements.ts";
import { lessonsOf } from "../learn/open.ts";
import { isAsk } from "../learn/predict.ts";
import { nodesOf } from "../learn/text.ts";
import { drawTally, recordingFor } from "./tally.tsx";
import type { Ask } from "../learn/predict.ts";
import type { Page } from "../../page/page.ts";
import type { Poll } from "./tally-figures.ts";

/** The keys that play and move. */
const MOVES = [" ", "ArrowLeft", "ArrowRight", "Home", "End", "n", "d"];

/** As the server tells it. */
export type Question = { lesson: string; part: number; stage: "open" | "closed" | "answered"; votes: number[] };

export class Classroom {
  question: Question | null = null;
  watching: number;
  /** What was said, once it is shown. */
  poll: Poll | null = null;
  tally = element("div.tdp-tally");
  status = element("span.tdp-class-status", { role: "status" });
  /** What the presenter can do next; always in sight, wherever the lesson is scrolled to. */
  actions = element("span");
  bar: HTMLDivElement;
  /** What those who watch said, below the lesson's question. */
  answers = element("div.tdp-class-answers");
  begin: HTMLButtonElement;
  close: HTMLButtonElement;
  back: HTMLButtonElement;
  play: HTMLButtonElement;
  show: HTMLButtonElement;
  /** What stands in the panel now, in short. */
  drawn = "";
  voted: number;

  /**
   * @param ask the server; was it taken?
   * @param lead begins to lead, so that all see the step that is asked about
   */
  constructor(
    public page: Pick<Page, "parts" | "player" | "root" | "runList">,
    public ask: (path: string, body: object) => Promise<boolean>,
    public lead: () => void,
  ) {
    this.watching = this.voted = 0;
    this.bar = element(
      "div.tdp-class",
      { "aria-label": "Ask those who watch", role: "group", tabindex: "-1" },
      this.actions,
      this.status,
    );
    this.begin = action("Ask those who watch", "Their phones show this question, without its answer", async () => {
      await lessonsOf(page.parts)?.show(); // who went on alone has seen the answer, and hides it again
      this.lead();
      await this.#send("/ask", this.#here() ?? {});
    });
    this.close = action("Close and show the answers", "Nobody can answer any more", () => this.#send("/close"));
    this.back = action("Take it back", "Their phones show the run again", () => this.#send("/ask", { lesson: "" }));
    this.play = action("Play the run", "Play it from the noise", async () => {
      page.player.seek(0);
      page.player.play();
      this.bar.focus(); // Space pauses it then, and does not begin again
    });
    this.show = action("Show what is right", "On their phones too", () => this.#send("/answer"));
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
    const block = learn?.lesson?.parts[(learn.at?.part ?? 0) - 1]?.blocks.find(
      (each) => each.kind === "predict" && isAsk(each),
    );
    return block as Ask | undefined;
  }

  async #send(path: string, body: object = {}) {
    if (!(await this.ask(path, body))) setText(this.status, "The server did not take this; try again.");
  }

  /** @param question as it is now */
  take(question: Question | null) {
    this.question = question;
    this.poll = null;
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
    if (stage === "open") setText(this.status, `${this.voted} of ${this.watching} have answered.`);
    const drawn = `${stage} ${here.lesson} ${here.part}`;
    if (drawn !== this.drawn || (this.poll === null && (stage === "closed" || stage === "answered"))) {
      this.drawn = drawn;
      this.#draw(stage);
    }
    this.#sweep(stage);
  }

  /** At which the question of the part that is open is; "none" before it is asked. */
  get stage() {
    const here = this.#here();
    const { question } = this;
    return here && question?.lesson === here.lesson && question.part === here.part ? question.stage : "none";
  }

  /** Nothing runs past a vote: the keys that play and move go to its next button, which Space presses then. */
  #hold() {
    const { player, parts } = this.page;
    const asks = this.stage === "open" || (this.stage === "none" && this.#here() !== null && lessonsOf(parts)?.asks);
    for (const key of MOVES) {
      if (asks && !player.playing) player.keys[key] = () => this.actions.querySelector("button")?.focus();
      else delete player.keys[key];
    }
  }

  /** The presenter has gone on from a question whose answer all know: it would stand before what comes next. */
  #takeBack() {
    this.question = null;
    this.#send("/ask", { lesson: "" });
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

  #draw(stage: string) {
    const { begin, close, back, play, show, status, actions, answers, tally } = this;
    const prediction = this.#prediction as Ask;
    const next = { none: [begin], open: [close, back], closed: [play, show, back], answered: [back] }[stage] ?? [];
    const focused = actions.contains(document.activeElement);
    actions.replaceChildren(...next);
    if (focused) this.bar.focus(); // none of the buttons is pressed by a Space too many
    answers.replaceChildren();
    this.poll = null;
    if (stage !== "open") setText(status, "");
    if (stage === "none" || stage === "open") return;
    const recording = recordingFor(this.page, prediction);
    if (recording === null) return;
    this.poll = { prediction, recording, votes: this.question?.votes ?? [] };
    drawTally(tally, { poll: this.poll, passes: null, answered: stage === "answered" });
    answers.append(tally);
    if (stage === "answered") this.#answer(prediction);
    answers.scrollIntoView({ block: "nearest" });
  }

  #answer(prediction: Ask) {
    const { answers } = this;
    const learn = lessonsOf(this.page.parts);
    learn?.prose.reveal(learn.at?.part ?? 0);
    answers.append(element("p.tdp-told", ...nodesOf(prediction.because, (_, words) => element("span", ...words))));
  }

  /** While the run plays, a line goes through numbers of passes that were guessed. */
  #sweep(stage: string) {
    const prediction = this.#prediction;
    const { recording, moment } = this.page.player;
    if (stage !== "closed" || recording === null || prediction?.form !== "guess") return;
    if (prediction.answer !== recording.frames.length || this.poll === null) return;
    const { step = 0, noise = true } = recording.moments[moment] ?? {};
    drawTally(this.tally, { poll: this.poll, passes: noise ? step : step + 1, answered: false });
  }
}

function action(face: string, name: string, act: () => Promise<void>) {
  const made = button(face, name);
  made.classList.add("tdp-choice");
  made.onclick = () => act();
  return made;
}
