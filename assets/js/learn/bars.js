/** Figures of a lesson as bars; what the lines at their ends span is an interval. */

import { element } from "../dom/elements.js";
import { nodesOf } from "./text.js";

/** @param {import("./lesson.js").Bars} block @param {import("./text.js").Name} name @returns {HTMLElement} */
export function barsOf({ label, rows }, name) {
  const most = Math.max(...rows.map(({ value, interval }) => Math.max(value, ...interval))) || 1;
  const share = (/** @type {number} */ value) => `${(100 * value) / most}%`;
  const drawn = rows.map(({ text, value, figure, interval }) => {
    const bar = element("i.tdp-bar-length", { style: `width: ${share(value)}` });
    const [low, high] = interval;
    const span =
      interval.length === 0
        ? []
        : [element("i.tdp-bar-span", { style: `left: ${share(low)}; width: ${share(high - low)}` })];
    return [
      element("dt", ...nodesOf(text, name)),
      element("dd", element("span.tdp-bar-room", { "aria-hidden": "true" }, bar, ...span), element("b", figure)),
    ];
  });
  return element("figure.tdp-bars", element("figcaption", ...nodesOf(label, name)), element("dl", ...drawn.flat()));
}
