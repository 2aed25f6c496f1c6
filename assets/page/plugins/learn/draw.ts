/**
 * Draw it first: an empty chart, in which the reader draws a curve before the run's own is shown over it. By pointer or
 * finger the curve follows; with the keys each point is set, and the curve is straight between those that are.
 */

import { element, freshId, setText, shape } from "../../dom/elements.ts";
import { digits } from "../../words/units.ts";
import { curveThrough, drawVerdict, furthest, pointName } from "./answers.ts";
import { Chart } from "./chart.ts";
import type { Draw } from "./lesson.ts";
import type { Verdict } from "./answers.ts";
import type { Answered, Stand } from "./predict.ts";

/** Nobody draws more exactly than this, in parts of the axis. */
const FINENESS = 200;
/** How far one press of a key moves a point, in parts of the axis. */
const MOVES = { ArrowUp: 1 / 20, ArrowDown: -1 / 20, PageUp: 1 / 5, PageDown: -1 / 5 };

export function draw(
  question: Draw,
  { player, go, signal, recording }: Pick<Stand & Answered, "player" | "go" | "signal" | "recording">,
  tell: (verdict: Verdict) => void,
): HTMLElement {
  const { points, top, unit, axis } = question;
  const words = axis.unit ? `${axis.name}, ${axis.unit}` : axis.name;
  const chart = new Chart({ labels: points.map(({ label }) => label), words, top, unit });

  let drawn: (number | null)[] = points.map(() => null);
  let [at, answered] = [0, false];
  const hatching = freshId("tdp-gap");
  const gap = shape("path", { class: "tdp-drawing-gap" });
  gap.style.fill = `url(#${hatching})`;
  const theirs = shape("path", { class: "tdp-drawing-theirs" });
  const run = shape("path", { class: "tdp-drawing-run" });
  const head = shape("path", { class: "tdp-drawing-head" });
  const marks = shape("g", {});
  const hatch = shape("path", { d: "M-1 7 7 -1M-1 1 1 -1M5 7 7 5", class: "tdp-drawing-hatch" });
  const pattern = shape("pattern", { id: hatching, width: 6, height: 6, patternUnits: "userSpaceOnUse" }, hatch);
  chart.root.append(shape("defs", {}, pattern), head, gap, run, theirs, marks);
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
    chart.root,
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
    theirs.setAttribute("d", chart.line(curve));
    const value = curve[at];
    const name = pointName(question, at);
    const figure = value === undefined ? "nothing drawn yet" : `${digits(value, 3)} ${unit}`;
    const words = answered
      ? `${name}: you drew ${figure}, and it was ${digits(points[at].value, 3)}`
      : `${name}: ${figure}`;
    slider.setAttribute("aria-valuenow", String(value ?? 0));
    slider.setAttribute("aria-valuetext", words);
    setText(output, answered && at === furthest(question, curve) ? "" : words); // the verdict says it already
    compare.disabled = drawn.filter((one) => one !== null).length < 2;
    marks.replaceChildren(
      ...(answered
        ? miss(question, chart, curve)
        : value === undefined
          ? []
          : [chart.dot("tdp-drawing-theirs", at, value)]),
    );
    const measured = points.map(({ value }) => value);
    gap.setAttribute("d", answered ? chart.between(curve, measured) : "");
    run.setAttribute("d", answered ? chart.line(measured) : "");
    follow();
  };
  /** The step that the canvas shows, once it gives nothing away. */
  const follow = () => {
    const here =
      answered && "run" in points[0] && player.recording === recording()
        ? points.findIndex(({ row }) => row === player.step)
        : -1;
    head.setAttribute("d", here < 0 ? "" : `M${chart.x(here)} ${chart.ceiling}V${chart.floor}`);
  };
  const visit = () => {
    const { run: name, row, noise } = points[at];
    if (name !== undefined) go({ run: name, row, noise });
  };
  const set = (place: number, value: number) => {
    drawn[place] = (Math.round(Math.min(Math.max(value / top, 0), 1) * FINENESS) / FINENESS) * top;
  };

  slider.onpointerdown = (event) => {
    const { place, value } = chart.under(event);
    slider.setPointerCapture(event.pointerId);
    at = place;
    if (answered) visit();
    else set(place, value);
    paint();
  };
  slider.onpointermove = (event) => {
    if (!slider.hasPointerCapture(event.pointerId)) return;
    const { place, value } = chart.under(event);
    if (answered) {
      if (place === at) return;
      at = place;
      visit();
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
    const moves = MOVES[key as keyof typeof MOVES];
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
    paint();
    tell(drawVerdict(question, curveThrough(drawn)));
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

/** @returns the largest gap, with its two figures */
function miss(question: Draw, chart: Chart, curve: number[]): SVGElement[] {
  const at = furthest(question, curve);
  const { value, run } = question.points[at];
  const above = curve[at] > value;
  const words = (name: string, figure: number, up: boolean) => {
    const [from, anchor] = at > question.points.length / 2 ? [-8, "end"] : [8, "start"];
    const height = Math.min(Math.max(chart.y(figure) + (up ? -8 : 18), 11), chart.floor - 4);
    return shape(
      "text",
      { class: `tdp-drawing-${name}-name`, x: chart.x(at) + from, y: height, "text-anchor": anchor },
      `${name === "theirs" ? "you" : run === undefined ? "measured" : "the run"}: ${digits(figure, 3)}`,
    );
  };
  return [
    shape("path", { class: "tdp-drawing-miss", d: `M${chart.x(at)} ${chart.y(curve[at])}V${chart.y(value)}` }),
    chart.dot("tdp-drawing-theirs", at, curve[at]),
    chart.dot("tdp-drawing-run", at, value),
    words("theirs", curve[at], above),
    words("run", value, !above),
  ];
}
