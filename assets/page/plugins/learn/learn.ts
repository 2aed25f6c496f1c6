/** The mode Learn: prose on the left that drives the player on the right. The reader may take over, and come back. */

import { computed, signal } from "@preact/signals";
import { addPluginStyle } from "../../dom/style.ts";
import { momentAt, shownAt } from "./lesson.ts";
import { plainText } from "../../words/glyphs.ts";
import { backButton, promptLine } from "./around.tsx";
import { keepPlace } from "./guesses.ts";
import { Marks } from "./marks.tsx";
import { Loan } from "./loan.ts";
import { Named } from "./named.tsx";
import { Pages } from "./pages.ts";
import { Overview } from "./overview.tsx";
import { numberOf } from "./path.ts";
import { Prose } from "./prose.tsx";
import { Reading } from "./reading.ts";
import { knownRun, readRun } from "./runs.ts";
import type { Surroundings } from "./surroundings.ts";
import type { RunItem } from "../../page/run-list.ts";
import type { Withheld } from "../../player/withheld.ts";
import type { Lesson, Place } from "./lesson.ts";
import type { Recording } from "../../run/recording.ts";
import type { At } from "./address.ts";
import type { LessonPage } from "./lesson-file.ts";
import type { GameView } from "./game-view.tsx";
import type { Entry } from "./pages.ts";

const NOTHING: Withheld = { decision: false, length: false };

export class Learn {
  /** Where the reader is; null while no lesson is open. */
  at: At | null = null;
  /** The name of the file of the lesson that was opened last. */
  name = "";
  marks: Marks;
  prose: Prose;
  loan: Loan;
  overview: Overview;
  /** What the page shows. */
  recording = signal<Recording | null>(null);
  /** What the model was asked for. */
  prompt = computed(() => plainText(this.recording.value?.header.spec.prompt.text ?? ""));
  /** Does the player show what the lesson speaks of, as far as the reader need know? */
  there = signal(true);
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
    const open = (lesson: number, part = 1) => this.open({ lesson, part }).catch(page.say);
    const go = (place: Place) => this.#go(place).catch(page.say);
    this.prose = new Prose({
      ...page,
      references: new Named(player, go).Words,
      turn: (part) => this.turn(part),
      open,
      leave: page.leave && ((mode) => this.#leaveFor(mode).catch(page.say)),
      go,
      answered: () => {
        this.#withhold(NOTHING);
        player.refresh();
      },
      reopened: () => this.show().catch(page.say),
      mark: (positions) => this.marks.show(positions),
      recording: (run) => this.#itemOf(run)?.recording as Recording,
    });
    this.loan = new Loan(player, this.prose);
    this.overview = new Overview(page, open);
    player.view.root.querySelector(".tdp-desk")?.prepend(this.prose.root);
    player.view.main.prepend(promptLine(this.prompt));
    player.view.caption.append(backButton(this.there, () => this.show().catch(page.say)));
    player.addEventListener("paint", () => {
      this.recording.value = player.recording;
      this.#notice();
    });
    player.addEventListener("looks", () => {
      if (player.views.mode === "learn") return;
      this.game?.close();
      if (this.shown !== null || this.overview.shown) this.#leave();
    });
  }

  /** The one that is open; null while none is. */
  get lesson(): Lesson | null {
    return this.prose.reading?.lesson ?? null;
  }

  async open({ lesson, part }: At) {
    const { player } = this.page;
    const turn = (this.turnOf += 1);
    this.game?.close();
    this.prose.away.value = false;
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
    const reading = new Reading(read, entry, list, Math.min(Math.max(part, 1), read.parts.length));
    this.name = entry.name;
    this.prose.show(reading);
    this.overview.hide();
    this.at = { lesson: number, part: reading.part.value };
    if (changed) this.page.rest(true);
    await this.turn(this.at.part, true);
  }

