/** The mode Learn: prose on the left that drives the player on the right. The reader may take over, and come back. */

import { plainText } from "../cells/glyphs.js";
import { button, element, setText } from "../dom/elements.js";
import { recall, remember } from "../dom/memory.js";
import { addStyle } from "../dom/style.js";
import { forgetGuesses, games, guesses } from "./guesses.js";
import { momentAt, shownAt } from "./lesson.js";
import { Marks } from "./marks.js";
import { Named } from "./named.js";
import { Pages } from "./pages.js";
import { drawStops, numberOf, pathOf } from "./path.js";
import { Prose } from "./prose.js";
import { knownRun, readRun } from "./runs.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("./lesson.js").Lesson} Lesson */
/** @typedef {(name: string, request: string) => Promise<any>} Ask a function of the server, or of the engine in the browser, with its argument */
/** @typedef {{ lesson: number, part: number }} At the number in the name of the lesson's file; parts count from 1. Part 1 of lesson 0 is the path of all, part 2 what the reader guessed */
/**
 * @typedef {object} Surroundings
 * @property {import("../player/player.js").Player} player
 * @property {Pick<import("../page/run-list.js").RunList, "items" | "shown" | "add" | "choose" | "read">} runList
 * @property {import("../page/address.js").Knob[]} knobs
 * @property {((recording: Recording, settings: Record<string, import("../page/address.js").Value>) => void) | null} make a run like this one with other settings; null where there is no model
 * @property {((game: import("./game-address.js").Game | null) => void) | null} play begins a game of five canvases, or offers its rules; null where its runs are not
 * @property {((recording: Recording, moment: number, edit: import("../page/steering.js").Edit) => Promise<boolean>) | null} branch goes on from a moment of a run with cells changed, beside it, if it can begin; null where there is no model
 * @property {Ask | null} ask what else the model can say; null where there is none
 * @property {((mode: string, item: import("../page/run-list.js").RunItem) => Promise<void>) | null} leave opens another mode on a run; null where there is no model
 * @property {(leaves: boolean) => void} rest writes the address, as a new entry if the reader goes to another lesson
 * @property {(error: unknown) => void} say
 */

const READ = "lessons read";
const LAST = "lesson and part";
/** @type {import("../player/views.js").Withheld} */
const NOTHING = { decision: false, length: false };

