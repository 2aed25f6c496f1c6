/** What the page says about a moment, around the cells and to screen readers. */

import { signal } from "@preact/signals";
import { boardOf, cellName, clueSentence } from "../rules/board.ts";
import { statusName } from "../rules/hand-sentences.ts";
import { wayOf } from "../rules/ways.ts";
import { lanesSentence } from "../run/lane-sentences.ts";
import { LITTLE, pointSentence } from "../run/point.ts";
import { canvasOf } from "../run/recording.ts";
import { labelSentence, newsSentence, placeSentence, runSentence, stepSentence } from "../run/sentences.ts";
import { plainText, tokenText } from "../words/glyphs.ts";
import { words } from "../words/terms.ts";
import { entropyIn } from "../words/units.ts";
import { verdictSentence } from "../words/verdict.ts";
import type { Recording } from "../run/recording.ts";
import type { StepWords } from "../run/sentences.ts";
import type { Player } from "./player.ts";

/** `after` follows what is special */
type Words = StepWords & { after?: string };

/** Why the drawer explains nothing: at the noise, and of runs of other programs. The style sheets show them, by name. */
export const UNEXPLAINED = {
  "data-noise": "The model has not read this canvas yet. Nothing has been measured, so there is nothing to explain.",
  "data-elsewhere": "The rule of the sampler and its settings are not recorded, so there is nothing to explain.",
  "data-bare":
    "Only the text of each step is recorded. What was kept, and how sure the model was, is not, so there is nothing to explain.",
};

/** While the reader is to say first what the step keeps, or a later part says it. */
const WITHHELD = { plain: "What this step keeps is not shown yet.", special: "", aside: "" };
const BEFORE = "The blue lines are those of the step before. ";
/** While the reader is to say first how long a run is, or how it goes. */
const ENDLESS =
  " The timeline would answer an open question. It is shown with the answer, or when you play on your own.";

export class Captions {
  /** Where the run comes from, by name and in words, and what it is. */
  label = signal<string | null>(null);
  /** "" for one that was made here and is complete. */
  made = signal<string | null>(null);
  origin = signal("RECORDED");
  about = signal("");
  plain = signal("");
  special = signal("");
  after = signal("");
  aside = signal("");
  /** The finished text: a grid, a word in pieces and a box for each sign are hard to read as one. */
  prose = signal("");
  /** What screen readers hear: of the step, of the chosen cell, and of the finished text. */
  spoken = signal("");
  spokenCell = signal("");
  spokenText = signal("");
  /** Whose verdict is shown, and of which version. */
  judged = signal<{ recording: Recording; version: number } | null>(null);
  /** What is known of many runs of a race, for its end. */
  proof = () => LITTLE;
  /** What the moment changed, for screen readers. */
  news = "";
  /** Which part of which run is shown, and at which moment. */
  part = { name: "", at: -1 };
  /** The part that screen readers were told last, and the moment at which they were. */
  announced = this.part;

  constructor(public player: Player) {}

  /**
   * @param at the moment
   * @param clock its tick
   */
  paint(recording: Recording, at: number, lanes: Recording[], clock: number, by: Parameters<typeof lanesSentence>[2]) {
    const { views } = this.player;
    const moment = recording.moments[at];
    this.label.value = recording.label;
    this.made.value = recording.madeAt > 0 && !recording.live ? "" : null;
    this.origin.value = labelSentence(recording);
    this.about.value = runSentence(recording, views.taste);
    const sentence: Words = views.withheld.decision
      ? { ...WITHHELD, plain: `${views.withheld.before ? "" : BEFORE}${WITHHELD.plain}` }
      : lanes.length > 1
        ? this.#lanesWords(lanes, clock, by)
        : stepSentence(recording, moment, views.taste);
    const alone = !views.withheld.decision && lanes.length === 1;
    const { after = "" } = sentence;
    this.part = { name: `${recording.run} ${recording.frames[moment?.step ?? -1]?.block}`, at };
    const fresh = this.part.name !== this.announced.name || at === this.announced.at;
    this.news = alone
      ? newsSentence(recording, moment, views.taste, fresh)
      : `${sentence.plain} ${sentence.special} ${after}`.trim();
    this.plain.value = sentence.plain;
    this.special.value = sentence.special;
    this.after.value = after;
    this.aside.value = sentence.aside + (views.withheld.length ? ENDLESS : this.#shapeSentence(moment?.step ?? -1));
    this.#judge(recording, alone && at === recording.moments.length - 1 && !recording.live);
  }

  /** A race ends with its point. */
  #lanesWords(lanes: Recording[], clock: number, by: Parameters<typeof lanesSentence>[2]): Words {
    const counting = this.player.state.cells.value === "differing";
    const point = counting ? "" : pointSentence(lanes, by?.places ?? lanes.map(() => clock));
    if (point === "") return lanesSentence(lanes, clock, by, counting);
    return { plain: "", special: point, after: this.proof(), aside: "" };
  }

