/**
 * The game of five canvases on the page: the reader paints the words that a rule keeps, and the rule's own choice is shown
 * over them. The colours come with the answer, on each canvas alike. The score stays in the browser, and goes into a link.
 */

import { h, render } from "preact";
import { copyText } from "../../dom/clipboard.ts";
import { button, element, setText } from "../../dom/elements.ts";
import { CANVASES, MOST_SEED, RULES, STEPS } from "./game-address.ts";
import { total } from "../../run/metrics.ts";
import {
  RULE_WORDS,
  agreementSentence,
  askSentence,
  challenge,
  figureSentence,
  missSentence,
  ofDigits,
  placeSentence,
  resultSentences,
} from "./game-words.ts";
import { tokenText } from "../../words/glyphs.ts";
import { counted, percent } from "../../words/units.ts";
import { agreementOf } from "./answers.ts";
import { Agreement } from "./agreement.tsx";
import { FigureBars } from "./bars.tsx";
import { LESSON_RUNS, blindShare, costliest, drawCanvases } from "./game.ts";
import { keepGame } from "./guesses.ts";
import { HINT } from "./keep.tsx";
import { Paint } from "./paint.ts";
import { knownRun, readRun } from "./runs.ts";
import type { ComponentChildren } from "preact";
import type { Game } from "./game-address.ts";
import type { RunItem } from "../../page/run-list.ts";
import type { Recording } from "../../run/recording.ts";
import type { Canvas } from "./game.ts";
import type { Learn } from "./learn.ts";

const HIDDEN = "The colours come with the answer.";

function drawn(content: ComponentChildren): HTMLElement {
  const place = element("div");
  render(content, place);
  return place;
}

export class GameView {
  /** The game that goes on or is over; null while there is none. */
  game: Game | null = null;
  canvases: Canvas[] = [];
  /** The share right on each canvas so far. */
  shares: number[] = [];
  root = element("article.tdp-lesson.tdp-game", { "aria-label": "Game", hidden: "" });
  /** What is said of the cell that the pointer or the keys are on. */
  pointed = element("p.tdp-game-pointed", { hidden: "" });
  /** Ends what listens for the present canvas. */
  listening = new AbortController();

  /** @param learn whose place it takes */
  constructor(public learn: Learn) {
    const { view } = learn.page.player;
    view.root.querySelector(".tdp-desk")?.prepend(this.root);
    view.lanes.after(this.pointed);
  }

