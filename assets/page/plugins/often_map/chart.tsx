/** The map as Plotly draws it, and over it the reader's dot, which goes from mark to mark by dragging or by arrow keys. */

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { shades } from "../../cells/colour.ts";
import { inksOf } from "../../cells/inks.ts";
import { wilson } from "../../rules/intervals.ts";
import { digits } from "../../words/units.ts";
import { axisOf, chartOf } from "../../panels/charts.ts";
import { usePlot } from "../../panels/plot.ts";
import type { TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import type { Theme } from "../../cells/colour.ts";
import type { Reader } from "../../player/panel.ts";
import type { Mark } from "./marks.ts";

/** Marks that a line joins: they differ in the budget alone. */
export type Group = { name: string; marks: Mark[]; yours: boolean };

/** Pixels. */
const HEIGHT = 340;
/** Pixels of width that the numbers at the marks need; below, the table and a press name them. */
const ROOM = 480;
const SYMBOLS = ["circle", "square", "triangle-up", "diamond", "cross", "star"];
const TICKS = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300];
/** Shades of the scale of uncertainty that stand out from the page in both themes. */
const [PALEST, DARKEST] = [22, 58];
/** Keys of the dot, and by how many marks they move it. */
const KEYS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  Home: -Infinity,
  End: Infinity,
};

interface Props extends Pick<Reader, "plotly"> {
  groups: Group[];
  /** Where the dot is; null where the present settings were not measured. */
  here: Mark | null;
  /** What is known there. */
  about: string;
  theme: Theme;
  hidden: boolean;
  use: (mark: Mark) => void;
  look: (mark: Mark) => void;
  /** Of a mark, with `<br>` between its lines. */
  text: (mark: Mark) => string;
}

export function MapChart(props: Props) {
  const { groups, here, about, theme, hidden, use, look } = props;
  /** From few passes to many. */
  const marks = useMemo(() => groups.flatMap(({ marks }) => marks).sort((a, b) => a.passes - b.passes), [groups]);
  const { place, plot, axes } = usePlot(
    props.plotly,
    (plot) => (marks.length > 0 ? { data: linesOf(plot, props), layout: layoutOf(plot, marks, groups.length) } : null),
    [groups, theme],
    (point) => look(point.customdata),
  );
  const dragged = useSignal<Mark | null>(null);
  const standing = dragged.value ?? here;
  /** In pixels; without a mark it is in the corner. */
  const placeOf = (mark: Mark | null): [x: number, y: number] => {
    if (axes === null) return [0, 0];
    const { xaxis, yaxis } = axes;
    return mark
      ? [xaxis._offset + xaxis.d2p(mark.passes), yaxis._offset + yaxis.d2p(mark.right / mark.cases)]
      : [xaxis._offset + 14, yaxis._offset + yaxis._length - 14];
  };
  const [x, y] = placeOf(standing);

  const key = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const by = KEYS[event.key];
    if (by === undefined || marks.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const at = here ? marks.indexOf(here) : by > 0 ? -1 : marks.length;
    use(marks[Math.min(Math.max(at + by, 0), marks.length - 1)]);
  };
  const press = (event: TargetedPointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = ({ currentTarget, pointerId, clientX, clientY }: TargetedPointerEvent<HTMLDivElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const { left, top } = plot.current.getBoundingClientRect();
    const far = (mark: Mark) => {
      const [x, y] = placeOf(mark);
      return Math.hypot(x - (clientX - left), y - (clientY - top));
    };
    const nearest = marks.reduce((best, mark) => (far(mark) < far(best) ? mark : best));
    if (nearest === dragged.value) return;
    dragged.value = nearest;
    look(nearest);
  };
  const drop = () => {
    if (dragged.value) use(dragged.value);
    dragged.value = null;
  };
  return (
    <div class="tdp-map-chart" ref={place} hidden={hidden} style={{ minHeight: `${HEIGHT}px` }}>
      <div class="tdp-plot" ref={plot} />
      <div
        class={`tdp-map-dot${standing ? "" : " tdp-map-nowhere"}`}
        role="slider"
        tabIndex={0}
        aria-label="Your setting, among those that were measured"
        aria-valuemin={1}
        aria-valuemax={marks.length}
        aria-valuenow={standing ? marks.indexOf(standing) + 1 : 1}
        aria-valuetext={about}
        hidden={axes === null || marks.length === 0}
        style={{ translate: `${x}px ${y}px` }}
        onKeyDown={key}
        onPointerDown={press}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={() => (dragged.value = null)}
      />
    </div>
  );
}

function layoutOf(plot: HTMLElement, marks: Mark[], lines: number) {
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

function linesOf(plot: HTMLElement, { groups, theme, text }: Props) {
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
