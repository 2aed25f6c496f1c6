/**
 * The game of five canvases on the page: the reader paints the words that a rule keeps, and the rule's own choice is shown
 * over them. The colours come with the answer, on each canvas alike. The score stays in the browser, and goes into a link.
 */

import { signal } from "@preact/signals";
import { render } from "preact";
import { made } from "../../ui/made.ts";
import { Choice } from "./choice.tsx";
import { CANVASES, MOST_SEED } from "./game-address.ts";
import { GameCanvas } from "./game-canvas.tsx";
import { GameRules } from "./game-rules.tsx";
import { gameRun } from "./game-runs.ts";
import { blindShare, drawCanvases } from "./game.ts";
import { keepGame } from "./guesses.ts";
import { knownRun } from "./runs.ts";
import { Score } from "./score.tsx";
import type { ComponentChildren } from "preact";
import type { RunItem } from "../../page/run-list.ts";
import type { Game } from "./game-address.ts";
import type { Canvas } from "./game.ts";
import type { Learn } from "./learn.ts";

export class GameView {
  /** The game that goes on or is over; null while there is none. */
  game: Game | null = null;
  canvases: Canvas[] = [];
  /** The share right on each canvas so far. */
  shares: number[] = [];
  away = signal(true);
  root = made(<article class="tdp-lesson tdp-game" aria-label="Game" hidden={this.away} />);
  /** Another canvas or game may be wanted while runs are read. */
  turn = 0;

  /** @param learn whose place it takes */
  constructor(public learn: Learn) {
    learn.page.player.view.root.querySelector(".tdp-desk")?.prepend(this.root);
  }

  /** @param game null to choose a rule */
  async open(game: Game | null) {
    const { learn } = this;
    learn.putAway();
    this.close();
    this.game = game;
    learn.page.player.views.mode = "learn";
    learn.page.player.view.root.classList.add("tdp-gaming");
    this.away.value = false;
    this.#cover(true); // the canvas may still show a step that a lesson asks about
    if (game === null) return this.#show("Be the sampler", this.#rules("Five canvases, one rule. Which do you play?"));
    if (!location.hash.startsWith(`#game=${game.seed}.${game.rule}`)) learn.page.rest(true);
    this.#show("Be the sampler", <p>Five canvases are drawn …</p>);
    const { turn } = this;
    const canvases = await drawCanvases(game, (run) => gameRun(learn.pages, learn.page.runList, run)).catch((error) => {
      const complaint = (
        <p class="tdp-complaint" role="alert">
          {error.message}
        </p>
      );
      this.#show("Be the sampler", [complaint, this.#lessons()]);
      throw error;
    });
    if (turn !== this.turn) return;
    Object.assign(this, { canvases, shares: [] });
    await this.#turn(0);
  }

  /** Something else takes its place. */
  close() {
    if (this.away.value) return;
    this.#end();
    this.game = null;
    this.away.value = true;
    this.learn.page.player.view.root.classList.remove("tdp-gaming");
  }

  /** @param colours are they hidden too, and not only what the step keeps? */
  #cover(colours: boolean) {
    this.learn.page.player.views.withhold({ decision: true, length: true, before: true, colours });
  }

  /** The canvas is no longer painted. */
  #end() {
    this.turn += 1;
    render(null, this.root);
    this.learn.marks.show([]);
    const { views } = this.learn.page.player;
    views.withhold({ decision: false, length: false });
    views.prepare();
  }

  /** @param at which canvas, from 0 */
  async #turn(at: number) {
    const { learn, canvases } = this;
    const { player, runList, say } = learn.page;
    const { rule, shares } = this.game as Game;
    const canvas = canvases[at];
    const { run, recording, row } = canvas;
    this.#end();
    const { turn } = this;
    const item = knownRun(runList, run) as RunItem;
    item.recording = recording;
    const { views } = player;
    views.looks = { ...views.looks, mode: "learn", layer: "sampled", figure: "entropy", shape: "grid", only: null };
    const back = () => runList.choose(item, () => player.show(recording, recording.momentOf(row)));
    await back();
    if (turn !== this.turn) return;
    views.choosePair(null, null);
    this.#cover(true);
    const answered = (share: number) => {
      this.shares[at] = share;
      this.#cover(false);
    };
    const next = () => (at + 1 === CANVASES ? this.#finish() : this.#turn(at + 1)).catch(say);
    const mark = (positions: number[]) => learn.marks.show(positions);
    this.#show("Be the sampler", <GameCanvas {...{ player, canvas, at, rule, shares, mark, answered, back, next }} />);
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
    this.#show("Your score", [<Score {...{ rule, shares, blind }} />, this.#rules("Five other canvases:")]);
    this.root.querySelector("h2")?.focus();
  }

  /** Another game, after the sentence. */
  #rules(sentence: string) {
    const begin = (rule: Game["rule"]) => {
      const seed = Math.floor(Math.random() * (MOST_SEED + 1));
      this.open({ seed, rule, shares: [] }).catch(this.learn.page.say);
    };
    return [<GameRules {...{ sentence, begin }} />, this.#lessons()];
  }

  #lessons() {
    const { learn } = this;
    const back = () => learn.open({ lesson: 0, part: 1 }).catch(learn.page.say);
    return (
      <div class="tdp-choices">
        <Choice face="Back to the lessons" onClick={back} />
      </div>
    );
  }

  #show(title: string, content: ComponentChildren) {
    render([<h2 tabIndex={-1}>{title}</h2>, content], this.root);
  }
}