export class Learn {
  /**
   * @param {Surroundings & { assets?: URL }} page `assets` is the folder of the page's files
   * @param {Pick<Pages, "list" | "lesson" | "trace">} [pages] where lessons and their traces are had; by default that folder
   */
  constructor(page, pages = new Pages(/** @type {URL} */ (page.assets))) {
    addStyle("learn");
    addStyle("path");
    this.page = page;
    const { player } = page;
    /** Where the reader is; null while no lesson is open. @type {At | null} */
    this.at = null;
    /** @type {Lesson | null} */
    this.lesson = null;
    /** The name of its file. */
    this.name = "";
    this.pages = pages;
    this.marks = new Marks(player);
    const go = (/** @type {import("./lesson.js").Place} */ place) => this.#go(place).catch(page.say);
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
      reopened: () => this.#show().catch(page.say),
      mark: (positions) => this.marks.show(positions),
      make: page.make,
      branch: page.branch,
      ask: page.ask,
      recording: (run) => this.#recording(run),
      player,
      knobs: page.knobs,
    });
    player.view.root.querySelector(".tdp-desk")?.prepend(this.prose.root);
    /** The path of all lessons, or what the reader guessed; the player is hidden beside it. */
    this.overview = element("section.tdp-path", { "aria-label": "Lessons", hidden: "" });
    player.view.root.prepend(this.overview);
    this.overview.onkeydown = (event) => {
      if (event.key !== "?") event.stopPropagation(); // nobody sees the player that the others move
    };
    /** What the player behind the overview shows. @type {import("../page/run-list.js").RunItem | null} */
    this.behind = null;
    /** Whose canvases stand at the stops. @type {Recording | null} */
    this.stops = null;
    /** What the model was asked for; a lesson has no field for it. */
    this.prompt = element("p.tdp-lesson-prompt");
    /** Whose prompt that is. @type {Recording | null} */
    this.prompted = null;
    player.view.main.prepend(this.prompt);
    this.back = button("back to the lesson", "Show again what the lesson speaks of");
    this.back.classList.add("tdp-back-to-lesson");
    this.back.hidden = true;
    this.back.onclick = () => this.#show().catch(page.say);
    player.view.caption.append(this.back);
    /** What the lesson shows now. @type {{ recording: Recording, moment: number, position: number | null, layer: string, lanes: number } | null} */
    this.shown = null;
    player.addEventListener("paint", () => {
      this.#showPrompt(player.recording);
      this.#notice();
    });
    player.addEventListener("looks", () => {
      if (player.views.mode !== "learn") this.game?.close();
      if (player.views.mode !== "learn" && (this.shown !== null || !this.overview.hidden)) this.#leave();
      else if (!this.overview.hidden) this.#drawStops();
    });
    /** Do others in a hall vote on the question? Then how long the run is stays hidden until the answer is shown. */
    this.votes = false;
    /** Is the player elsewhere than what the part speaks of? */
    this.away = false;
    /** Is the player on its way to what a part speaks of? */
    this.arriving = false;
    /** Reading a lesson's file takes a while; another one may be opened meanwhile. */
    this.turnOf = 0;
    /** The game of five canvases, once it was wanted. @type {import("./game-view.js").GameView | null} */
    this.game = null;
    /** A panel of the drawer that stands in the prose. @type {{ root: HTMLElement, home: HTMLElement } | null} */
    this.borrowed = null;
  }

  /** @param {Recording | null} recording whose prompt is shown */
  #showPrompt(recording) {
    if (recording === this.prompted) return;
    this.prompted = recording;
    const prompt = plainText(recording?.header.prompt ?? "");
    this.prompt.hidden = prompt === "";
    setText(this.prompt, `Prompt: ${prompt}`);
  }

  /** @param {At} place */
  async open({ lesson, part }) {
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

  /** @param {import("./pages.js").Entry[]} list @param {number} part 1 for the path of all lessons, 2 for what the reader guessed */
  async #look(list, part) {
    const { player, runList, say, play } = this.page;
    const turn = this.turnOf;
    const { guessPage } = part > 1 ? await import("./guess-page.js") : { guessPage: null };
    const [first] = runList.items;
    if (player.recording === null && first) await runList.choose(first, (recording) => player.show(recording));
    const run = first ? await runList.read(first) : null;
    if (turn !== this.turnOf || player.views.mode !== "learn") return;
    const here = new Set(list.map(({ name }) => name));
    const records = { guesses: guesses().filter(({ lesson }) => here.has(lesson)), games: games() };
    const open = (/** @type {number} */ lesson, /** @type {number} */ place = 1) =>
      this.open({ lesson, part: place }).catch(say);
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

  /** @param {string} sentence what is wrong */
  #complain(sentence) {
    this.#uncover(true);
    this.prose.complain(sentence);
  }

  /** @param {boolean} player is it shown, or the overview in its place? */
  #uncover(player) {
    this.overview.hidden = player;
    this.page.player.view.root.classList.toggle("tdp-on-path", !player);
  }

  /** Does the page ask something that the reader has not answered, and show what it asks about? */
  get asks() {
    const { at, prose, page } = this;
    if (at === null || page.player.views.mode !== "learn" || (this.away && !this.arriving)) return false;
    return prose.asks(at.part) && !prose.hasAnswer(at.part);
  }

  /** The open lesson with its runs, as a file takes it away; null while none is open. @returns {import("../share/page-file.js").LessonPage | null} */
  get taken() {
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

  /** @param {number} part from 1 @param {boolean} [opened] with its lesson, just now */
  async turn(part, opened = false) {
    if (this.lesson === null || this.at === null) return;
    this.at = { ...this.at, part };
    remember(LAST, [this.at.lesson, part]);
    this.prose.turn(part);
    if (part === this.lesson.parts.length)
      remember(READ, [...new Set([...recall(READ, []).map(String), this.at.lesson])].map(String));
    this.marks.show(this.prose.among(part));
    await this.#show();
    this.prose.arrived(part, opened);
    this.page.rest(false);
  }

  /** Brings the player to what the part speaks of. */
  async #show() {
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
    const lanes = await Promise.all(
      beside.map(async (run) => /** @type {Recording} */ ((await this.#item(run)).recording)),
    );
    const { views } = player;
    const looks = views.looks;
    const wanted = { ...looks, mode: "learn", layer, figure: colour, unit, cells, only: null };
    if (JSON.stringify(looks) !== JSON.stringify(wanted)) views.looks = wanted;
    await this.#go(/** @type {import("./lesson.js").Place} */ (place));
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

  /** @param {import("./lesson.js").Place} place */
  async #go(place) {
    const { player, runList } = this.page;
    const item = await this.#item(place.run);
    if (player.recording === null || player.recording !== item.recording || runList.shown !== item) {
      await runList.choose(item, (recording) => player.show(recording, momentAt(recording, place)));
    } else player.seek(player.axis.tickOf(0, momentAt(player.recording, place)));
    player.views.choosePair(place.position ?? null, null);
  }

  /** @param {string} run @returns {Recording} one of the lesson's, which has been read */
  #recording(run) {
    return /** @type {Recording} */ (this.#itemOf(run)?.recording);
  }

  /** @param {string} run */
  #itemOf(run) {
    return knownRun(this.page.runList, run);
  }

  /** @param {string} run @returns {Promise<import("../page/run-list.js").RunItem>} with its recording */
  async #item(run) {
    return readRun(this.pages, this.page.runList, /** @type {Lesson} */ (this.lesson), run);
  }

  /** @param {import("../player/views.js").Withheld} withheld until the reader has answered */
  #withhold(withheld) {
    const { views } = this.page.player;
    if (JSON.stringify(withheld) !== JSON.stringify(views.withheld)) views.withhold(withheld);
  }

  /**
   * @param {string | undefined} name of a panel: one of the drawer stands in the prose, one of the tray is opened, and
   *   stands in the prose too where the tray is far below it or not there
   */
  #borrow(name) {
    const { deck } = this.page.player.views;
    this.#giveBack();
    if (name === undefined) return;
    const tab = deck.tray.get(name);
    if (tab) deck.open(name);
    if (tab && deck.place.checkVisibility() && !this.prose.inOneColumn) return;
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

  /** @param {string} mode */
  async #leaveFor(mode) {
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
