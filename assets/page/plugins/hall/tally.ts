/** What people in a hall said to a question, as bars: one for each choice or word, or a histogram of numbers. */

import { element, setText } from "../../dom/elements.ts";
import { barsOf } from "../learn/bars.ts";
import { verdictOf } from "../learn/predict.ts";
import { knownRun } from "../learn/runs.ts";
import { textOf } from "../learn/text.ts";
import { canvasOf } from "../../run/recording.ts";
import { plainText, tokenText } from "../../words/glyphs.ts";
import { digits } from "../../words/units.ts";
import type { Ask as Prediction } from "../learn/predict.ts";
import type { Page } from "../../page/page.ts";
import type { Press } from "../learn/lesson.ts";
import type { Recording } from "../../run/recording.ts";

/**
 * A reader may look at another run meanwhile.
 *
 * @returns of the run that is asked about; null until it is there
 */
export const recordingFor = (
  { runList, player }: Pick<Page, "runList" | "player">,
  prediction: Prediction,
): Recording | null =>
  "run" in prediction ? (knownRun(runList, prediction.run)?.recording ?? null) : player.recording;

const BINS = 14;
const MOST_WORDS = 6;

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? "" : "s"}`;

export class Tally {
  count: HTMLParagraphElement;
  line = element("i.tdp-tally-line");
  /** The columns of a histogram, and where each ends. */
  columns: { root: HTMLElement; to: number }[] = [];
  root: HTMLDivElement;
  place: ((value: number) => string) | undefined;

  /**
   * @param recording the run that is asked about
   * @param votes in order
   */
  constructor(
    public prediction: Prediction,
    public recording: () => Recording,
    public votes: number[],
  ) {
    this.count = element("p.tdp-tally-count", `${counted(votes.length, "answer")}.`);
    this.line.hidden = true;
    const { form } = prediction;
    const bars = form === "choose" || form === "press" ? this.#named() : this.#numbers();
    this.root = element("div.tdp-tally", bars, this.count);
  }

  /** @returns a bar for each choice, or for each cell that was pressed */
  #named(): HTMLElement {
    const { prediction, votes } = this;
    const of = (answer: number) => votes.filter((vote) => vote === answer).length;
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

  #nameOf(answer: number): string {
    if (this.prediction.form === "choose") return textOf(this.prediction.options[answer].text);
    const { row } = this.prediction as Press;
    const token = canvasOf(this.recording().frames[row], "sampled")[answer];
    return token === undefined ? "no cell" : `“${plainText(tokenText(this.recording(), token))}” at position ${answer}`;
  }

  #numbers(): HTMLElement {
    const { prediction, votes } = this;
    const [from, to] =
      prediction.form === "guess" ? [prediction.from, prediction.to] : [0, this.recording().header.canvas_length];
    const width = (to - from) / BINS;
    const bins = Array.from({ length: BINS }, (_, at) => votes.filter((vote) => binOf(vote) === at).length);
    function binOf(vote: number) {
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
    this.place = (value: number) => `${(100 * (Math.min(Math.max(value, from), to) - from)) / (to - from)}%`;
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

  /** The run plays and has come so far: answers below can no longer be right. */
  sweep(passes: number) {
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
