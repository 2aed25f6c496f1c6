/** Predictions: the reader says what will happen, and the run answers. Nothing of it leaves the page. */

import { element, setText } from "../dom/elements.js";
import { tokenText } from "../panels/panel.js";
import { canvasOf } from "../run/recording.js";
import { cutAnswer, cutVerdict, guessVerdict, pressAnswer, pressVerdict } from "./answers.js";
import { draw } from "./draw.js";
import { keep } from "./keep.js";
import { markNoise } from "./noise.js";
import { nodesOf, textOf } from "./text.js";
import { digits } from "../words/units.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("./lesson.js").Choose | import("./lesson.js").Press | import("./lesson.js").Cut | import("./lesson.js").Guess} Ask has an answer that is one number */
/** @typedef {Ask | import("./lesson.js").Draw | import("./lesson.js").Keep | import("./lesson.js").Mark} Prediction */
/** @typedef {import("./answers.js").Verdict} Verdict */
/** @typedef {(answer: number) => void} Answer takes an option's index, a position, how many positions, or a number */
/**
 * @typedef {object} Stand
 * @property {import("../player/player.js").Player} player
 * @property {() => Recording} recording the run that is asked about
 * @property {import("./text.js").Name} name
 * @property {(positions: Iterable<number>) => void} mark cells as kept, or as the answer
 * @property {AbortSignal} signal ends its listeners
 */

/**
 * @typedef {object} Answered what follows an answer
 * @property {(verdict: Verdict) => void} answered
 * @property {() => void} again takes the answer back: the question is open once more
 * @property {() => boolean} open is the part of the question the one that is read?
 * @property {(place: import("./lesson.js").Place) => void} go brings the player there
 * @property {import("./learn.js").Surroundings["branch"]} branch
 */

/** Exercises, whose answer is more than a number. */
const EXERCISES = { draw, keep, mark: markNoise };

/** @param {Prediction} prediction @returns {prediction is Ask} */
export const isAsk = (prediction) => !(prediction.form in EXERCISES);

/** @param {Prediction} prediction @returns {boolean} would the canvas give the answer away? */
export const hides = (prediction) =>
  ["press", "keep", "mark"].includes(prediction.form) || (prediction.form === "cut" && prediction.bound === null);

/**
 * @param {Prediction} prediction
 * @param {Stand & Answered} stand
 * @returns {HTMLElement} the question, what takes an answer, and what is said of that
 */
export function predictionOf(prediction, stand) {
  const { name, mark, recording } = stand;
  const verdict = element("div.tdp-told", { role: "status" });
  const tell = (/** @type {Verdict} */ outcome) => {
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
      : EXERCISES[prediction.form](/** @type {any} */ (prediction), stand, tell),
    verdict,
  );
}

/** @param {Ask} prediction @param {Recording} recording @param {number} answer @returns {Verdict} */
export function verdictOf(prediction, recording, answer) {
  if (prediction.form === "press") return pressVerdict(recording, prediction, answer);
  if (prediction.form === "cut") return cutVerdict(recording, prediction, answer);
  if (prediction.form === "guess") return guessVerdict(prediction, answer);
  const { options } = prediction;
  const right = /** @type {typeof options[0]} */ (options.find((option) => option.right));
  const chosen = options[answer];
  return {
    guess: textOf(chosen.text),
    answer: textOf(right.text),
    share: Number(chosen.right),
    right: chosen.right,
    sentence: [chosen.right ? "Right." : `No: “${textOf(right.text)}”.`],
  };
}

/** @param {Ask} prediction @param {Recording} recording @returns {Iterable<number>} the cells that are the answer */
function cellsOf(prediction, recording) {
  if (prediction.form === "press") return pressAnswer(recording, prediction);
  if (prediction.form !== "cut" || prediction.bound === null) return [];
  const { order, cut } = cutAnswer(recording, prediction);
  return order.subarray(0, cut);
}

/** @param {Ask} prediction @param {Stand} stand @param {Answer} tell @returns {HTMLElement} what takes an answer */
export const answerOf = (prediction, stand, tell) =>
  FORMS[prediction.form](/** @type {any} */ (prediction), stand, tell);

/** @type {Record<Ask["form"], (question: any, stand: Stand, tell: Answer) => HTMLElement>} */
const FORMS = { choose, press, cut, guess };

/** @param {import("./lesson.js").Choose} question @param {Stand} stand @param {Answer} tell */
function choose({ options }, { name }, tell) {
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

/** @param {import("./lesson.js").Press} prediction @param {Stand} stand @param {Answer} tell */
function press(prediction, { player, recording, signal }, tell) {
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

/** @param {import("./lesson.js").Cut} prediction @param {Stand} stand @param {Answer} tell */
function cut(prediction, { recording, mark }, tell) {
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

/** @param {import("./lesson.js").Guess} prediction @param {Stand} _ @param {Answer} tell */
function guess(prediction, _, tell) {
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
