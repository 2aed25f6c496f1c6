/** The column of prose: one lesson, part by part. Parts that were read stay; those that come are not shown yet. */

import { button, element, setText } from "../dom/elements.js";
import { attentionOf } from "./attention.js";
import { barsOf } from "./bars.js";
import { forwardOf } from "./forward.js";
import { keepGuess } from "./guesses.js";
import { lengthAsked } from "./lesson.js";
import { memoryOfCell } from "./memory.js";
import { levelsOf, numberOf } from "./path.js";
import { hides, predictionOf } from "./predict.js";
import { swapOf } from "./swap.js";
import { temperatureOf } from "./temperature.js";
import { nodesOf, textOf } from "./text.js";
import { trialOf } from "./trial.js";

/** @typedef {import("./lesson.js").Lesson} Lesson */
/**
 * @typedef {object} Reader what the prose asks of the page
 * @property {import("./text.js").Name} name
 * @property {(part: number) => void} turn
 * @property {(lesson: number, part?: number) => void} open one by its number; 0 is the path of all
 * @property {((mode: string) => void) | null} leave opens another mode, on the run of the lesson
 * @property {(run: string) => void} large
 * @property {() => void} answered
 * @property {() => void} reopened an answer was taken back
 * @property {(positions: Iterable<number>) => void} mark
 * @property {(place: import("./lesson.js").Place) => void} go brings the player there
 * @property {import("./learn.js").Surroundings["make"]} make
 * @property {import("./learn.js").Surroundings["branch"]} branch
 * @property {import("./learn.js").Surroundings["ask"]} ask
 * @property {(run: string) => import("../run/recording.js").Recording} recording
 * @property {import("../player/player.js").Player} player
 * @property {import("../page/address.js").Knob[]} knobs
 */

/** Where a lesson leads: the mode, and what is said of it. @type {[mode: string, face: string, name: string][]} */
const ONWARD = [
  ["tune", "Tune it yourself", "Open Tune on the run of this lesson"],
  ["watch", "Write a prompt of your own", "Open Watch"],
  ["compare", "Let the three ways race", "Open Compare"],
];

/** A guess that is right in degrees only was close if this share of it was. */
const HALF = 0.5;

export class Prose {
  /** @param {Reader} reader */
  constructor(reader) {
    this.reader = reader;
    this.place = element("div.tdp-lesson-place");
    this.title = element("h2");
    this.parts = element("div.tdp-lesson-parts");
    /** Where a panel of the drawer stands while a part speaks of it. */
    this.panel = element("div.tdp-lesson-panel");
    this.next = element("button.tdp-continue", "Continue");
    this.before = button("Back", "Go back to the part before");
    this.before.classList.add("tdp-choice");
    this.ending = element("section.tdp-lesson-end", { "aria-label": "Where to read more" });
    const turns = element("div.tdp-lesson-turns", this.next, this.before);
    this.root = element(
      "article.tdp-lesson",
      { "aria-label": "Lesson" },
      this.place,
      this.title,
      this.parts,
      turns,
      this.ending,
    );
    this.listening = new AbortController();
    this.part = 1;
    /** @type {Lesson | null} */
    this.lesson = null;
    /** The name of its file. */
    this.name = "";
    /** The number of the lesson after this one; 0 for the last of a level. */
    this.following = 0;
    /** Is it the only lesson? */
    this.alone = false;
    /** Parts whose prediction was answered. @type {Set<number>} */
    this.answers = new Set();
    this.next.onclick = () =>
      this.part < this.parts.children.length ? reader.turn(this.part + 1) : reader.open(this.following);
    this.before.onclick = () => reader.turn(this.part - 1);
  }

  /** @param {string} sentence what is wrong */
  complain(sentence) {
    this.title.textContent = "Learn";
    this.parts.replaceChildren(element("p.tdp-complaint", { role: "alert" }, sentence));
    this.next.hidden = this.before.hidden = this.ending.hidden = true;
  }