  /** @param over is its end shown? */
  #judge(recording: Recording, over: boolean) {
    const { value: judged } = this.judged;
    if (over ? judged?.recording === recording && judged.version === recording.version : judged === null) return;
    this.judged.value = over ? { recording, version: recording.version } : null;
    const finished = over && recording.finishReason !== "stopped" && boardOf(recording.header) === null;
    this.prose.value = finished ? plainText(recording.text.trim()) : "";
  }

  /**
   * Tells screen readers about a step that has been shown for a while; of the chosen cell and of the finished text
   * apart, so that neither is heard again when something else changes.
   *
   * @param noise is it what the step begins with?
   * @param passing will others follow by themselves? Then it is not told, however slowly they come
   */
  speak({ step, noise }: { step: number; noise: boolean }, passing: boolean) {
    const { view, views } = this.player;
    const grid = views.painter.grid.frame ? "The canvas as a Sudoku board" : "Heatmap of the canvas";
    const shape = views.state.shape.value === "text" ? "The canvas as a text" : grid;
    const where = placeSentence(views.recording as Recording, { step, noise }, views.taste);
    view.cursor.name.value = `${shape}, ${where}. Arrow keys choose a position.`;
    if (passing) return;
    if (this.part.name !== this.announced.name) this.announced = this.part;
    this.spokenCell.value = this.chosenSentence(step, noise);
    const verdict = this.judged.value ? verdictSentence(this.judged.value.recording) : "";
    this.spoken.value = [this.news, verdict].filter(Boolean).join(" ");
    this.spokenText.value = this.prose.value;
  }

  /**
   * @param noise is it what the step begins with?
   * @returns the chosen position at this step; empty if there is none
   */
  chosenSentence(step: number, noise: boolean = false): string {
    const { recording, chosen, taste, withheld } = this.player.views;
    const frame = recording?.frames[step];
    if (recording === null || frame === undefined || chosen === null) return "";
    const { layer, unit, terms } = taste;
    const id = canvasOf(frame, noise ? "input" : layer)[chosen];
    if (noise) return `Position ${chosen}: ${tokenText(recording, id)}. Nothing is measured yet.`;
    if (recording.header.source) return `Position ${chosen}: ${tokenText(recording, frame.argmax_ids[chosen])}.`;
    const cell = cellName(recording, chosen);
    const clue = clueSentence(recording, chosen, id);
    const empty = recording.emptiness(id);
    const entropy = taste.newcomer ? "" : `, ${words(terms).uncertainty} ${entropyIn(frame.entropy[chosen], unit)}`;
    const decided = withheld.decision ? "" : `, ${statusName(frame, chosen, wayOf(recording.header), terms)}`;
    return `Position ${chosen}${cell && `, ${cell}`}: ${tokenText(recording, id)}${empty && ` (${words(terms)[empty]})`}${entropy}${decided}.${clue && ` ${clue}`}`;
  }

  /** @returns why the text is still shown as a grid; empty if it is not, or if a grid was chosen */
  #shapeSentence(step: number): string {
    const { views } = this.player;
    const waits = views.state.shape.value === "text" && step >= 0 && !views.places?.at(step).flows;
    return waits
      ? ` The ${words(views.taste.terms).part} still runs: it takes the shape of its text when it ends.`
      : "";
  }
}