  /** @param game null to choose a rule */
  async open(game: Game | null) {
    const { learn } = this;
    learn.putAway();
    this.close();
    this.game = game;
    const { signal } = this.listening;
    learn.page.player.views.mode = "learn";
    learn.page.player.view.root.classList.add("tdp-gaming");
    this.root.hidden = false;
    this.#cover(true); // the canvas may still show a step that a lesson asks about
    if (game === null)
      return this.#show("Be the sampler", ...this.#rules("Five canvases, one rule. Which do you play?"));
    if (!location.hash.startsWith(`#game=${game.seed}.${game.rule}`)) learn.page.rest(true);
    this.#show("Be the sampler", element("p", "Five canvases are drawn …"));
    const canvases = await drawCanvases(game, (run) => this.#read(run)).catch((error) => {
      this.#show("Be the sampler", element("p.tdp-complaint", { role: "alert" }, error.message), this.#lessons());
      throw error;
    });
    if (signal.aborted) return;
    Object.assign(this, { canvases, shares: [] });
    await this.#turn(0);
  }

  /** Something else takes its place. */
  close() {
    if (this.root.hidden) return;
    this.#end();
    this.game = null;
    this.root.hidden = true;
    this.learn.page.player.view.root.classList.remove("tdp-gaming");
  }

  /** @param colours are they hidden too, and not only what the step keeps? */
  #cover(colours: boolean) {
    this.learn.page.player.views.withhold({ decision: true, length: true, before: true, colours });
  }

  /** The canvas is no longer painted. */
  #end() {
    this.listening.abort();
    this.listening = new AbortController();
    this.pointed.hidden = true;
    this.learn.marks.show([]);
    const { views } = this.learn.page.player;
    views.withhold({ decision: false, length: false });
    views.prepare();
  }

  /** @returns null where it is not there */
  async #read(run: string): Promise<Recording | null> {
    const { pages, page } = this.learn;
    const file = `lessons/${run}.trace`;
    if (!knownRun(page.runList, run)) {
      if (!(run in LESSON_RUNS)) return null;
      try {
        await pages.trace(file);
      } catch (error) {
        if ((error as Error).cause === 404) return null; // this server has lessons of its own
        throw error;
      }
    }
    const runs = { [run]: { title: LESSON_RUNS[run], file } };
    return (await readRun(pages, page.runList, { runs }, run)).recording;
  }

  /** @param at which canvas, from 0 */
  async #turn(at: number) {
    const { learn, canvases } = this;
    const { player, runList } = learn.page;
    const { rule, shares } = this.game as Game;
    const { run, recording, row, choice, text } = canvases[at];
    const words = RULE_WORDS[rule];
    this.#end();
    const { signal } = this.listening;
    const item = knownRun(runList, run) as RunItem;
    item.recording = recording;
    const { looks } = player.views;
    player.views.looks = { ...looks, mode: "learn", layer: "sampled", figure: "entropy", shape: "grid", only: null };
    const moment = recording.momentOf(row);
    await runList.choose(item, () => player.show(recording, moment));
    if (signal.aborted) return;
    player.views.choosePair(null, null);
    this.#cover(true);

    const token = (position: number) => tokenText(recording, recording.frames[row].sampled_ids[position]);
    const cells = Array.from(text, (flag, position) => ({ name: token(position), open: flag === 1 }));
    const board = cells.every(({ name, open }) => !open || /^\s*\d$/.test(name));
    const say = (sentence: string) => (board ? ofDigits(sentence) : sentence);
    const paint = new Paint(
      say(`Words: paint those that ${words.who} ${words.keeps}`),
      cells,
      () => player.painter.grid,
    );
    player.view.stage.append(paint.root);
    player.views.prepare(); // cells to paint may be larger
    signal.addEventListener("abort", () => paint.root.remove());

    const count = element("output");
    const answer = element("button.tdp-continue", `Show what ${words.who} ${words.keeps}`);
    const clear = element("button.tdp-choice", "Clear");
    const verdict = element("div.tdp-told", { role: "status" });
    const back = element("button.tdp-choice", { hidden: "" }, "Back to the canvas");
    const hint = element("small.tdp-drawing-hint", say(HINT));
    const last = at + 1 === CANVASES;
    const next = element("button.tdp-continue", { hidden: "" }, last ? "Your score" : "Next canvas");
    const question = element(
      "section.tdp-predict",
      { "aria-label": "Your choice" },
      element("p.tdp-question", say(askSentence(rule, choice, text, recording.frames[row].step, STEPS))),
      hint,
      element("div.tdp-choices", answer, clear, back, count),
      verdict,
      element("div.tdp-choices", next),
    );

    const first = at === 0;
    const note = element("p.tdp-game-place", HIDDEN);

    const show = () => {
      const painted = total(paint.chosen);
      setText(count, say(`${counted(painted, "word")} painted`));
      clear.disabled = painted === 0;
      const { pointed } = paint;
      const answered = pointed !== null && paint.shown !== null;
      setText(this.pointed, answered ? say(`“${token(pointed)}”: ${figureSentence(rule, choice, pointed)}`) : "");
    };
    const follow = () => {
      const here = player.recording === recording && player.moment === moment && !player.playing;
      if (paint.root.hidden === here) {
        paint.root.hidden = !here;
        player.views.prepare();
      }
      back.hidden = here;
      if (here) paint.place();
    };
    answer.onclick = () => {
      paint.answer(choice.kept, `${words.who} ${words.keeps} it`, `you and ${words.who} ${words.keeps} it`);
      this.#cover(false);
      const agreement = agreementOf(paint.chosen, choice.kept, text);
      this.shares[at] = agreement.share;
      const miss = costliest(choice, agreement);
      verdict.replaceChildren(
        drawn(h(Agreement, { agreement, who: words.who, word: token })),
        element("p", element("b", say(agreementSentence(rule, agreement, total(text))))),
        element(
          "p",
          miss === null ? "You have all of them." : say(missSentence(rule, choice, miss, token(miss.position))),
        ),
      );
      learn.marks.show(miss === null ? [] : [miss.position]);
      for (const part of [answer, clear, count, hint, note]) part.hidden = true;
      next.hidden = this.pointed.hidden = false;
      next.focus({ preventScroll: true });
      next.scrollIntoView({ block: "nearest" });
      show();
    };
    clear.onclick = () => paint.clear();
    back.onclick = () => runList.choose(item, () => player.show(recording, moment));
    next.onclick = () => (last ? this.#finish() : this.#turn(at + 1)).catch(learn.page.say);
    paint.addEventListener("change", show);
    paint.addEventListener("point", show);
    player.addEventListener("paint", follow, { signal });

    this.#show(
      "Be the sampler",
      element("p.tdp-game-place", placeSentence(at, CANVASES, rule)),
      ...(first && shares.length > 0 ? [element("p", challenge(shares))] : []),
      element("p", say(words.rule)),
      question,
      note,
    );
    show();
    paint.root.focus({ preventScroll: true });
    // In one column the canvas stays above, and the question of the next one below it.
    if (!first && getComputedStyle(this.root).display === "contents") question.scrollIntoView({ block: "end" });
  }

  /** All five are answered. */
  async #finish() {
    const { learn, canvases, shares } = this;
    const { seed, rule } = this.game as Game;
    this.#end();
    const names = canvases.map(
      ({ run, recording: { frames }, row }) => `${run}, part ${frames[row].block}, step ${frames[row].step}`,
    );
    keepGame({ game: `${seed}.${rule}`, rule, canvases: names, shares, when: new Date().toISOString() });
    this.game = { seed, rule, shares: shares.map((share) => Math.round(100 * share)) };
    learn.page.rest(false);
    const blind = canvases.reduce((sum, canvas) => sum + blindShare(canvas), 0) / CANVASES;
    const rows = shares.map((value, at) => ({
      text: [`Canvas ${at + 1}`],
      value,
      figure: percent(value),
      interval: [],
    }));
    const copy = button("Copy a link: these canvases, your score", "Whoever opens it plays the same five canvases");
    copy.classList.add("tdp-choice");
    copy.onclick = async () => {
      const copied = await copyText(location.href);
      setText(copy, copied ? "Copied" : "The link stands in the address bar");
    };
    this.#show(
      "Your score",
      element("p.tdp-game-place", RULE_WORDS[rule].name),
      ...resultSentences(shares, blind).map((sentence) => element("p", sentence)),
      drawn(h(FigureBars, { block: { label: ["Share of the words on which you agree"], rows }, end: 1 })),
      element("div.tdp-choices", copy),
      ...this.#rules("Five other canvases:"),
    );
    this.root.querySelector("h2")?.focus();
  }

  /** @returns each rule, to begin a game with it */
  #rules(sentence: string): HTMLElement[] {
    const entries = RULES.map((rule) => {
      const begin = element("button.tdp-choice", RULE_WORDS[rule].name);
      begin.onclick = () => {
        const seed = Math.floor(Math.random() * (MOST_SEED + 1));
        this.open({ seed, rule, shares: [] }).catch(this.learn.page.say);
      };
      return element("li", begin, element("span", RULE_WORDS[rule].rule));
    });
    return [element("h3", sentence), element("ul.tdp-game-rules", ...entries), this.#lessons()];
  }

  #lessons() {
    const back = element("button.tdp-choice", "Back to the lessons");
    back.onclick = () => this.learn.open({ lesson: 0, part: 1 }).catch(this.learn.page.say);
    return element("div.tdp-choices", back);
  }

  #show(title: string, ...parts: HTMLElement[]) {
    this.root.replaceChildren(element("h2", { tabindex: "-1" }, title), ...parts);
  }
}