  /** @param part 1 for the path of all lessons, 2 for what the reader guessed */
  async #look(list: Entry[], part: number) {
    const { player } = this.page;
    const turn = this.turnOf;
    const show = await this.overview.read(list, part);
    if (turn !== this.turnOf || player.views.mode !== "learn") return;
    const changed = this.at !== null && (this.at.lesson !== 0 || this.at.part !== part);
    this.#leave();
    player.pause();
    show();
    this.prose.reading = null;
    this.at = { lesson: 0, part };
    this.page.rest(changed);
    this.overview.root.querySelector("h2")?.focus({ preventScroll: true });
  }

  /** @param sentence what is wrong */
  #complain(sentence: string) {
    this.overview.hide();
    this.prose.complain(sentence);
  }

  /** Does the page ask something that the reader has not answered, and show what it asks about? */
  get asks() {
    const { at, prose, page } = this;
    if (at === null || page.player.views.mode !== "learn" || (this.away && !this.arriving)) return false;
    return prose.reading?.open(at.part) !== undefined;
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
    const { reading } = this.prose;
    if (reading === null || this.at === null) return;
    this.at = { ...this.at, part };
    reading.part.value = part;
    keepPlace(this.at, part === reading.lesson.parts.length);
    this.marks.show(reading.among(part));
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
    const { at } = this;
    const { reading } = this.prose;
    const { player } = this.page;
    if (reading === null || at === null) return;
    const {
      layer = "sampled",
      colour = "entropy",
      unit = "nats",
      cells = "all",
      panel,
      hide,
      beside = [],
      ...place
    } = shownAt(reading.lesson, at.part - 1);
    if (place.run === undefined) return;
    // Hidden first: on the way there, neither this page nor those who watch it may see an answer.
    const hidden = reading.hides(at.part);
    const decision = hidden.decision || (hide === true && !reading.answers.has(at.part));
    this.#withhold({ ...hidden, decision });
    const lanes = await Promise.all(beside.map(async (run) => (await this.#item(run)).recording as Recording));
    const { views } = player;
    const looks = views.looks;
    const wanted = { ...looks, mode: "learn", layer, figure: colour, unit, cells, only: null };
    if (JSON.stringify(looks) !== JSON.stringify(wanted)) views.looks = wanted;
    await this.#go(place as Place);
    if (player.views.mode !== "learn") return this.#leave();
    const { recording } = player;
    if (recording === null) return;
    player.sideBySide.accompany(lanes);
    this.shown = { recording, moment: player.moment, position: views.chosen, layer, lanes: lanes.length };
    this.loan.lend(panel);
  }

  async #go(place: Place) {
    const { player, runList } = this.page;
    const item = await this.#item(place.run);
    if (player.recording === null || player.recording !== item.recording || runList.shown !== item) {
      await runList.choose(item, (recording) => player.show(recording, momentAt(recording, place)));
    } else player.seek(player.axis.tickOf(0, momentAt(player.recording, place)));
    player.views.choosePair(place.position ?? null, null);
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

  /** Has the reader taken over? */
  #notice() {
    const { shown } = this;
    const { player } = this.page;
    if (shown === null || this.arriving || player.views.mode !== "learn") return;
    const { recording, moment, position, layer, lanes } = shown;
    const others = player.recording !== recording || player.sideBySide.company.length !== lanes;
    const away = (this.away =
      player.playing || others || player.moment !== moment || player.views.taste.layer !== layer);
    const elsewhere = !player.views.withheld.decision && player.views.chosen !== position;
    this.there.value = !away && !elsewhere;
    if (away) this.#withhold({ ...NOTHING, length: this.votes && player.views.withheld.length });
  }

  async #leaveFor(mode: string) {
    const first = this.lesson?.parts.find(({ show }) => show.run !== undefined)?.show.run;
    if (first) await this.page.leave?.(mode, await this.#item(first));
  }

  /** No lesson is open any more: a game takes its place. */
  putAway() {
    this.#leave();
    this.prose.reading = this.at = null;
    this.prose.away.value = true;
  }

  /** Another mode was chosen, the overview, or a game. */
  #leave() {
    this.turnOf += 1;
    this.shown = null;
    this.prose.end();
    this.there.value = true;
    this.marks.show([]);
    this.loan.giveBack();
    this.#withhold(NOTHING);
    this.overview.hide();
  }
}
