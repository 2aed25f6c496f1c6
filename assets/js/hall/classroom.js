/** A presenter's lesson in a hall: its question goes to everybody's phone, and what they say comes back. */

import { button, element, setText } from "../dom/elements.js";
import { isAsk } from "../learn/predict.js";
import { nodesOf } from "../learn/text.js";
import { recordingFor, Tally } from "./tally.js";

/** @typedef {{ lesson: string, part: number, stage: "open" | "closed" | "answered", votes: number[] }} Question as the server tells it */

export class Classroom {
  /**
   * @param {import("../page/page.js").Page} page
   * @param {(path: string, body: object) => Promise<boolean>} ask the server; was it taken?
   * @param {() => void} lead begins to lead, so that all see the step that is asked about
   */
  constructor(page, ask, lead) {
    this.page = page;
    this.ask = ask;
    this.lead = lead;
    /** @type {Question | null} */
    this.question = null;
    this.watching = this.voted = 0;
    /** @type {Tally | null} */
    this.tally = null;
    this.status = element("span.tdp-class-status", { role: "status" });
    /** What the presenter can do next; always in sight, wherever the lesson is scrolled to. */
    this.actions = element("span");
    this.bar = element(
      "div.tdp-class",
      { "aria-label": "Ask those who watch", role: "group" },
      this.actions,
      this.status,
    );
    /** What those who watch said, below the lesson's question. */
    this.answers = element("div.tdp-class-answers");
    page.player.keys[" "] = () => this.#space();
    this.begin = action("Ask those who watch", "Their phones show this question, without its answer", () => {
      this.lead();
      return this.#send("/ask", this.#here() ?? {});
    });
    this.close = action("Close and show the answers", "Nobody can answer any more", () => this.#send("/close"));
    this.back = action("Take it back", "Their phones show the run again", () => this.#send("/ask", { lesson: "" }));
    this.play = action("Play the run", "Play it from the noise", async () => {
      page.player.seek(0);
      page.player.play();
    });
    this.show = action("Show what is right", "On their phones too", () => this.#send("/answer"));
    /** What stands in the panel now, in short. */
    this.drawn = "";
  }

  /** @returns {{ lesson: string, part: number } | null} the part that is open, if it asks something */
  #here() {
    const { lesson: learn, hall } = this.page.extras;
    const at = learn?.at;
    if (!learn || !at || hall === null || this.page.player.views.mode !== "learn" || !this.#prediction) return null;
    return { lesson: learn.name, part: at.part };
  }

  get #prediction() {
    const { lesson: learn } = this.page.extras;
    const block = learn?.lesson?.parts[(learn.at?.part ?? 0) - 1]?.blocks.find(
      (each) => each.kind === "predict" && isAsk(each),
    );
    return /** @type {import("../learn/predict.js").Ask | undefined} */ (block);
  }

  /** @param {string} path @param {object} [body] */
  async #send(path, body = {}) {
    if (!(await this.ask(path, body))) setText(this.status, "The server did not take this; try again.");
  }

  /** @param {Question | null} question as it is now */
  take(question) {
    this.question = question;
    this.tally = null;
    this.update();
  }

  /** @param {number} watching @param {number} voted */
  counts(watching, voted) {
    Object.assign(this, { watching, voted });
    this.update();
  }

  /** Another part is open, the run plays, or there is news. */
  update() {
    const here = this.#here();
    const { lesson: learn } = this.page.extras;
    const { stage } = this;
    if (learn) learn.votes = stage === "open" || stage === "closed";
    if (here === null) return this.#putAway();
    const section = learn?.prose.parts.children[here.part - 1]?.querySelector(".tdp-predict");
    if (section && this.answers.parentElement !== section) section.append(this.answers);
    if (!this.bar.isConnected) this.page.root.append(this.bar);
    if (stage === "open") setText(this.status, `${this.voted} of ${this.watching} have answered.`);
    const drawn = `${stage} ${here.lesson} ${here.part}`;
    if (drawn !== this.drawn || (this.tally === null && (stage === "closed" || stage === "answered"))) {
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

  /** Plays or pauses, but does not run past a vote: there it goes to the next button, which it presses the second time. */
  #space() {
    const { lesson: learn } = this.page.extras;
    const asks = this.#here() !== null && this.stage === "none" && !learn?.prose.hasAnswer(learn.at?.part ?? 0);
    if (asks || this.stage === "open") this.actions.querySelector("button")?.focus();
    else this.page.player.view.play.click();
  }

  #putAway() {
    this.bar.remove();
    this.answers.remove();
  }

  /** The hall is over. */
  end() {
    this.#putAway();
    delete this.page.player.keys[" "];
    if (this.page.extras.lesson) this.page.extras.lesson.votes = false;
  }

  /** @param {string} stage */
  #draw(stage) {
    const { begin, close, back, play, show, status, actions, answers } = this;
    const prediction = /** @type {import("../learn/predict.js").Ask} */ (this.#prediction);
    const next = { none: [begin], open: [close, back], closed: [play, show, back], answered: [back] }[stage] ?? [];
    actions.replaceChildren(...next);
    answers.replaceChildren();
    this.tally = null;
    if (stage !== "open") setText(status, "");
    if (stage === "none" || stage === "open") return;
    const recording = recordingFor(this.page, prediction);
    if (recording === null) return;
    this.tally = new Tally(prediction, () => recording, this.question?.votes ?? []);
    answers.append(this.tally.root);
    if (stage !== "answered") return;
    this.tally.answer();
    const { lesson: learn } = this.page.extras;
    learn?.prose.reveal(learn.at?.part ?? 0);
    answers.append(element("p.tdp-told", ...nodesOf(prediction.because, (_, words) => element("span", ...words))));
  }

  /** While the run plays, a line goes through numbers of passes that were guessed. @param {string} stage */
  #sweep(stage) {
    const prediction = this.#prediction;
    const { recording, moment } = this.page.player;
    if (stage !== "closed" || recording === null || prediction?.form !== "guess") return;
    if (prediction.answer !== recording.frames.length || this.tally === null) return;
    const { step = 0, noise = true } = recording.moments[moment] ?? {};
    this.tally.sweep(noise ? step : step + 1);
  }
}

/** @param {string} face @param {string} name @param {() => Promise<void>} act */
function action(face, name, act) {
  const made = button(face, name);
  made.classList.add("tdp-choice");
  made.onclick = () => act();
  return made;
}
