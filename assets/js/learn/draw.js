/**
 * Draw it first: an empty chart, in which the reader draws a curve before the run's own is shown over it. By pointer or
 * finger the curve follows; with the keys each point is set, and the curve is straight between those that are.
 */

import { element, setText, shape } from "../dom/elements.js";
import { digits } from "../words/units.js";
import { curveThrough, drawVerdict, furthest, pointName } from "./answers.js";

/** @typedef {import("./lesson.js").Draw} Draw */

const [WIDTH, HEIGHT] = [340, 214];
const [LEFT, RIGHT, TOP, BOTTOM] = [38, 12, 22, 36];
/** The most labels that have room below the chart. */
const LABELS = 7;
/** How far one press of a key moves a point, in parts of the axis. */
const MOVES = { ArrowUp: 1 / 20, ArrowDown: -1 / 20, PageUp: 1 / 5, PageDown: -1 / 5 };

/** Each hatching has a name of its own on the page. */
let hatchings = 0;

/**
 * @param {Draw} question
 * @param {Pick<import("./predict.js").Stand, "player" | "go" | "signal" | "recording">} stand
 * @param {(verdict: import("./answers.js").Verdict) => void} tell
 * @returns {HTMLElement}
 */
export function draw(question, { player, go, signal, recording }, tell) {
  const { points, top, unit, axis } = question;
  const x = (/** @type {number} */ at) => LEFT + (at / (points.length - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (/** @type {number} */ value) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  const line = (/** @type {number[]} */ values) =>
    values.map((value, at) => `${at ? "L" : "M"}${x(at)} ${y(value)}`).join("");

  /** @type {(number | null)[]} */
  let drawn = points.map(() => null);
  let [at, answered] = [0, false];
  const hatching = `tdp-gap-${(hatchings += 1)}`;
  const gap = shape("path", { class: "tdp-drawing-gap" });
  gap.style.fill = `url(#${hatching})`;
  const theirs = shape("path", { class: "tdp-drawing-theirs" });
  const run = shape("path", { class: "tdp-drawing-run" });
  const head = shape("path", { class: "tdp-drawing-head" });
  const marks = shape("g", {});
  const hatch = shape("path", { d: "M-1 7 7 -1M-1 1 1 -1M5 7 7 5", class: "tdp-drawing-hatch" });
  const pattern = shape("pattern", { id: hatching, width: 6, height: 6, patternUnits: "userSpaceOnUse" }, hatch);
  const chart = shape(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    shape("defs", {}, pattern),
    ...grid(question, x, y),
    head,
    gap,
    run,
    theirs,
    marks,
  );
  const slider = element(
    "div.tdp-drawing",
    {
      role: "slider",
      tabindex: "0",
      "aria-orientation": "vertical",
      "aria-label": `Your curve. Left and right choose a ${axis.name}, up and down move its point`,
      "aria-valuemin": "0",
      "aria-valuemax": String(top),
    },
    chart,
  );
  const output = element("output");
  const compare = element("button.tdp-choice", { disabled: "" }, "Compare");
  const again = element("button.tdp-choice", { hidden: "" }, "Draw again");
  const hint = element(
    "small.tdp-drawing-hint",
    "Drag in the chart. With the keys: left and right choose, up and down move.",
  );

  const paint = () => {
    const curve = curveThrough(drawn);
    theirs.setAttribute("d", line(curve));
    const value = curve[at];
    const name = pointName(question, at);
    const figure = value === undefined ? "nothing drawn yet" : `${digits(value, 3)} ${unit}`;
    const words = answered
      ? `${name}: you drew ${figure}, and it was ${digits(points[at].value, 3)}`
      : `${name}: ${figure}`;
    slider.setAttribute("aria-valuenow", String(value ?? 0));
    slider.setAttribute("aria-valuetext", words);
    setText(output, words);
    compare.disabled = drawn.filter((one) => one !== null).length < 2;
    marks.replaceChildren(
      ...(answered ? miss(question, curve, x, y) : value === undefined ? [] : [dot("theirs", x(at), y(value))]),
    );
    gap.setAttribute(
      "d",
      answered
        ? `${line(curve)}${points.map((_, back) => `L${x(points.length - 1 - back)} ${y(points[points.length - 1 - back].value)}`).join("")}Z`
        : "",
    );
    run.setAttribute("d", answered ? line(points.map(({ value }) => value)) : "");
    follow();
  };
  /** The step that the canvas shows, once it gives nothing away. */
  const follow = () => {
    const here =
      answered && "run" in points[0] && player.recording === recording()
        ? points.findIndex(({ row }) => row === player.step)
        : -1;
    head.setAttribute("d", here < 0 ? "" : `M${x(here)} ${TOP}V${HEIGHT - BOTTOM}`);
  };
  const visit = () => {
    const { run: name, row, noise } = points[at];
    if (name !== undefined) go({ run: name, row, noise });
  };
  const set = (/** @type {number} */ place, /** @type {number} */ value) => {
    drawn[place] = Math.min(Math.max(value, 0), top);
  };

  /** @param {PointerEvent} event @returns {{ place: number, value: number }} what is under the pointer */
  const under = ({ clientX, clientY }) => {
    const box = chart.getBoundingClientRect();
    const [px, py] = [((clientX - box.left) / box.width) * WIDTH, ((clientY - box.top) / box.height) * HEIGHT];
    const share = (px - LEFT) / (WIDTH - LEFT - RIGHT);
    const place = Math.min(Math.max(Math.round(share * (points.length - 1)), 0), points.length - 1);
    return { place, value: top * (1 - (py - TOP) / (HEIGHT - TOP - BOTTOM)) };
  };
  slider.onpointerdown = (event) => {
    const { place, value } = under(event);
    slider.setPointerCapture(event.pointerId);
    at = place;
    if (answered) visit();
    else set(place, value);
    paint();
  };
  slider.onpointermove = (event) => {
    if (!slider.hasPointerCapture(event.pointerId)) return;
    const { place, value } = under(event);
    if (answered) {
      if (place !== at) (([at] = [place]), visit());
      return paint();
    }
    // A quick stroke passes points between two events: they lie on it too.
    const from = drawn[at] ?? value;
    for (let between = at; between !== place; between += Math.sign(place - at))
      set(between, from + ((between - at) / (place - at)) * (value - from));
    set(place, value);
    at = place;
    paint();
  };
  slider.onkeydown = (event) => {
    const { key } = event;
    const goes = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: points.length - 1 }[key];
    const moves = MOVES[/** @type {keyof typeof MOVES} */ (key)];
    if (goes === undefined && (answered || (moves === undefined && key !== "Enter"))) return;
    event.preventDefault();
    if (goes !== undefined) {
      at = Math.min(Math.max(goes, 0), points.length - 1);
      if (answered) visit();
    } else set(at, (curveThrough(drawn)[at] ?? top / 2) + (moves ?? 0) * top);
    paint();
  };
  compare.onclick = () => {
    answered = true;
    at = furthest(question, curveThrough(drawn));
    [compare.hidden, hint.hidden, again.hidden] = [true, true, false];
    tell(drawVerdict(question, curveThrough(drawn)));
    paint();
    again.focus({ preventScroll: true });
  };
  again.onclick = () => {
    [drawn, answered, at] = [points.map(() => null), false, 0];
    [compare.hidden, hint.hidden, again.hidden] = [false, false, true];
    paint();
    slider.focus({ preventScroll: true });
  };
  player.addEventListener("paint", follow, { signal });
  paint();
  return element("div", slider, hint, element("div.tdp-choices", compare, again, output));
}

/**
 * @param {Draw} question
 * @param {(at: number) => number} x
 * @param {(value: number) => number} y
 * @returns {SVGElement[]} lines, and the words at the axes
 */
function grid({ points, top, unit, axis }, x, y) {
  const apart = 10 ** Math.floor(Math.log10(top / 2));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * apart).find((one) => top / one <= 5) ?? top;
  const values = Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, at) => at * step);
  const every = Math.ceil((points.length - 1) / (LABELS - 1));
  const labels = points.flatMap(({ label }, at) =>
    at % every === 0 || at === points.length - 1 ? [{ label, at }] : [],
  );
  if (labels.length > 2 && points.length - 1 - labels[labels.length - 2].at < every) labels.splice(-2, 1);
  return [
    ...values.flatMap((value) => [
      shape("path", { class: "tdp-drawing-line", d: `M${LEFT} ${y(value)}H${WIDTH - RIGHT}` }),
      shape("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, digits(value, 3)),
    ]),
    ...labels.map(({ label, at }) =>
      shape("text", { x: x(at), y: HEIGHT - BOTTOM + 15, "text-anchor": "middle" }, label),
    ),
    shape("text", { x: 2, y: 11 }, unit),
    shape(
      "text",
      { x: WIDTH - RIGHT, y: HEIGHT - 5, "text-anchor": "end" },
      axis.unit ? `${axis.name}, ${axis.unit}` : axis.name,
    ),
  ];
}

