/** One position of a step: its story in a line, and its way from what went in to how unsure the model is. */

import { shadeOf, shades } from "../cells/colour.js";
import { element, setText } from "../dom/elements.js";
import { cellName, clueSentence } from "../rules/board.js";
import { handAt } from "../rules/hand.js";
import { wayOf } from "../rules/ways.js";
import { historyOf } from "../run/history.js";
import { canvasOf } from "../run/recording.js";
import { favouredSentence } from "../words/hand.js";
import { historyLine } from "../words/position.js";
import { hint, namesOf, words, WORDS } from "../words/terms.js";
import { entropyIn } from "../words/units.js";
import { setToken, shortToken, tokenText } from "./panel.js";
import { StepCell } from "./step-cell.js";

/** @typedef {import("./panel.js").Recording} Recording */

/** Room for the token's text in the heading, in a table's font size. */
const TITLE_WIDTH = 90;

export class PositionCard {
  /** @param {HTMLElement[]} [head] buttons beside the heading */
  constructor(head = []) {
    this.token = element("b.tdp-token");
    this.where = element("span.tdp-where");
    this.title = element("h3", this.token, " ", this.where);
    this.story = element("span.tdp-story");
    this.now = element("span.tdp-now");
    this.step = new StepCell();
    this.root = element(
      "section.tdp-card",
      { hidden: "" },
      element("div.tdp-card-head", this.title, ...head),
      element("p.tdp-telling", this.story, " ", this.now),
      this.step.root,
    );
    /** @type {Recording | null} */
    this.recording = null;
    this.shades = shades("light");
    /** @type {import("./panel.js").Taste} */
    this.taste = { unit: "nats", layer: "sampled", terms: "plain" };
    /** Of the position in its block, and of which one it is. @type {import("../run/history.js").Moment[]} */
    this.moments = [];
    this.key = "";
  }

  /** @type {import("./panel.js").Panel["show"]} */
  show(recording, theme, taste) {
    Object.assign(this, { recording, shades: shades(theme), taste, key: "" });
  }

  /** @param {number} step @param {number | null} position null shows nothing */
  paint(step, position) {
    const { recording, taste } = this;
    const frame = recording?.frames[step];
    this.root.hidden = position === null || frame === undefined;
    if (!recording || frame === undefined || position === null) return;
    const key = `${position} ${frame.block} ${recording.frames.length}`;
    if (key !== this.key) this.moments = historyOf(recording, step, position);
    this.key = key;
    this.root.dataset.position = String(position);
    const { way } = recording.header;
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
    const margin = Number(recording.headerAt(step).settings.favour_margin);
    const favour = favouredSentence(frame, position, { best, margin, unit: taste.unit });
    const empty = recording.emptiness(id);
    const name = empty === "" ? "" : words(taste.terms)[empty];
    const place = empty === "" ? "" : ` ${name.charAt(0).toUpperCase()}${name.slice(1)}. ${WORDS[empty].line}`;
    const figures = taste.newcomer ? "" : `${favour && `${favour} `}${now}`;
    setText(this.now, `${figures}${clue && ` ${clue}`}${place}`);
    const meaning = hint(wayOf(recording.header).statuses[status], taste.terms);
    if (this.now.title !== meaning) this.now.title = meaning;
    this.step.paint(recording, step, position, taste, this.shades[shadeOf(frame.entropy[position])]);
  }
}

/**
 * @param {import("../rules/hand.js").Hand} hand
 * @param {string} status as the page calls it
 * @param {string} entropy with its name and unit
 * @returns {string}
 */
function nowSentence(hand, status, entropy) {
  if (hand === "held") return `Pinned by hand, so certain to the sampler; the model's own ${entropy}.`;
  if (hand === "favoured") return `The model's own ${entropy}.`;
  return `Now ${status}, ${entropy}.${hand === "edited" ? " Changed by hand before this step." : ""}`;
}

/** @param {import("../run/recording.js").Frame} frame @param {number} position @returns {number} the model's best token; -1 where it is not known */
function bestOf({ top_ids: ids, accepted }, position) {
  return ids?.[(ids.length / accepted.length) * position] ?? -1;
}
