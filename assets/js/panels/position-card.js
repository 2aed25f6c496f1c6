/** One position of a step: its story in a line, what it might be, and its way through the steps of the block. */

import { element, setText } from "../dom/elements.js";
import { cellName, clueSentence } from "../rules/board.js";
import { historySentence } from "../rules/explain.js";
import { handAt } from "../rules/hand.js";
import { wayOf } from "../rules/ways.js";
import { historyOf } from "../run/history.js";
import { canvasOf } from "../run/recording.js";
import { favouredSentence } from "../words/hand.js";
import { historyLine } from "../words/position.js";
import { hint, namesOf, words, WORDS } from "../words/terms.js";
import { entropyIn, temperatureText } from "../words/units.js";
import { Candidates } from "./candidates.js";
import { HistoryTable } from "./history-table.js";
import { setToken, shortToken, tokenText } from "./panel.js";
import { StepStrip } from "./step-strip.js";

/** @typedef {import("./panel.js").Recording} Recording */

/** Room for the token's text in the heading, in a table's font size. */
const TITLE_WIDTH = 90;

export class PositionCard {
  /**
   * @param {(step: number) => void} seek
   * @param {HTMLElement[]} [head] buttons beside the heading
   * @param {HTMLElement[]} [foot] buttons below the card
   */
  constructor(seek, head = [], foot = []) {
    this.token = element("b.tdp-token");
    this.where = element("span.tdp-where");
    this.title = element("h3", this.token, " ", this.where);
    this.story = element("span.tdp-story");
    this.now = element("span.tdp-now");
    this.heading = element("h4");
    this.candidates = new Candidates();
    this.strip = new StepStrip(seek);
    this.summary = element("p.tdp-summary");
    this.history = new HistoryTable(seek);
    this.more = element(
      "details.tdp-more",
      element("summary", "All its figures"),
      this.candidates.others,
      this.candidates.rest,
      this.summary,
      this.history.scroller,
      this.history.key,
    );
    this.root = element(
      "section.tdp-card",
      { hidden: "" },
      element("div.tdp-card-head", this.title, ...head),
      element("p.tdp-telling", this.story, " ", this.now),
      this.heading,
      this.candidates.first,
      this.candidates.none,
      element("h4", "Step by step"),
      this.strip.root,
      element("div.tdp-card-foot", this.more, ...foot),
    );
    /** @type {Recording | null} */
    this.recording = null;
    /** @type {import("./panel.js").Theme} */
    this.theme = "light";
    /** @type {import("./panel.js").Taste} */
    this.taste = { unit: "nats", layer: "sampled", terms: "plain" };
    /** What is drawn of the history, and of which position. @type {import("../run/history.js").Moment[]} */
    this.moments = [];
    this.key = "";
    /** Is the table that of the moments? */
    this.listed = false;
    this.step = -1;
    /** @type {number | null} */
    this.position = null;
    this.more.ontoggle = () => this.#list();
    new ResizeObserver(() => {
      const width = this.strip.root.clientWidth;
      if (width === 0 || width === this.strip.width) return;
      this.strip.width = width;
      this.key = "";
      this.paint(this.step, this.position);
    }).observe(this.strip.root);
  }

  /** @type {import("./panel.js").Panel["show"]} */
  show(recording, theme, taste) {
    Object.assign(this, { recording, theme, taste, key: "" });
    this.history.show(recording, theme, taste);
  }

  /** @param {number} step @param {number | null} position null shows nothing */
  paint(step, position) {
    Object.assign(this, { step, position });
    const { recording, taste } = this;
    const frame = recording?.frames[step];
    this.root.hidden = position === null || frame === undefined;
    if (!recording || frame === undefined || position === null) return;
    this.#remember(recording, frame, position);
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
    setText(this.heading, `What it might be, at temperature ${temperatureText(frame.temperature)}`);
    this.candidates.paint(recording, frame, position, taste.terms);
    this.strip.paint(at);
    this.#list();
  }

  /**
   * The history is drawn once, and again only if it is another one.
   *
   * @param {Recording} recording
   * @param {import("../run/recording.js").Frame} frame
   * @param {number} position
   */
  #remember(recording, { block }, position) {
    const key = `${position} ${block} ${recording.frames.length} ${devicePixelRatio}`;
    if (key === this.key) return;
    this.key = key;
    this.listed = false;
    this.moments = historyOf(recording, this.step, position);
    this.strip.draw(recording, this.moments, this.taste.layer === "argmax" ? "argmax" : "sampled", this.theme);
    this.strip.canvas.setAttribute(
      "aria-label",
      `Uncertainty of position ${position} at each of ${this.moments.length} steps; the table has the figures`,
    );
  }

  /** The table is made only while it is open. */
  #list() {
    if (!this.more.open || this.moments.length === 0 || this.root.hidden) return;
    setText(this.summary, historySentence(this.moments.filter((moment) => moment.at <= this.step)));
    if (!this.listed) this.history.build(this.moments);
    this.listed = true;
    this.history.paint(this.step);
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