/**
 * @param {Draw} question
 * @param {number[]} curve
 * @param {(at: number) => number} x
 * @param {(value: number) => number} y
 * @returns {SVGElement[]} the largest gap, with its two figures
 */
function miss(question, curve, x, y) {
  const at = furthest(question, curve);
  const { value, run } = question.points[at];
  const above = curve[at] > value;
  const words = (/** @type {string} */ name, /** @type {number} */ figure, /** @type {boolean} */ up) => {
    const [from, anchor] = x(at) > WIDTH / 2 ? [-8, "end"] : [8, "start"];
    const height = Math.min(Math.max(y(figure) + (up ? -8 : 18), 11), HEIGHT - BOTTOM - 4);
    return shape(
      "text",
      { class: `tdp-drawing-${name}-name`, x: x(at) + from, y: height, "text-anchor": anchor },
      `${name === "theirs" ? "you" : run === undefined ? "measured" : "the run"}: ${digits(figure, 3)}`,
    );
  };
  return [
    shape("path", { class: "tdp-drawing-miss", d: `M${x(at)} ${y(curve[at])}V${y(value)}` }),
    dot("theirs", x(at), y(curve[at])),
    dot("run", x(at), y(value)),
    words("theirs", curve[at], above),
    words("run", value, !above),
  ];
}

/** @param {string} name @param {number} cx @param {number} cy */
const dot = (name, cx, cy) => shape("circle", { class: `tdp-drawing-${name}`, cx, cy, r: 4.5 });
