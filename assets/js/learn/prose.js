/** The column of prose: one lesson, part by part. Parts that were read stay; those that come are not shown yet. */

import { button, element, setText } from "../dom/elements.js";
import { attentionOf } from "./attention.js";
import { barsOf } from "./bars.js";
import { forwardOf } from "./forward.js";
import { lengthAsked } from "./lesson.js";
import { memoryOfCell } from "./memory.js";
import { hides, predictionOf } from "./predict.js";
import { swapOf } from "./swap.js";
import { temperatureOf } from "./temperature.js";
import { nodesOf } from "./text.js";
import { trialOf } from "./trial.js";

/** @typedef {import("./lesson.js").Lesson} Lesson */
/**
 * @typedef {object} Reader what the prose asks of the page
 * @property {import("./text.js").Name} name
 * @property {(part: number) => void} turn
 * @property {(lesson: number) => void} open one by its number
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
    this.end = element("section.tdp-lesson-end", { "aria-label": "Where to read more" });
    const turns = element("div.tdp-lesson-turns", this.next, this.before);
    this.root = element(
      "article.tdp-lesson",
      { "aria-label": "Lesson" },
      this.place,
      this.title,
      this.parts,
      turns,
      this.end,
    );
    this.listening = new AbortController();
    this.part = 1;
    /** @type {Lesson | null} */
    this.lesson = null;
    /** The number of the lesson after this one; 0 for the last. */
    this.following = 0;
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
    this.next.hidden = this.before.hidden = this.end.hidden = true;
  }

  /**
   * @param {Lesson} lesson
   * @param {import("./pages.js").Entry[]} list of all
   * @param {number} place of this one among them
   * @param {string[]} read numbers of those that were read to their end
   */
  show(lesson, list, place, read) {
    this.listening.abort();
    this.listening = new AbortController();
    Object.assign(this, { lesson, following: place + 1 < list.length ? parseInt(list[place + 1].name, 10) : 0 });
    this.answers.clear();
    this.#placeIn(list, place, read);
    setText(this.title, lesson.title);
    this.parts.replaceChildren(...lesson.parts.map((part, at) => this.#part(part, at + 1)));
    const sources = element(
      "ul",
      ...lesson.sources.map((source) => element("li", ...nodesOf(source, this.reader.name))),
    );
    this.end.replaceChildren(element("h3", "Read more"), sources);
    const last = this.following === 0;
    const choices = element(
      "div.tdp-choices",
      ...(last ? ONWARD : ONWARD.slice(0, 1)).flatMap((way) => this.#leading(way)),
    );
    if (last && list.length > 1) this.end.prepend(element("h3", "Where to go on"), this.#unread(list, read), choices);
    else this.end.prepend(choices);
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

  /** @param {import("./pages.js").Entry[]} list @param {string[]} read @returns {HTMLElement} the lessons that wait */
  #unread(list, read) {
    const open = list.slice(0, -1).filter(({ name }) => !read.includes(String(parseInt(name, 10))));
    if (open.length === 0) return element("p", "You have read all lessons. Now try it on a prompt of your own.");
    const items = open.map(({ name, title }) => {
      const entry = element("button.tdp-lit-words", title);
      entry.onclick = () => this.reader.open(parseInt(name, 10));
      return element("li", entry);
    });
    return element(
      "div",
      element("p", "This is the last lesson. These you have not read to their end:"),
      element("ul", ...items),
    );
  }

  /** @param {import("./pages.js").Entry[]} list @param {number} place @param {string[]} read */
  #placeIn(list, place, read) {
    this.place.hidden = list.length === 1;
    const bars = list.map((_, at) =>
      element("i", { class: at <= place ? "tdp-lesson-bar tdp-lesson-past" : "tdp-lesson-bar" }),
    );
    const entries = list.map(({ name, title }, at) => {
      const entry = element(
        "button",
        { ...(at === place && { "aria-current": "true" }) },
        `${at + 1}. ${title}${read.includes(String(parseInt(name, 10))) ? " ✓" : ""}`,
      );
      entry.onclick = () => this.reader.open(parseInt(name, 10));
      return element("li", entry);
    });
    const summary = element(
      "summary",
      `Lesson ${place + 1} of ${list.length} `,
      element("span.tdp-lesson-bars", { "aria-hidden": "true" }, ...bars),
    );
    this.place.replaceChildren(element("details", summary, element("ol", ...entries)));
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
    const { name, player, knobs, recording, make, ask, branch, mark, go } = this.reader;
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
        const answered = () => this.reveal(part);
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

  /** @param {number} part @returns {string} the run that it shows */
  #runOf(part) {
    const shown = this.lesson?.parts.slice(0, part).findLast(({ show }) => show.run !== undefined);
    return shown?.show.run ?? Object.keys(this.lesson?.runs ?? {})[0];
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
    this.next.hidden = last && this.following === 0;
    setText(this.next, last ? "Next lesson" : "Continue");
    this.end.hidden = !last;
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
