/** The charts of a study: the passes of every run, setting by setting; and the share right against the passes. */

import { inksOf } from "../../cells/inks.ts";
import { mean, wilson } from "../../rules/intervals.ts";
import { shareOf } from "./findings.ts";
import { useDue } from "../../ui/due.ts";
import { axisOf, chartOf } from "../../panels/charts.ts";
import { usePlot } from "../../panels/plot.ts";
import type { Inks } from "../../cells/inks.ts";
import type { Reader } from "../../player/panel.ts";
import type { Result } from "../../run/study.ts";
import type { StudySetting } from "./settings.ts";

/** The time between two pictures while results arrive. */
const CHART_MS = 400;
const LAYOUT = { margin: { l: 10, r: 20, t: 8, b: 40 }, showlegend: false, hovermode: "closest" };

interface Props extends Pick<Reader, "plotly"> {
  /** With the seeds that all have. */
  settings: StudySetting[];
  theme: string;
  busy: boolean;
  /** Shows a run. */
  open: (result: Result) => void;
}

export function OftenCharts({ settings, theme, busy, open, plotly }: Props) {
  const due = useDue([theme], [settings, busy], busy ? CHART_MS : 0);
  const none = settings.every(({ runs }) => runs.length === 0);
  const unjudged = settings.length < 2 || settings.every(({ finding }) => finding.right.size === 0);
  const runs = usePlot(
    plotly,
    (plot) => (none ? null : runChart(settings, inksOf(plot))),
    [due],
    ({ customdata }) => open(customdata),
  );
  const shares = usePlot(
    plotly,
    (plot) => (unjudged ? null : shareChart(settings, inksOf(plot))),
    [due],
    () => {},
  );
  const passes = settings.map(({ name, finding }) => {
    const counts = [...finding.passes.values()].sort((a, b) => a - b);
    return `${name} ${counts.join(" ")}`;
  });
  return (
    <div class={`tdp-often-charts${settings[0]?.name === "" ? " tdp-often-one" : ""}`} hidden={none}>
      <div class="tdp-often-chart" role="img" aria-label={`Passes of each run: ${passes.join("; ")}`} ref={runs.place}>
        <div ref={runs.plot} />
      </div>
      <div
        class="tdp-often-chart"
        role="img"
        aria-label="Share right against passes, with 95% intervals; the figures stand in words below"
        hidden={unjudged}
        ref={shares.place}
      >
        <div ref={shares.plot} />
      </div>
    </div>
  );
}

function runChart(settings: StudySetting[], inks: Inks) {
  const done = settings.flatMap(({ runs }) => runs).filter(({ result }) => result.sentence === "");
  const kinds: [name: string, judged: boolean | undefined, marker: object][] = [
    ["right", true, { color: inks.ink, symbol: "circle" }],
    ["wrong", false, { color: inks.warn, symbol: "x" }],
    ["", undefined, { color: inks.soft, symbol: "circle" }],
  ];
  const data = kinds.map(([name, judged, marker]) => {
    const group = done.filter(({ right }) => right === judged).map(({ result }) => result);
    return {
      name,
      x: group.map(({ passes }) => passes),
      // Runs with the same passes would cover each other: each stands a little above or below its line.
      y: group.map(({ change, number }) => change + (((number * 7) % 11) - 5) / 18),
      customdata: group,
      text: group.map(({ seed }) => `seed ${seed}${name && `, ${name}`}`),
      mode: "markers",
      marker: { size: 8, opacity: 0.8, ...marker },
      hovertemplate: "%{text}: %{x} passes<extra></extra>",
    };
  });
  const layout = {
    height: 90 + 44 * settings.length,
    xaxis: { ...axisOf(inks), title: { text: "passes of each run" } },
    yaxis: {
      ...axisOf(inks),
      automargin: true,
      tickvals: settings.map(({ change }) => change),
      ticktext: settings.map(({ name }) => name),
      range: [settings.length - 0.5, -0.5],
    },
  };
  return { data, layout: chartOf(inks, { ...LAYOUT, ...layout }) };
}

function shareChart(settings: StudySetting[], inks: Inks) {
  const judged = settings.filter(({ finding }) => finding.right.size > 0);
  const shares = judged.map(({ finding }) => shareOf(finding));
  const ends = shares.map(({ right, cases }) => wilson(right, cases));
  const data = {
    x: judged.map(({ finding }) => mean([...finding.passes.values()])),
    y: shares.map(({ share }) => share),
    text: judged.map(({ name }) => name),
    error_y: {
      type: "data",
      symmetric: false,
      thickness: 1.5,
      color: inks.ink,
      array: ends.map(([, high], at) => high - shares[at].share),
      arrayminus: ends.map(([low], at) => shares[at].share - low),
    },
    mode: "markers+text",
    textposition: "middle right",
    cliponaxis: false,
    marker: { size: 9, color: inks.ink },
    hovertemplate: "%{text}: %{y:.0%} right, %{x:.1f} passes<extra></extra>",
  };
  const layout = {
    margin: { l: 60, r: 90, t: 8, b: 40 },
    height: 260,
    xaxis: { ...axisOf(inks), title: { text: "passes on average" }, rangemode: "tozero" },
    yaxis: { ...axisOf(inks), title: { text: "right" }, tickformat: ".0%", range: [-0.02, 1.04] },
  };
  return { data: [data], layout: chartOf(inks, { ...LAYOUT, ...layout }) };
}
