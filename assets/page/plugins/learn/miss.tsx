/** Where a drawn curve is furthest off, with what was drawn and what it was. */

import { digits } from "../../words/units.ts";
import { furthest } from "./answers.ts";
import { Dot } from "./chart.tsx";
import type { Chart } from "./chart.tsx";
import type { Draw } from "./lesson.ts";

export function Miss({ question, chart, curve }: { question: Draw; chart: Chart; curve: number[] }) {
  const at = furthest(question, curve);
  const { value, run } = question.points[at];
  const [from, anchor] = at > question.points.length / 2 ? ([-8, "end"] as const) : ([8, "start"] as const);
  const name = (look: string, who: string, figure: number, up: boolean) => {
    const height = Math.min(Math.max(chart.y(figure) + (up ? -8 : 18), 11), chart.floor - 4);
    return (
      <text class={look} x={chart.x(at) + from} y={height} text-anchor={anchor}>
        {`${who}: ${digits(figure, 3)}`}
      </text>
    );
  };
  const above = curve[at] > value;
  return (
    <>
      <path class="tdp-drawing-miss" d={`M${chart.x(at)} ${chart.y(curve[at])}V${chart.y(value)}`} />
      <Dot chart={chart} look="tdp-drawing-theirs" place={at} value={curve[at]} />
      <Dot chart={chart} look="tdp-drawing-run" place={at} value={value} />
      {name("tdp-drawing-theirs-name", "you", curve[at], above)}
      {name("tdp-drawing-run-name", run === undefined ? "measured" : "the run", value, !above)}
    </>
  );
}
