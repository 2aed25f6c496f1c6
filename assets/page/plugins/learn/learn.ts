/** The mode Learn: prose on the left that drives the player on the right. The reader may take over, and come back. */

import { button, element, setText } from "../../dom/elements.ts";
import { recall, remember } from "../../dom/memory.ts";
import { addPluginStyle } from "../../dom/style.ts";
import { momentAt, shownAt } from "./lesson.ts";
import { plainText } from "../../words/glyphs.ts";
import { forgetGuesses, games, guesses } from "./guesses.ts";
import { Marks } from "./marks.ts";
import { Named } from "./named.ts";
import { Pages } from "./pages.ts";
import { drawStops, numberOf, pathOf } from "./path.ts";
import { Prose } from "./prose.ts";
import { knownRun, readRun } from "./runs.ts";
import type { Surroundings } from "./surroundings.ts";
import type { RunItem } from "../../page/run-list.ts";
import type { Withheld } from "../../player/withheld.ts";
import type { Lesson, Place } from "./lesson.ts";
import type { Recording } from "../../run/recording.ts";
import type { At } from "./address.ts";
import type { LessonPage } from "./lesson-file.ts";
import type { GameView } from "./game-view.ts";
import type { Entry } from "./pages.ts";

const READ = "lessons read";
const LAST = "lesson and part";
const NOTHING: Withheld = { decision: false, length: false };

export class Learn {
  /** Where the reader is; null while no lesson is open. */
  at: At | null = null;
  lesson: Lesson | null = null;
  /** The name of its file. */
  name = "";
  marks: Marks;
  named: Named;
  prose: Prose;
  /** The path of all lessons, or what the reader guessed; the player is hidden beside it. */
  overview = element("section.tdp-path", { "aria-label": "Lessons", hidden: "" });
  /** What the player behind the overview shows. */
  behind: RunItem | null = null;
  /** Whose canvases stand at the stops. */
  stops: Recording | null = null;
  /** What the model was asked for; a lesson has no field for it. */
  prompt = element("p.tdp-lesson-prompt");
  /** Whose prompt that is. */
  prompted: Recording | null = null;
  back = button("back to the lesson", "Show again what the lesson speaks of");
  /** What the lesson shows now. */
  shown: { recording: Recording; moment: number; position: number | null; layer: string; lanes: number } | null = null;
  /** Do others vote on the question? Then how long the run is stays hidden until the answer is shown. */
  votes = false;
  /** Is the player elsewhere than what the part speaks of? */
  away = false;
  /** Is the player on its way to what a part speaks of? */
  arriving = false;
  /** Reading a lesson's file takes a while; another one may be opened meanwhile. */
  turnOf = 0;
  /** The game of five canvases, once it was wanted. */
  game: GameView | null = null;
  /** A panel of the drawer that stands in the prose. */
  borrowed: { root: HTMLElement; home: HTMLElement } | null = null;

