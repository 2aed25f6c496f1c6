/** Predictions: the reader says what will happen, and the run answers. Nothing of it leaves the page. */

import { tokenText } from "../../words/glyphs.ts";
import { element, setText } from "../../dom/elements.ts";
import { canvasOf } from "../../run/recording.ts";
import { cutAnswer, cutVerdict, guessVerdict, pressAnswer, pressVerdict } from "./answers.ts";
import { draw } from "./draw.ts";
import { keep } from "./keep.ts";
import { markNoise } from "./noise.ts";
import { nodesOf, textOf } from "./text.ts";
import { digits } from "../../words/units.ts";
import type { Player } from "../../player/player.ts";
import type { Recording } from "../../run/recording.ts";
import type { Verdict } from "./answers.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Choose, Cut, Draw, Guess, Keep, Mark, Place, Press } from "./lesson.ts";
import type { Name } from "./text.ts";

/** Has an answer that is one number. */
export type Ask = Choose | Press | Cut | Guess;
type Prediction = Ask | Draw | Keep | Mark;
/** Takes an option's index, a position, how many positions, or a number. */
type Answer = (answer: number) => void;
export interface Stand {
  player: Player;
  /** The run that is asked about. */
  recording: () => Recording;
  name: Name;
  /** Cells as kept, or as the answer. */
  mark: (positions: Iterable<number>) => void;
  /** Ends its listeners. */
  signal: AbortSignal;
}

/** What follows an answer. */
export interface Answered {
  answered: (verdict: Verdict) => void;
  /** Takes the answer back: the question is open once more. */
  again: () => void;
  /** Is the part of the question the one that is read? */
  open: () => boolean;
  /** Brings the player there. */
  go: (place: Place) => void;
  branch: Surroundings["branch"];
}

/** Exercises, whose answer is more than a number. */
const EXERCISES = { draw, keep, mark: markNoise };

export const isAsk = (prediction: Prediction): prediction is Ask => !(prediction.form in EXERCISES);

/** @returns would the canvas give the answer away? */
export const hides = (prediction: Prediction): boolean =>
  ["press", "keep", "mark"].includes(prediction.form) || (prediction.form === "cut" && prediction.bound === null);

/** @returns the question, what takes an answer, and what is said of that */
export function predictionOf(prediction: Prediction, stand: Stand & Answered): HTMLElement {
  const { name, mark, recording } = stand;
  const verdict = element("div.tdp-told", { role: "status" });
  const tell = (outcome: Verdict) => {
    const { right, sentence } = outcome;
    const sign = element("strong", { class: right ? "tdp-told-right" : "tdp-told-wrong" }, right ? "✓ " : "✗ ");
    verdict.replaceChildren(
      element("p", ...(right === null ? [] : [sign]), ...nodesOf(sentence, name)),
      element("p", ...nodesOf(prediction.because, name)),
    );
    stand.answered(outcome);
    if (prediction.form === "cut" || prediction.form === "press") mark(cellsOf(prediction, recording()));
    verdict.scrollIntoView({ block: "nearest" });
  };
  return element(
    "section.tdp-predict",
    { "data-form": prediction.form, "aria-label": "Prediction" },
    element("p.tdp-question", ...nodesOf(prediction.ask, name)),
    isAsk(prediction)
      ? answerOf(prediction, stand, (answer) => tell(verdictOf(prediction, recording(), answer)))
      : EXERCISES[prediction.form](prediction as any, stand, tell),
    verdict,
  );
}

export function verdictOf(prediction: Ask, recording: Recording, answer: number): Verdict {
  if (prediction.form === "press") return pressVerdict(recording, prediction, answer);
  if (prediction.form === "cut") return cutVerdict(recording, prediction, answer);
  if (prediction.form === "guess") return guessVerdict(prediction, answer);
  const { options } = prediction;
  const right = options.find((option) => option.right) as (typeof options)[0];
  const chosen = options[answer];
  return {
    guess: textOf(chosen.text),
    answer: textOf(right.text),
    share: Number(chosen.right),
    right: chosen.right,
    sentence: [chosen.right ? "Right." : `No: “${textOf(right.text)}”.`],
  };
}

