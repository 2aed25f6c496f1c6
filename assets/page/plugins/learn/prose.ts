/** The column of prose: one lesson, part by part. Parts that were read stay; those that come are not shown yet. */

import { button, element, setText } from "../../dom/elements.ts";
import { lengthAsked } from "./lesson.ts";
import { attentionOf } from "./attention.ts";
import { barsOf } from "./bars.ts";
import { forwardOf } from "./forward.ts";
import { keepGuess } from "./guesses.ts";
import { memoryOfCell } from "./memory.ts";
import { levelsOf, numberOf } from "./path.ts";
import { hides, predictionOf } from "./predict.ts";
import { swapOf } from "./swap.ts";
import { temperatureOf } from "./temperature.ts";
import { nodesOf, textOf } from "./text.ts";
import { trialOf } from "./trial.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Player } from "../../player/player.ts";
import type { Withheld } from "../../player/withheld.ts";
import type { Knob } from "../../rules/knobs.ts";
import type { Block, Lesson, Part, Piece, Place } from "./lesson.ts";
import type { Recording } from "../../run/recording.ts";
import type { Verdict } from "./answers.ts";
import type { Entry } from "./pages.ts";
import type { Name } from "./text.ts";

/** What the prose asks of the page. */
interface Reader {
  name: Name;
  turn: (part: number) => void;
  /** One by its number; 0 is the path of all. */
  open: (lesson: number, part?: number) => void;
  /** Opens another mode, on the run of the lesson. */
  leave: ((mode: string) => void) | null;
  large: (run: string) => void;
  answered: () => void;
  /** An answer was taken back. */
  reopened: () => void;
  mark: (positions: Iterable<number>) => void;
  /** Brings the player there. */
  go: (place: Place) => void;
  make: Surroundings["make"];
  branch: Surroundings["branch"];
  ask: Surroundings["ask"];
  recording: (run: string) => Recording;
  player: Player;
  knobs: Knob[];
}

/** Where a lesson leads: the mode, and what is said of it. */
const ONWARD: [mode: string, face: string, name: string][] = [
  ["tune", "Tune it yourself", "Open Tune on the run of this lesson"],
  ["watch", "Write a prompt of your own", "Open Watch"],
  ["compare", "Let the three ways race", "Open Compare"],
];

/** A guess that is right in degrees only was close if this share of it was. */
const HALF = 0.5;

export class Prose {
  place = element("div.tdp-lesson-place");
  title = element("h2");
  parts = element("div.tdp-lesson-parts");
  /** Where a panel of the drawer stands while a part speaks of it. */
  panel = element("div.tdp-lesson-panel");
  next = element("button.tdp-continue", "Continue");
  before = button("Back", "Go back to the part before");
  ending = element("section.tdp-lesson-end", { "aria-label": "Where to read more" });
  root: HTMLElement;
  listening = new AbortController();
  part = 1;
  lesson: Lesson | null = null;
  /** The name of its file. */
  name = "";
  /** The number of the lesson after this one; 0 for the last of a level. */
  following = 0;
  /** Is it the only lesson? */
  alone = false;
  /** Parts whose prediction was answered. */
  answers: Set<number> = new Set();

  constructor(public reader: Reader) {
    this.before.classList.add("tdp-choice");
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
    this.next.onclick = () =>
      this.part < this.parts.children.length ? reader.turn(this.part + 1) : reader.open(this.following);
    this.before.onclick = () => reader.turn(this.part - 1);
  }

  /** @param sentence what is wrong */
  complain(sentence: string) {
    this.title.textContent = "Learn";
    this.parts.replaceChildren(element("p.tdp-complaint", { role: "alert" }, sentence));
    this.next.hidden = this.before.hidden = this.ending.hidden = true;
  }

  /**
   * @param list of all
   * @param entry of this one among them
   */
  show(lesson: Lesson, list: Entry[], entry: Entry) {
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

  /** @returns none where there is no model */
  #leading([mode, face, name]: (typeof ONWARD)[number]): HTMLElement[] {
    const { leave } = this.reader;
    if (leave === null) return [];
    const choice = button(face, name);
    choice.classList.add("tdp-choice");
    choice.onclick = () => leave(mode);
    return [choice];
  }

  /** @param entry where the reader is in it */
  #placeIn(level: Entry[], entry: Entry) {
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

  #part({ blocks }: Part, number: number) {
    const root = element("section.tdp-lesson-part", { tabindex: "-1", "aria-label": `Part ${number}` });
    root.append(...blocks.map((block) => this.#block(block, number)));
    root.onclick = ({ target }) => {
      if (number < this.part && !(target as Element).closest("button, a, input, form")) this.reader.turn(number);
    };
    return root;
  }

  #block(block: Block, part: number): Node {
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
        const answered = (verdict: Verdict) => {
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

  #keep(part: number, ask: Piece[], { right, sentence, ...outcome }: Verdict) {
    const { name, lesson } = this;
    const { guess, answer, common, share } = outcome;
    const union = common === undefined ? 0 : Number(guess) + Number(answer) - common;
    const near = right ?? (common === undefined ? share : common / union) >= HALF;
    const [version, when] = [lesson?.version ?? "", new Date().toISOString()];
    keepGuess({ lesson: name, version, part, ask: textOf(ask), ...outcome, near, when });
  }

  /** @returns the run that it shows */
  #runOf(part: number): string {
    const shown = this.lesson?.parts.slice(0, part).findLast(({ show }) => show.run !== undefined);
    return shown?.show.run ?? Object.keys(this.lesson?.runs ?? {})[0];
  }

  /** @returns does it ask for a prediction? */
  asks(part: number): boolean {
    return this.lesson?.parts[part - 1]?.blocks.some(({ kind }) => kind === "predict") ?? false;
  }

  /** @returns has its prediction been answered? */
  hasAnswer(part: number): boolean {
    return this.answers.has(part);
  }

  /** Shows what an open prediction hides. */
  reveal(part: number) {
    this.answers.add(part);
    this.reader.answered();
  }

  /** @returns the cells to choose from, while its prediction is open */
  among(part: number): number[] {
    const question = this.lesson?.parts[part - 1].blocks.find((block) => block.kind === "predict");
    return question?.kind === "predict" && question.form === "press" && !this.answers.has(part) ? question.among : [];
  }

  /** @returns what an open prediction would be answered by */
  hides(part: number): Withheld {
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

  /** @param part from 1; those before it stay, those after it wait */
  turn(part: number) {
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
   * @param part is shown now: the reader goes on there
   * @param opened with its lesson? Where all stands in one column, that begins with the title and the canvas.
   */
  arrived(part: number, opened: boolean) {
    if (opened && this.inOneColumn) return this.place.scrollIntoView({ block: "nearest" });
    const root = this.parts.children[part - 1] as HTMLElement;
    if (part > 1 || this.root.contains(document.activeElement)) root.focus({ preventScroll: true });
    const whole = root.getBoundingClientRect();
    if (whole.top < 0 || whole.bottom > innerHeight) root.scrollIntoView({ block: "nearest" });
  }
}