  /**
   * @param page `assets` is the folder of the page's files
   * @param pages where lessons and their traces are had; by default that folder
   */
  constructor(
    public page: Surroundings & { assets?: URL },
    public pages: Pick<Pages, "list" | "lesson" | "trace"> = new Pages(page.assets as URL),
  ) {
    addPluginStyle("learn");
    const { player } = page;
    this.marks = new Marks(player);
    const go = (place: Place) => this.#go(place).catch(page.say);
    this.named = new Named(player, go);
    this.prose = new Prose({
      name: (ref, words) => this.named.words(ref, words),
      turn: (part) => this.turn(part),
      open: (lesson, part = 1) => this.open({ lesson, part }).catch(page.say),
      leave: page.leave && ((mode) => this.#leaveFor(mode).catch(page.say)),
      go,
      large: (run) => go({ run }),
      answered: () => {
        this.#withhold(NOTHING);
        player.refresh();
      },
      reopened: () => this.show().catch(page.say),
      mark: (positions) => this.marks.show(positions),
      make: page.make,
      branch: page.branch,
      ask: page.ask,
      recording: (run) => this.#recording(run),
      player,
      knobs: page.knobs,
    });
    player.view.root.querySelector(".tdp-desk")?.prepend(this.prose.root);
    player.view.root.prepend(this.overview);
    this.overview.onkeydown = (event) => {
      if (event.key !== "?") event.stopPropagation(); // nobody sees the player that the others move
    };
    player.view.main.prepend(this.prompt);
    this.back.classList.add("tdp-back-to-lesson");
    this.back.hidden = true;
    this.back.onclick = () => this.show().catch(page.say);
    player.view.caption.append(this.back);
    player.addEventListener("paint", () => {
      this.#showPrompt(player.recording);
      this.#notice();
    });
    player.addEventListener("looks", () => {
      if (player.views.mode !== "learn") this.game?.close();
      if (player.views.mode !== "learn" && (this.shown !== null || !this.overview.hidden)) this.#leave();
      else if (!this.overview.hidden) this.#drawStops();
    });
  }

  /** @param recording whose prompt is shown */
  #showPrompt(recording: Recording | null) {
    if (recording === this.prompted) return;
    this.prompted = recording;
    const prompt = plainText(recording?.header.spec.prompt.text ?? "");
    this.prompt.hidden = prompt === "";
    setText(this.prompt, `Prompt: ${prompt}`);
  }

  async open({ lesson, part }: At) {
    const { player } = this.page;
    const turn = (this.turnOf += 1);
    this.game?.close();
    this.prose.root.hidden = false;
    player.views.mode = "learn";
    const list = await this.pages.list();
    if (list.length === 0) return this.#complain("This server has no lessons.");
    if (lesson === 0 && (list.length > 1 || part > 1)) return this.#look(list, part);
    const entry = list.find((one) => numberOf(one) === lesson) ?? list[0];
    const number = numberOf(entry);
    const read = await this.pages.lesson(entry.name);
    if (turn !== this.turnOf) return;
    if (read.problem) return this.#complain(read.problem);
    for (const name of Object.keys(read.runs)) await readRun(this.pages, this.page.runList, read, name);
    if (turn !== this.turnOf || player.views.mode !== "learn") return;
    const changed = this.at !== null && this.at.lesson !== number;
    Object.assign(this, { lesson: read, name: entry.name });
    this.named.clear();
    this.prose.show(read, list, entry);
    this.#uncover(true);
    this.at = { lesson: number, part: Math.min(Math.max(part, 1), read.parts.length) };
    if (changed) this.page.rest(true);
    await this.turn(this.at.part, true);
  }

