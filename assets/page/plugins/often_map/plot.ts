/** The marks of the map, as Plotly draws them. */

import { shades } from "../../cells/colour.ts";
import { inksOf } from "../../cells/inks.ts";
import { axisOf, chartOf } from "../../panels/charts.ts";
import { wilson } from "../../rules/intervals.ts";
import { digits } from "../../words/units.ts";
import type { Theme } from "../../cells/colour.ts";
import type { Mark } from "./marks.ts";

/** Marks that a line joins: they differ in the budget alone. */
export type Group = { name: string; marks: Mark[]; yours: boolean };

/** Pixels. */
export const HEIGHT = 340;
/** Pixels of width that the numbers at the marks need; below, the table and a press name them. */
const ROOM = 480;
const SYMBOLS = ["circle", "square", "triangle-up", "diamond", "cross", "star"];
const TICKS = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300];
/** Shades of the scale of uncertainty that stand out from the page in both themes. */
const [PALEST, DARKEST] = [22, 58];

interface Lines {
  groups: Group[];
  theme: Theme;
  /** Of a mark, with `<br>` between its lines. */
  text: (mark: Mark) => string;
}

export function layoutOf(plot: HTMLElement, marks: Mark[], lines: number) {
  const inks = inksOf(plot);
  const axis = axisOf(inks);
  const passes = marks.map((mark) => mark.passes);
  const lows = marks.map(({ right, cases }) => wilson(right, cases)[0]);
  return chartOf(inks, {
    height: HEIGHT,
    margin: { l: 52, r: 14, t: 6, b: 40 },
    hovermode: "closest",
    showlegend: lines > 1,
    legend: { orientation: "h", y: 1.02, yanchor: "bottom", font: { size: 12 }, title: { text: "temperature" } },
    xaxis: {
      ...axis,
      type: "log",
      range: [Math.min(...passes) * 0.8, Math.max(...passes) * 1.2].map(Math.log10),
      tickvals: TICKS,
      ticktext: TICKS.map(String),
      title: { text: "passes on average" },
    },
    yaxis: {
      ...axis,
      range: [Math.floor(10 * Math.min(0.8, ...lows) - 0.2) / 10, 1.04],
      tickformat: ".0%",
      title: { text: "share right, 95% interval", standoff: 4 },
    },
  });
}

export function linesOf(plot: HTMLElement, { groups, theme, text }: Lines) {
  const inks = inksOf(plot);
  const shipped = groups.filter(({ yours }) => !yours).length;
  const mode = plot.clientWidth < ROOM ? "lines+markers" : "lines+markers+text";
  return groups.map(({ name, marks, yours }, at) => {
    const share = shipped > 1 ? at / (shipped - 1) : 0.5;
    const color = yours ? inks.ink : shades(theme)[Math.round(PALEST + share * (DARKEST - PALEST))].fill;
    const ends = marks.map(({ right, cases }) => wilson(right, cases));
    const shares = marks.map(({ right, cases }) => right / cases);
    return {
      name,
      x: marks.map(({ passes }) => passes),
      y: shares,
      customdata: marks,
      text: marks.map(({ settings }) => (yours ? "" : digits(Number(settings.entropy_bound), 3))),
      hovertext: marks.map(text),
      hovertemplate: "%{hovertext}<extra></extra>",
      mode: yours ? "markers" : mode,
      textposition: "top right",
      textfont: { size: 11, color: inks.soft },
      cliponaxis: false,
      line: { color, width: 1 },
      marker: {
        size: 11,
        color,
        symbol: yours ? "circle" : SYMBOLS[at % SYMBOLS.length],
        line: { width: 1, color: inks.soft },
      },
      error_y: {
        type: "data",
        symmetric: false,
        thickness: yours ? 2.5 : 1,
        width: yours ? 5 : 0,
        color: yours ? inks.ink : color,
        array: ends.map(([, high], mark) => high - shares[mark]),
        arrayminus: ends.map(([low], mark) => shares[mark] - low),
      },
    };
  });
}

/** @returns the measured ones by temperature, then by budget; the reader's own together */
export function groupsOf(measured: Mark[], yours: Mark[], nameOf: (mark: Mark) => string): Group[] {
  const order = ({ settings: a }: Mark, { settings: b }: Mark) =>
    Number(a.t_max) - Number(b.t_max) || Number(a.entropy_bound) - Number(b.entropy_bound);
  const temperatureOf = (mark: Mark) =>
    nameOf(mark)
      .replace(/^budget [^,]+, /, "")
      .replace("temperature ", "");
  const groups = [...Map.groupBy([...measured].sort(order), temperatureOf)];
  const lines = groups.map(([name, marks]) => ({ name, marks, yours: false }));
  return yours.length > 0 ? [...lines, { name: "yours", marks: yours, yours: true }] : lines;
}
