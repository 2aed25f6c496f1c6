/** One position of a step: its story in a line, and its way from what went in to how unsure the model is. */

import { shadeOf, shades } from "../cells/colour.ts";
import { element, setText } from "../dom/elements.ts";
import { cellName, clueSentence } from "../rules/board.ts";
import { favouredSentence } from "../rules/hand-sentences.ts";
import { handAt } from "../rules/hand.ts";
import { namesOf } from "../rules/way-words.ts";
import { wayOf } from "../rules/ways.ts";
import { historyOf } from "../run/history.ts";
import { historyLine } from "../run/position.ts";
import { canvasOf } from "../run/recording.ts";
import { tokenText } from "../words/glyphs.ts";
import { hint, words, WORDS } from "../words/terms.ts";
import { entropyIn } from "../words/units.ts";
import { setToken, shortToken } from "./panel.ts";
import { StepCell } from "./step-cell.ts";
import type { Shade, Theme } from "../cells/colour.ts";
import type { Taste } from "../player/panel.ts";
import type { Hand } from "../rules/hand.ts";
import type { Moment } from "../run/history.ts";
import type { Frame, Recording } from "../run/recording.ts";

/** Room for the token's text in the heading, in a table's font size. */
const TITLE_WIDTH = 90;

export class PositionCard {
  token = element("b.tdp-token");
  where = element("span.tdp-where");
  title: HTMLHeadingElement;
  story = element("span.tdp-story");
  now = element("span.tdp-now");
  step: StepCell;
  root: HTMLElement;
  recording: Recording | null = null;
  shades: Shade[];
  taste: Taste = { unit: "nats", layer: "sampled", terms: "plain" };
  /** Of the position in its block, and of which one it is. */
  moments: Moment[] = [];
  key = "";

  /** @param head buttons beside the heading */
  constructor(head: HTMLElement[] = []) {
    this.title = element("h3", this.token, " ", this.where);
    this.step = new StepCell();
    this.root = element(
      "section.tdp-card",
      { hidden: "" },
      element("div.tdp-card-head", this.title, ...head),
      element("p.tdp-telling", this.story, " ", this.now),
      this.step.root,
    );
    this.shades = shades("light");
  }

  show(recording: Recording, theme: Theme, taste: Taste): void {
    Object.assign(this, { recording, shades: shades(theme), taste, key: "" });
  }

  /** @param position null shows nothing */
  paint(step: number, position: number | null) {
    const { recording, taste } = this;
    const frame = recording?.frames[step];
    this.root.hidden = position === null || frame === undefined;
    if (!recording || frame === undefined || position === null) return;
    const key = `${position} ${frame.block} ${recording.frames.length}`;
    if (key !== this.key) this.moments = historyOf(recording, step, position);
    this.key = key;
    this.root.dataset.position = String(position);
    const way = wayOf(recording.header);
    const id = canvasOf(frame, taste.layer)[position];
    setToken(this.token, `“${tokenText(recording, id)}”`, TITLE_WIDTH);
    const cell = cellName(recording, position);
    setText(this.where, `${cell || `position ${position}`} · step ${frame.step}`);
    const number = cell && `position ${position}`;
    if (this.where.title !== number) this.where.title = number;
    const at = step - this.moments[0].at;
    setText(
      this.story,
      historyLine(this.moments, at, (id) => shortToken(recording, id), way, taste.terms),
    );
    const status = frame.status[position];
    const clue = clueSentence(recording, position, frame.sampled_ids[position]);
    const entropy = `${words(taste.terms).uncertainty} ${entropyIn(frame.entropy[position], taste.unit)}`;
    const now = nowSentence(handAt(frame, position), namesOf(way, taste.terms)[status], entropy);
    const best = shortToken(recording, bestOf(frame, position));
    const margin = Number(recording.headerAt(step).spec.settings.favour_margin);
    const favour = favouredSentence(frame, position, { best, margin, unit: taste.unit });
    const empty = recording.emptiness(id);
    const name = empty === "" ? "" : words(taste.terms)[empty];
    const place = empty === "" ? "" : ` ${name.charAt(0).toUpperCase()}${name.slice(1)}. ${WORDS[empty].line}`;
    const figures = taste.newcomer ? "" : `${favour && `${favour} `}${now}`;
    setText(this.now, `${figures}${clue && ` ${clue}`}${place}`);
    const meaning = hint(way.statuses[status], taste.terms);
    if (this.now.title !== meaning) this.now.title = meaning;
    this.step.paint(recording, step, position, taste, this.shades[shadeOf(frame.entropy[position])]);
  }
}

/**
 * @param status as the page calls it
 * @param entropy with its name and unit
 */
function nowSentence(hand: Hand, status: string, entropy: string): string {
  if (hand === "held") return `Pinned by hand, so certain to the sampler; the model's own ${entropy}.`;
  if (hand === "favoured") return `The model's own ${entropy}.`;
  return `Now ${status}, ${entropy}.${hand === "edited" ? " Changed by hand before this step." : ""}`;
}

/** @returns the model's best token; -1 where it is not known */
function bestOf({ top_ids: ids, accepted }: Frame, position: number): number {
  return ids?.[(ids.length / accepted.length) * position] ?? -1;
}