  /** @param part 1 for the path of all lessons, 2 for what the reader guessed */
  async #look(list: Entry[], part: number) {
    const { player, runList, say, play } = this.page;
    const turn = this.turnOf;
    const { guessPage } = part > 1 ? await import("./guess-page.ts") : { guessPage: null };
    const [first] = runList.items;
    if (player.recording === null && first) await runList.choose(first, (recording) => player.show(recording));
    const run = first ? await runList.read(first) : null;
    if (turn !== this.turnOf || player.views.mode !== "learn") return;
    const here = new Set(list.map(({ name }) => name));
    const records = { guesses: guesses().filter(({ lesson }) => here.has(lesson)), games: games() };
    const open = (lesson: number, place: number = 1) => this.open({ lesson, part: place }).catch(say);
    const parts = guessPage
      ? guessPage(list, records, {
          open,
          back: [list.length > 1 ? "‹ All lessons" : `‹ ${list[0].title}`, () => open(0)],
          forget: () => {
            forgetGuesses();
            for (const name of [READ, LAST]) remember(name, []);
            open(0);
          },
        })
      : pathOf(
          list,
          { ...records, read: recall(READ, []).map(Number), last: Number(recall(LAST, [0])[0]) },
          { open, guesses: () => open(0, 2), play: play && (() => play(null)) },
        );
    const changed = this.at !== null && (this.at.lesson !== 0 || this.at.part !== part);
    this.#leave();
    player.pause();
    this.overview.replaceChildren(...parts);
    this.#uncover(false);
    this.behind = runList.shown;
    this.stops = run;
    this.#drawStops();
    Object.assign(this, { lesson: null, at: { lesson: 0, part } });
    this.page.rest(changed);
    this.overview.querySelector("h2")?.focus({ preventScroll: true });
  }

  #drawStops() {
    if (this.stops) drawStops(this.overview, this.stops, this.page.player.views.theme());
  }

  /** @param sentence what is wrong */
  #complain(sentence: string) {
    this.#uncover(true);
    this.prose.complain(sentence);
  }

  /** @param player is it shown, or the overview in its place? */
  #uncover(player: boolean) {
    this.overview.hidden = player;
    this.page.player.view.root.classList.toggle("tdp-on-path", !player);
  }

  /** Does the page ask something that the reader has not answered, and show what it asks about? */
  get asks() {
    const { at, prose, page } = this;
    if (at === null || page.player.views.mode !== "learn" || (this.away && !this.arriving)) return false;
    return prose.asks(at.part) && !prose.hasAnswer(at.part);
  }

  /** The open lesson with its runs, as a file takes it away; null while none is open. */
  get taken(): LessonPage | null {
    const { lesson, name, at } = this;
    if (lesson === null || at === null || this.page.player.views.mode !== "learn") return null;
    const runs = Object.entries(lesson.runs).map(([run, { title }]) => ({
      name: run,
      title,
      file: () =>
        this.#itemOf(run)?.file() ??
        Promise.reject(new Error(`The run ${run} is not there any more; open the lesson again.`)),
    }));
    return { name, lesson, part: at.part, runs };
  }

  /** @param part from 1 @param opened with its lesson, just now */
  async turn(part: number, opened: boolean = false) {
    if (this.lesson === null || this.at === null) return;
    this.at = { ...this.at, part };
    remember(LAST, [this.at.lesson, part]);
    this.prose.turn(part);
    if (part === this.lesson.parts.length)
      remember(READ, [...new Set([...recall(READ, []).map(String), this.at.lesson])].map(String));
    this.marks.show(this.prose.among(part));
    await this.show();
    this.prose.arrived(part, opened);
    this.page.rest(false);
  }

  /** Brings the player to what the part speaks of. */
  async show() {
    this.arriving = true;
    await this.#arrive().finally(() => (this.arriving = false));
    this.#notice();
  }

  async #arrive() {
    const { lesson, at } = this;
    const { player } = this.page;
    if (lesson === null || at === null) return;
    const {
      layer = "sampled",
      colour = "entropy",
      unit = "nats",
      cells = "all",
      panel,
      hide,
      beside = [],
      ...place
    } = shownAt(lesson, at.part - 1);
    if (place.run === undefined) return;
    // Hidden first: on the way there, neither this page nor those who watch it may see an answer.
    const hidden = this.prose.hides(at.part);
    const decision = hidden.decision || (hide === true && !this.prose.hasAnswer(at.part));
    this.#withhold({ ...hidden, decision });
    const lanes = await Promise.all(beside.map(async (run) => (await this.#item(run)).recording as Recording));
    const { views } = player;
    const looks = views.looks;
    const wanted = { ...looks, mode: "learn", layer, figure: colour, unit, cells, only: null };
    if (JSON.stringify(looks) !== JSON.stringify(wanted)) views.looks = wanted;
    await this.#go(place as Place);
    if (player.views.mode !== "learn") return this.#leave();
    if (player.recording === null) return;
    player.sideBySide.accompany(lanes);
    this.shown = {
      recording: player.recording,
      moment: player.moment,
      position: views.chosen,
      layer,
      lanes: lanes.length,
    };
    this.#borrow(panel);
  }

  async #go(place: Place) {
    const { player, runList } = this.page;
    const item = await this.#item(place.run);
    if (player.recording === null || player.recording !== item.recording || runList.shown !== item) {
      await runList.choose(item, (recording) => player.show(recording, momentAt(recording, place)));
    } else player.seek(player.axis.tickOf(0, momentAt(player.recording, place)));
    player.views.choosePair(place.position ?? null, null);
  }

  /** @returns one of the lesson's, which has been read */
  #recording(run: string): Recording {
    return this.#itemOf(run)?.recording as Recording;
  }

  #itemOf(run: string) {
    return knownRun(this.page.runList, run);
  }

  /** @returns with its recording */
  async #item(run: string): Promise<RunItem> {
    return readRun(this.pages, this.page.runList, this.lesson as Lesson, run);
  }

  /** @param withheld until the reader has answered */
  #withhold(withheld: Withheld) {
    const { views } = this.page.player;
    if (JSON.stringify(withheld) !== JSON.stringify(views.withheld)) views.withhold(withheld);
  }

  /**
   * @param name of a panel: one of the drawer stands in the prose, one of the tray is opened, and stands in the prose
   * too where the tray is far below it or not there
   */
  #borrow(name: string | undefined) {
    const { deck, refresh } = this.page.player.views;
    this.#giveBack();
    deck.lent = name ?? null;
    if (name === undefined) return;
    refresh();
    const tab = deck.tray.get(name);
    if (tab) deck.open(name);
    if (tab && deck.view.tray.checkVisibility() && !this.prose.inOneColumn) return;
    const root = tab?.root ?? this.page.player.view.drawer.querySelector(`.tdp-${name}-panel`);
    if (!(root instanceof HTMLElement) || root.parentElement === null) return;
    this.borrowed = { root, home: root.parentElement };
    const [place, next] = [this.prose.panel, root.nextSibling];
    place.append(root);
    this.borrowed.home.insertBefore(document.createComment(name), next);
  }

  #giveBack() {
    if (this.borrowed === null) return;
    const { root, home } = this.borrowed;
    const held = [...home.childNodes].find((node) => node.nodeType === Node.COMMENT_NODE);
    if (held) held.replaceWith(root);
    else home.append(root);
    this.borrowed = null;
  }

  /** Has the reader taken over? */
  #notice() {
    const { shown } = this;
    const { player, runList } = this.page;
    if (!this.overview.hidden && runList.shown !== this.behind) player.views.mode = "watch"; // a run was chosen
    if (shown === null || this.arriving || player.views.mode !== "learn") return;
    const { recording, moment, position, layer, lanes } = shown;
    const others = player.recording !== recording || player.sideBySide.company.length !== lanes;
    const away = (this.away =
      player.playing || others || player.moment !== moment || player.views.taste.layer !== layer);
    const elsewhere = !player.views.withheld.decision && player.views.chosen !== position;
    this.back.hidden = !away && !elsewhere;
    if (away) this.#withhold({ ...NOTHING, length: this.votes && player.views.withheld.length });
  }

  async #leaveFor(mode: string) {
    const first = this.lesson?.parts.find(({ show }) => show.run !== undefined)?.show.run;
    if (first) await this.page.leave?.(mode, await this.#item(first));
  }

  /** No lesson is open any more: a game takes its place. */
  putAway() {
    this.#leave();
    Object.assign(this, { lesson: null, at: null });
    this.prose.root.hidden = true;
  }

  /** Another mode was chosen, the overview, or a game. */
  #leave() {
    this.turnOf += 1;
    this.shown = null;
    this.prose.end();
    this.back.hidden = true;
    this.marks.show([]);
    this.#giveBack();
    this.#withhold(NOTHING);
    this.#uncover(true);
  }
}
