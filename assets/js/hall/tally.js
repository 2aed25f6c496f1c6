/** What people in a hall said to a question, as bars: one for each choice or word, or a histogram of numbers. */

import { plainText } from "../cells/glyphs.js";
import { element, setText } from "../dom/elements.js";
import { barsOf } from "../learn/bars.js";
import { verdictOf } from "../learn/predict.js";
import { knownRun } from "../learn/runs.js";
import { textOf } from "../learn/text.js";
import { tokenText } from "../panels/panel.js";
import { canvasOf } from "../run/recording.js";
import { digits } from "../words/units.js";

/** @typedef {import("../learn/predict.js").Ask} Prediction */
/** @typedef {import("../run/recording.js").Recording} Recording */

/**
 * A reader may look at another run meanwhile.
 *
 * @param {import("../page/page.js").Page} page
 * @param {Prediction} prediction
 * @returns {Recording | null} of the run that is asked about; null until it is there
 */
export const recordingFor = ({ runList, player }, prediction) =>
  "run" in prediction ? (knownRun(runList, prediction.run)?.recording ?? null) : player.recording;

const BINS = 14;
const MOST_WORDS = 6;

/** @param {number} count @param {string} thing */
const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

export class Tally {
  /**
   * @param {Prediction} prediction
   * @param {() => Recording} recording the run that is asked about
   * @param {number[]} votes in order
   */
  constructor(prediction, recording, votes) {
    this.prediction = prediction;
    this.recording = recording;
    this.votes = votes;
    this.count = element("p.tdp-tally-count", `${counted(votes.length, "answer")}.`);
    this.line = element("i.tdp-tally-line");
    this.line.hidden = true;
    /** The columns of a histogram, and where each ends. @type {{ root: HTMLElement, to: number }[]} */
    this.columns = [];
    const { form } = prediction;
    const bars = form === "choose" || form === "press" ? this.#named() : this.#numbers();
    this.root = element("div.tdp-tally", bars, this.count);
  }

  /** @returns {HTMLElement} a bar for each choice, or for each cell that was pressed */
  #named() {
    const { prediction, votes } = this;
    const of = (/** @type {number} */ answer) => votes.filter((vote) => vote === answer).length;
    const answers = prediction.form === "choose" ? prediction.options.map((_, at) => at) : [...new Set(votes)];
    const rows = answers.map((answer) => ({
      text: [this.#nameOf(answer)],
      value: of(answer),
      figure: String(of(answer)),
      interval: [],
    }));
    if (prediction.form === "press") rows.sort((one, two) => two.value - one.value).splice(MOST_WORDS);
    const label = prediction.form === "press" && answers.length > MOST_WORDS ? "Answers; the most frequent" : "Answers";
    return barsOf({ kind: "bars", label: [label], rows }, (_, words) => element("span", ...words));
  }

  /** @param {number} answer @returns {string} */
  #nameOf(answer) {
    if (this.prediction.form === "choose") return textOf(this.prediction.options[answer].text);
    const { row } = /** @type {import("../learn/lesson.js").Press} */ (this.prediction);
    const token = canvasOf(this.recording().frames[row], "sampled")[answer];
    return token === undefined ? "no cell" : `“${plainText(tokenText(this.recording(), token))}” at position ${answer}`;
  }

  /** @returns {HTMLElement} */
  #numbers() {
    const { prediction, votes } = this;
    const [from, to] =
      prediction.form === "guess" ? [prediction.from, prediction.to] : [0, this.recording().header.canvas_length];
    const width = (to - from) / BINS;
    const bins = Array.from({ length: BINS }, (_, at) => votes.filter((vote) => binOf(vote) === at).length);
    function binOf(/** @type {number} */ vote) {
      return Math.min(Math.floor((vote - from) / width), BINS - 1);
    }
    const most = Math.max(...bins, 1);
    this.columns = bins.map((count, at) => ({
      root: element(
        "span",
        {
          style: `--share: ${count / most}`,
          title: `${digits(from + at * width, 3)} to ${digits(from + (at + 1) * width, 3)}`,
        },
        count > 0 ? String(count) : "",
      ),
      to: from + (at + 1) * width,
    }));
    this.place = (/** @type {number} */ value) =>
      `${(100 * (Math.min(Math.max(value, from), to) - from)) / (to - from)}%`;
    const unit = prediction.form === "guess" ? prediction.unit : "positions";
    return element(
      "figure.tdp-tally-numbers",
      {
        role: "img",
        "aria-label": `${votes.length} answers: ${votes.map((vote) => digits(vote, 3)).join(", ")} ${unit}`,
      },
      element("div.tdp-tally-columns", ...this.columns.map(({ root }) => root), this.line),
      element(
        "div.tdp-tally-axis",
        element("span", digits(from, 3)),
        element("span", unit),
        element("span", digits(to, 3)),
      ),
    );
  }

  /**
   * The run plays and has come so far: answers below can no longer be right.
   *
   * @param {number} passes
   */
  sweep(passes) {
    if (this.place === undefined) return;
    this.line.hidden = false;
    this.line.style.left = this.place(passes);
    for (const { root, to } of this.columns) root.classList.toggle("tdp-tally-past", to < passes);
    const open = this.votes.filter((vote) => vote >= passes).length;
    setText(this.count, `${counted(this.votes.length, "answer")}. ${open} can still be right.`);
  }

  /** The right answer is known. */
  answer() {
    const { prediction, votes } = this;
    const right = votes.filter((vote) => verdictOf(prediction, this.recording(), vote).right).length;
    setText(this.count, `${counted(votes.length, "answer")}. ${right} of them ${right === 1 ? "is" : "are"} right.`);
    for (const { root } of this.columns) root.classList.remove("tdp-tally-past");
    if (prediction.form !== "guess") return;
    this.line.hidden = false;
    this.line.style.left = this.place?.(prediction.answer) ?? "";
  }
}
