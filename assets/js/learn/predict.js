/** Predictions: the reader says what will happen, and the run answers. Nothing of it leaves the page. */

import { element, setText } from "../dom/elements.js";
import { tokenText } from "../panels/panel.js";
import { canvasOf } from "../run/recording.js";
import { cutAnswer, cutVerdict, guessVerdict, pressAnswer, pressVerdict } from "./answers.js";
import { draw } from "./draw.js";
import { nodesOf } from "./text.js";
import { digits } from "../words/units.js";

/** @typedef {import("./lesson.js").Choose | import("./lesson.js").Press | import("./lesson.js").Cut | import("./lesson.js").Guess | import("./lesson.js").Draw} Prediction */
/** @typedef {import("./answers.js").Verdict} Verdict */
/**
 * @typedef {object} Stand
 * @property {import("../player/player.js").Player} player
 * @property {() => import("../run/recording.js").Recording} recording the run that is asked about
 * @property {import("./text.js").Name} name
 * @property {(positions: Iterable<number>) => void} mark cells as kept, or as the answer
 * @property {() => void} answered
 * @property {(place: import("./lesson.js").Place) => void} go brings the player there
 * @property {AbortSignal} signal ends its listeners
 */

/** @param {Prediction} prediction @returns {boolean} would the canvas give the answer away? */
export const hides = (prediction) => prediction.form === "cut" || prediction.form === "press";

/** @param {Prediction} prediction @param {Stand} stand @returns {HTMLElement} */
export function predictionOf(prediction, stand) {
  const verdict = element("div.tdp-told", { role: "status" });
  const tell = (/** @type {Verdict} */ { right, sentence }) => {
    const sign = element("strong", { class: right ? "tdp-told-right" : "tdp-told-wrong" }, right ? "✓ " : "✗ ");
    verdict.replaceChildren(
      element("p", ...(right === null ? [] : [sign]), ...nodesOf(sentence, stand.name)),
      element("p", ...nodesOf(prediction.because, stand.name)),
    );
    stand.answered();
    verdict.scrollIntoView({ block: "nearest" });
  };
  const question = element("p.tdp-question", ...nodesOf(prediction.ask, stand.name));
  return element(
    "section.tdp-predict",
    { "data-form": prediction.form, "aria-label": "Prediction" },
    question,
    FORMS[prediction.form](/** @type {any} */ (prediction), stand, tell),
    verdict,
  );
}

/** @type {Record<Prediction["form"], (question: any, stand: Stand, tell: (verdict: Verdict) => void) => HTMLElement>} */
const FORMS = { choose, press, cut, guess, draw };

/** @param {import("./lesson.js").Choose} question @param {Stand} stand @param {(verdict: Verdict) => void} tell */
function choose({ options }, { name }, tell) {
  const buttons = options.map(({ text }) =>
    element("button.tdp-choice", { "aria-pressed": "false" }, ...nodesOf(text, name)),
  );
  buttons.forEach((button, at) => {
    button.onclick = () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      const right = buttons[options.findIndex((option) => option.right)];
      tell(
        options[at].right
          ? { right: true, sentence: ["Right."] }
          : { right: false, sentence: [`No: “${right.textContent}”.`] },
      );
    };
  });
  return element("div.tdp-choices", { role: "group", "aria-label": "Choices" }, ...buttons);
}

/** @param {import("./lesson.js").Press} prediction @param {Stand} stand @param {(verdict: Verdict) => void} tell */
function press(prediction, { player, recording, mark, signal }, tell) {
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
    if (player.views.chosen === null) return;
    tell(pressVerdict(recording(), prediction, player.views.chosen));
    mark(pressAnswer(recording(), prediction));
  };
  show();
  return element("div.tdp-choices", take);
}

/** @param {import("./lesson.js").Cut} prediction @param {Stand} stand @param {(verdict: Verdict) => void} tell */
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
  take.onclick = () => {
    tell(cutVerdict(recording(), prediction, Number(range.value)));
    mark(prediction.bound === null ? [] : order.subarray(0, cutAnswer(recording(), prediction).cut));
  };
  setText(count, "drag to begin");
  return element("div.tdp-choices.tdp-cut", range, sums, scale, count, take);
}

/** @param {import("./lesson.js").Guess} prediction @param {Stand} _ @param {(verdict: Verdict) => void} tell */
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
    if (within) tell(guessVerdict(prediction, guess));
  };
  return form;
}