  /**
   * @param {Lesson} lesson
   * @param {import("./pages.js").Entry[]} list of all
   * @param {import("./pages.js").Entry} entry of this one among them
   */
  show(lesson, list, entry) {
    this.end();
    const level = levelsOf(list).find((entries) => entries.includes(entry)) ?? [entry];
    const following = level[level.indexOf(entry) + 1];
    Object.assign(this, { lesson, name: entry.name, alone: list.length === 1 });
    this.following = following ? numberOf(following) : 0;
    this.answers.clear();
    this.#placeIn(level, entry);
    setText(this.title, lesson.title);
    this.parts.replaceChildren(...lesson.parts.map((part, at) => this.#part(part, at + 1)));
    const sources = element(
      "ul",
      ...lesson.sources.map((source) => element("li", ...nodesOf(source, this.reader.name))),
    );
    this.ending.replaceChildren(element("h3", "Read more"), sources);
    const guesses = button("What you guessed", "All that you guessed, and what the runs answered");
    guesses.classList.add("tdp-choice");
    guesses.onclick = () => this.reader.open(0, 2);
    const last = this.following === 0;
    const ways = (last ? ONWARD : ONWARD.slice(0, 1)).flatMap((way) => this.#leading(way));
    const choices = element("div.tdp-choices", ...(last ? [guesses] : []), ...ways);
    this.ending.prepend(...(last ? [element("h3", "Where to go on")] : []), choices);
  }

  /** @param {typeof ONWARD[number]} way @returns {HTMLElement[]} none where there is no model */
  #leading([mode, face, name]) {
    const { leave } = this.reader;
    if (leave === null) return [];
    const choice = button(face, name);
    choice.classList.add("tdp-choice");
    choice.onclick = () => leave(mode);
    return [choice];
  }

  /** @param {import("./pages.js").Entry[]} level @param {import("./pages.js").Entry} entry where the reader is in it */
  #placeIn(level, entry) {
    this.place.hidden = this.alone;
    const place = level.indexOf(entry);
    const bars = level.map((_, at) =>
      element("i", { class: at <= place ? "tdp-lesson-bar tdp-lesson-past" : "tdp-lesson-bar" }),
    );
    const path = button("‹ All lessons", "The path of the lessons");
    path.classList.add("tdp-to-path");
    path.onclick = () => this.reader.open(0);
    this.place.replaceChildren(
      path,
      element("span", `${place + 1} of ${level.length}`),
      element("span.tdp-lesson-bars", { "aria-hidden": "true" }, ...bars),
    );
  }

  /** @param {import("./lesson.js").Part} part @param {number} number */
  #part({ blocks }, number) {
    const root = element("section.tdp-lesson-part", { tabindex: "-1", "aria-label": `Part ${number}` });
    root.append(...blocks.map((block) => this.#block(block, number)));
    root.onclick = ({ target }) => {
      if (number < this.part && !(/** @type {Element} */ (target).closest("button, a, input, form")))
        this.reader.turn(number);
    };
    return root;
  }

  /** @param {import("./lesson.js").Block} block @param {number} part @returns {Node} */
  #block(block, part) {
    const { name, player, knobs, recording, make, branch, ask, mark, go } = this.reader;
    const open = () => this.part === part && player.views.mode === "learn";
    const { signal } = this.listening;
    switch (block.kind) {
      case "text":
        return element("p", ...nodesOf(block.text, name));
      case "list":
        return element("ul", ...block.items.map((item) => element("li", ...nodesOf(item, name))));
      case "bars":
        return barsOf(block, name);
      case "attention":
        return attentionOf(block, { player, signal, recording: () => recording(block.run), open });
      case "temperature":
        return temperatureOf(block, { recording: recording(block.run), player, signal });
      case "swap":
        return swapOf(block, { recording: recording(block.run), player, ask, signal });
      case "memory":
        return memoryOfCell(block, recording(block.run));
      case "forward":
        return forwardOf(recording(block.run));
      case "large": {
        const large = button("The same with the large model", "Show this on a run of another checkpoint");
        large.classList.add("tdp-choice");
        large.onclick = () => this.reader.large(block.run);
        return element("section.tdp-large", element("p", ...nodesOf(block.say, name)), large);
      }
      case "try":
        return trialOf(block, { player, knobs, name, make, signal, recording: () => recording(this.#runOf(part)) });
      case "predict": {
        const answered = (/** @type {import("./answers.js").Verdict} */ verdict) => {
          this.reveal(part);
          this.#keep(part, block.ask, verdict);
        };
        const again = () => {
          this.answers.delete(part);
          this.reader.reopened();
        };
        const run = "run" in block ? block.run : this.#runOf(part);
        const around = { player, name, mark, go, signal, answered, again, open, branch };
        return predictionOf(block, { ...around, recording: () => recording(run) });
      }
    }
  }

  /** @param {number} part @param {import("./lesson.js").Piece[]} ask @param {import("./answers.js").Verdict} verdict */
  #keep(part, ask, { right, sentence, ...outcome }) {
    const { name, lesson } = this;
    const { guess, answer, common, share } = outcome;
    const union = common === undefined ? 0 : Number(guess) + Number(answer) - common;
    const near = right ?? (common === undefined ? share : common / union) >= HALF;
    const [version, when] = [lesson?.version ?? "", new Date().toISOString()];
    keepGuess({ lesson: name, version, part, ask: textOf(ask), ...outcome, near, when });
  }

  /** @param {number} part @returns {string} the run that it shows */
  #runOf(part) {
    const shown = this.lesson?.parts.slice(0, part).findLast(({ show }) => show.run !== undefined);
    return shown?.show.run ?? Object.keys(this.lesson?.runs ?? {})[0];
  }

  /** @param {number} part @returns {boolean} does it ask for a prediction? */
  asks(part) {
    return this.lesson?.parts[part - 1]?.blocks.some(({ kind }) => kind === "predict") ?? false;
  }

  /** @param {number} part @returns {boolean} has its prediction been answered? */
  hasAnswer(part) {
    return this.answers.has(part);
  }

  /** Shows what an open prediction hides. @param {number} part */
  reveal(part) {
    this.answers.add(part);
    this.reader.answered();
  }

  /** @param {number} part @returns {number[]} the cells to choose from, while its prediction is open */
  among(part) {
    const question = this.lesson?.parts[part - 1].blocks.find((block) => block.kind === "predict");
    return question?.kind === "predict" && question.form === "press" && !this.answers.has(part) ? question.among : [];
  }

  /** @param {number} part @returns {import("../player/views.js").Withheld} what an open prediction would be answered by */
  hides(part) {
    const answered = this.answers.has(part)
      ? undefined
      : this.lesson?.parts[part - 1].blocks.find((block) => block.kind === "predict");
    const length = this.lesson !== null && lengthAsked(this.lesson, part - 1, (at) => this.answers.has(at + 1));
    const painted = answered?.kind === "predict" && answered.form === "keep" ? answered : null;
    const decision = answered?.kind === "predict" && hides(answered);
    return { decision, length, before: painted !== null, colours: painted?.hidden === true };
  }

  /** The lesson is no longer read: what its exercises put on the canvas goes, whether or not they were answered. */
  end() {
    this.listening.abort();
    this.listening = new AbortController();
  }

  /** @param {number} part from 1; those before it stay, those after it wait */
  turn(part) {
    this.part = part;
    for (const [at, root] of [...this.parts.children].entries()) {
      root.classList.toggle("tdp-lesson-later", at + 1 > part);
      root.classList.toggle("tdp-lesson-past", at + 1 < part);
    }
    const last = part === this.parts.children.length;
    this.parts.children[part - 1].append(this.panel);
    this.before.hidden = part === 1;
    this.next.hidden = last && this.alone;
    setText(this.next, !last ? "Continue" : this.following > 0 ? "Next lesson" : "Back to all lessons");
    this.ending.hidden = !last;
  }

  /** Stands all below each other, the canvas between the title and the text? */
  get inOneColumn() {
    return getComputedStyle(this.root).display === "contents";
  }

  /**
   * @param {number} part is shown now: the reader goes on there
   * @param {boolean} opened with its lesson? Where all stands in one column, that begins with the title and the canvas.
   */
  arrived(part, opened) {
    if (opened && this.inOneColumn) return this.place.scrollIntoView({ block: "nearest" });
    const root = /** @type {HTMLElement} */ (this.parts.children[part - 1]);
    if (part > 1 || this.root.contains(document.activeElement)) root.focus({ preventScroll: true });
    const whole = root.getBoundingClientRect();
    if (whole.top < 0 || whole.bottom > innerHeight) root.scrollIntoView({ block: "nearest" });
  }
}
