/** Figures as bars; what the lines at their ends span is an interval. Those below 0 go to the left. */

import { element } from "../../dom/elements.ts";
import { nodesOf } from "./text.ts";
import type { Bars } from "./lesson.ts";
import type { Name } from "./text.ts";

/** @param end where the longest bar could end; by default where it does */
export function barsOf({ label, rows }: Bars, name: Name, end: number = 0): HTMLElement {
  const ends = rows.flatMap(({ value, interval }) => [value, ...interval]);
  const least = Math.min(0, ...ends);
  const room = Math.max(end, ...ends) - least || 1;
  const length = (value: number) => `${(100 * value) / room}%`;
  const between = (low: number, high: number) => `left: ${length(low - least)}; width: ${length(high - low)}`;
  const drawn = rows.map(({ text, value, figure, interval }) => {
    const bar = element("i.tdp-bar-length", { style: between(Math.min(value, 0), Math.max(value, 0)) });
    const zero = least < 0 ? [element("i.tdp-bar-zero", { style: `left: ${length(-least)}` })] : [];
    const [low, high] = interval;
    const span = interval.length === 0 ? [] : [element("i.tdp-bar-span", { style: between(low, high) })];
    return [
      element("dt", ...nodesOf(text, name)),
      element(
        "dd",
        element("span.tdp-bar-room", { "aria-hidden": "true" }, bar, ...zero, ...span),
        element("b", figure),
      ),
    ];
  });
  return element("figure.tdp-bars", element("figcaption", ...nodesOf(label, name)), element("dl", ...drawn.flat()));
}
