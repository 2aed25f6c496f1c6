/** One figure of the run as a curve, and of the lanes beside it. Plotly draws the line; the playhead is a separate layer over it. */

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { inksOf } from "../cells/inks.ts";
import { LETTERS } from "../run/lane-sentences.ts";
import { versionOf } from "../run/recording.ts";
import { SERIES, seriesFigure, seriesName, seriesOf, seriesSentence } from "../run/series.ts";
import { useDue } from "../ui/due.ts";
import { Frame } from "../ui/frame.tsx";
import { digits } from "../words/units.ts";
import { axisOf, chartOf } from "./charts.ts";
import { panelOf } from "./component.tsx";
import { usePlot } from "./plot.ts";
import type { Inks } from "../cells/inks.ts";
import type { Recording } from "../run/recording.ts";
import type { Name, Series } from "../run/series.ts";
import type { Unit } from "../words/units.ts";

/** Lanes are told apart by their lines; blue would mean kept. */
const DASHES = ["solid", "dash", "dot", "dashdot"];

/** The time between redraws while a run streams, because redrawing a growing curve costs tens of milliseconds. */
const LIVE_INTERVAL_MS = 250;

export const EntropyCurve = panelOf(({ recording, theme, taste: { unit, terms }, step, reader }) => {
  const name = useSignal<Name>("entropy");
  const others = (reader.lanes?.shown() ?? []).slice(1).filter(({ recording }) => !recording.header.source);
  const runs = [recording, ...others.map(({ recording }) => recording)];
  const steps = runs.reduce((sum, { frames }) => sum + frames.length, 0);
  const due = useDue([...runs, versionOf(runs)], [steps, recording.live], recording.live ? LIVE_INTERVAL_MS : 0);
  const series = useMemo(() => seriesOf(name.value, recording, unit), [due, name.value, unit]);
  const { place, plot, axes } = usePlot(
    reader.plotly,
    (plot) => chartFor(name.value, { recording, letter: others.length > 0 ? "A" : "" }, others, unit, inksOf(plot)),
    [due, name.value, unit, theme],
    ({ pointNumber }) => reader.seek(pointNumber),
  );
  // Painted, not moved: when an element moves, the browser lays out its layers again, which costs more than anything else.
  const head = axes && {
    "--tdp-at": `${axes.xaxis._offset + axes.xaxis.l2p(step + 1) - 1}px`,
    top: `${axes.yaxis._offset}px`,
    height: `${axes.yaxis._length}px`,
  };
  const menu = (
    <select
      class="tdp-series"
      aria-label="Figure that the curve shows"
      onChange={({ currentTarget }) => (name.value = currentTarget.value as Name)}
    >
      {SERIES.map((value) => (
        <option value={value}>{seriesName(value, terms)}</option>
      ))}
    </select>
  );
  return (
    <Frame name="Curve" tools={menu}>
      <div class="tdp-curve" role="img" aria-label={seriesSentence(name.value, series, terms)} ref={place}>
        <div class="tdp-plot" ref={plot} />
        {head && <div class="tdp-playhead" style={head} />}
      </div>
    </Frame>
  );
});

type Lane = { recording: Recording; letter: string };

function chartFor(name: Name, first: Lane, others: Lane[], unit: Unit, inks: Inks) {
  const { frames, header, live } = first.recording;
  const series = seriesOf(name, first.recording, unit);
  const end = Math.max(
    live ? header.spec.settings.max_denoising_steps * (frames.at(-1)?.block ?? 1) : frames.length,
    ...others.map(({ recording }) => recording.frames.length),
  );
  const axis = axisOf(inks);
  const limit = series.limit === null ? [] : [series.limit];
  const line = ({ recording, letter }: Lane, color: string, width: number) => {
    const { exact, values, unit: counted } = seriesOf(name, recording, unit);
    return {
      x: exact.map((_, step) => step + 1),
      y: values,
      name: letter,
      mode: "lines+markers",
      line: { color, width, dash: DASHES[Math.max(LETTERS.indexOf(letter), 0)] },
      marker: { size: 4, color },
      text: exact.map((value) => (value === null ? "" : seriesFigure(name, value, counted))),
      hovertemplate: `${letter && `${letter}, `}step %{x}: %{text}<extra></extra>`,
    };
  };
  const layout = {
    height: 190,
    margin: { l: 64, r: 8, t: 8, b: 34 },
    showlegend: others.length > 0,
    legend: { orientation: "h", y: 1.02, yanchor: "bottom", font: { size: 12 } },
    xaxis: { ...axis, range: [0.5, Math.max(end, 2) + 0.5], title: { text: "denoising step", standoff: 6 } },
    yaxis: { ...axis, ...scale(series) },
    shapes: limit.map((threshold) => thresholdLine(threshold, inks.bound)),
    annotations: limit.map((threshold) => thresholdName(threshold, inks.bound)),
  };
  return {
    data: [line(first, inks.ink, 2), ...others.map((lane) => line(lane, inks.soft, 1.5))],
    layout: chartOf(inks, layout, 11),
  };
}

function scale({ range, logarithmic, unit }: Series) {
  const title = { text: unit, standoff: 4 };
  if (!logarithmic) return { type: "linear", range, title, nticks: 5 };
  const decades = [1e-3, 1e-2, 0.1, 1, 10];
  return {
    type: "log",
    range: range.map(Math.log10),
    title,
    tickvals: [range[0], ...decades],
    ticktext: [`≤ ${digits(range[0], 2)}`, ...decades.map(String)],
  };
}

const thresholdLine = (threshold: number, color: string) => ({
  type: "line",
  xref: "paper",
  x0: 0,
  x1: 1,
  y0: threshold,
  y1: threshold,
  line: { color, width: 1.5, dash: "dash" },
});

const thresholdName = (threshold: number, color: string) => ({
  xref: "paper",
  x: 0,
  xanchor: "left",
  y: Math.log10(threshold),
  yanchor: "bottom",
  showarrow: false,
  text: `confidence threshold ${digits(threshold, 3)}`,
  font: { color, size: 11 },
});