/** @returns the cells that are the answer */
function cellsOf(prediction: Ask, recording: Recording): Iterable<number> {
  if (prediction.form === "press") return pressAnswer(recording, prediction);
  if (prediction.form !== "cut" || prediction.bound === null) return [];
  const { order, cut } = cutAnswer(recording, prediction);
  return order.subarray(0, cut);
}

/** @returns what takes an answer */
export const answerOf = (prediction: Ask, stand: Stand, tell: Answer): HTMLElement =>
  FORMS[prediction.form](prediction as any, stand, tell);

const FORMS: Record<Ask["form"], (question: any, stand: Stand, tell: Answer) => HTMLElement> = {
  choose,
  press,
  cut,
  guess,
};

function choose({ options }: Choose, { name }: Stand, tell: Answer) {
  const buttons = options.map(({ text }) =>
    element("button.tdp-choice", { "aria-pressed": "false" }, ...nodesOf(text, name)),
  );
  buttons.forEach((button, at) => {
    button.onclick = () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      tell(at);
    };
  });
  return element("div.tdp-choices", { role: "group", "aria-label": "Choices" }, ...buttons);
}

function press(prediction: Press, { player, recording, signal }: Stand, tell: Answer) {
  const take = element("button.tdp-choice");
  const allowed = () =>
    prediction.among.length === 0 || (player.views.chosen !== null && prediction.among.includes(player.views.chosen));
  const show = () => {
    const { chosen } = player.views;
    take.disabled = chosen === null || !allowed() || player.recording !== recording();
    const frame = recording().frames[prediction.row];
    const token = chosen === null ? "" : tokenText(recording(), canvasOf(frame, "sampled")[chosen]);
    const waits = prediction.among.length > 0 ? "Press one of the marked cells" : "Press a cell";
    setText(take, take.disabled ? waits : `Take “${token}”`);
  };
  player.addEventListener("paint", show, { signal });
  take.onclick = () => {
    if (player.views.chosen !== null) tell(player.views.chosen);
  };
  show();
  return element("div.tdp-choices", take);
}

function cut(prediction: Cut, { recording, mark }: Stand, tell: Answer) {
  const { order, held, bound } = cutAnswer(recording(), prediction);
  const range = element("input", {
    type: "range",
    min: "1",
    max: String(order.length),
    value: "1",
    "aria-label": "How many positions would be kept, the surest first",
  });
  const count = element("output");
  // The bar has room for twice the budget, so that its mark stands in the middle.
  const filled = element("i.tdp-bar-length", { style: "width: 0" });
  const rim = element("i.tdp-bar-zero", { style: "left: 50%" });
  const sums = element("span.tdp-bar-room", { "aria-hidden": "true" }, filled, rim);
  const scale = element("small.tdp-cut-budget", { "aria-hidden": "true" }, `budget ${digits(bound, 3)} nats`);
  const take = element("button.tdp-choice", "Cut here");
  const show = () => {
    const surest = Number(range.value);
    const sum = held[surest - 1];
    setText(count, `keep the ${surest} surest; those before the last add up to ${sum.toFixed(3)} nats`);
    filled.style.width = `${Math.min((100 * sum) / (2 * bound), 100)}%`;
    mark(order.subarray(0, surest));
  };
  range.oninput = show;
  take.onclick = () => tell(Number(range.value));
  setText(count, "drag to begin");
  return element("div.tdp-choices.tdp-cut", range, sums, scale, count, take);
}

function guess(prediction: Guess, _: Stand, tell: Answer) {
  const field = element("input", {
    type: "number",
    min: String(prediction.from),
    max: String(prediction.to),
    step: "any",
    inputmode: "decimal",
    "aria-label": `Your guess, ${prediction.unit}`,
  });
  const complaint = element("p.tdp-complaint", { role: "alert" });
  const take = element("button.tdp-choice", { type: "submit" }, "Guess");
  const form = element(
    "form.tdp-choices",
    { novalidate: "" },
    field,
    element("span", prediction.unit),
    take,
    complaint,
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    const guess = field.valueAsNumber;
    const within = guess >= prediction.from && guess <= prediction.to;
    setText(complaint, within ? "" : `A guess is a number from ${prediction.from} to ${prediction.to}.`);
    if (within) tell(guess);
  };
  return form;
}
