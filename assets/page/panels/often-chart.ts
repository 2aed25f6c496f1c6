/** The charts of a study: the passes of every run, setting by setting; and the share right against the passes. */

import { inksOf } from "../cells/inks.ts";
import { element } from "../dom/elements.ts";
import { mean, shareOf, wilson } from "../rules/intervals.ts";
import { changeName } from "../run/study-sentences.ts";
import { axisOf, chartOf } from "./charts.ts";
import type { Inks } from "../cells/inks.ts";
import type { Finding } from "../rules/intervals.ts";
import type { StudyRequest } from "../run/study.ts";
import type { Result } from "../run/study.ts";

const CONFIG = { displayModeBar: false, responsive: true };

export class OftenChart {
  runs = element("div.tdp-often-chart", { role: "img" });
  shares = element("div.tdp-often-chart", { role: "img", hidden: "" });
  listening = false;

  /** @param open the run of a point */
  constructor(
    public root: HTMLElement,
    public plotly: (() => Promise<any>) | null,
    public open: (key: string) => void,
  ) {
    root.hidden = true;
    root.append(this.runs, this.shares);
  }

  clear() {
    this.root.hidden = true;
  }

  async draw(
    { vary, values }: StudyRequest,
    results: Map<string, Result>,
    findings: Finding[],
    right: Map<string, boolean>,
  ) {
    const plotly = await this.plotly?.().catch(() => null);
    if (!plotly) return;
    this.root.hidden = false;
    const names = vary === "" ? [""] : values.map((value) => changeName(vary, value));
    const inks = inksOf(this.root);
    await plotly.react(
      this.runs,
      points(results, right, inks),
      runLayout(inks, { names, title: "passes of each run" }),
      CONFIG,
    );
    this.runs.setAttribute(
      "aria-label",
      `Passes of each run: ${findings.map(({ passes }, at) => `${names[at]} ${[...passes.values()].sort((a, b) => a - b).join(" ")}`).join("; ")}`,
    );
    if (!this.listening) {
      this.listening = true;
      (this.runs as any).on("plotly_click", (event: any) => this.open(event.points[0].customdata));
    }
    this.shares.hidden = values.length < 2 || findings.every((finding) => finding.right.size === 0);
    if (!this.shares.hidden) await plotly.react(this.shares, shares(findings, names, inks), shareLayout(inks), CONFIG);
    this.shares.setAttribute(
      "aria-label",
      "Share right against passes, with 95% intervals; the figures stand in words below",
    );
  }
}

function points(results: Map<string, Result>, right: Map<string, boolean>, { ink, soft, warn }: Inks) {
  const done = [...results].filter(([, { sentence }]) => sentence === "");
  const kinds: [name: string, judged: boolean | undefined, marker: object][] = [
    ["right", true, { color: ink, symbol: "circle" }],
    ["wrong", false, { color: warn, symbol: "x" }],
    ["", undefined, { color: soft, symbol: "circle" }],
  ];
  return kinds.map(([name, judged, marker]) => {
    const group = done.filter(([key]) => right.get(key) === judged);
    return {
      name,
      x: group.map(([, { passes }]) => passes),
      // Runs with the same passes would cover each other: each stands a little above or below its line.
      y: group.map(([, { change, number }]) => change + (((number * 7) % 11) - 5) / 18),
      customdata: group.map(([key]) => key),
      text: group.map(([, { seed }]) => `seed ${seed}${name && `, ${name}`}`),
      mode: "markers",
      marker: { size: 8, opacity: 0.8, ...marker },
      hovertemplate: "%{text}: %{x} passes<extra></extra>",
    };
  });
}

function shares(findings: Finding[], names: string[], { ink }: Inks) {
  const shown = findings.flatMap((finding, at) =>
    finding.right.size > 0
      ? [{ ...shareOf(finding), passes: mean([...finding.passes.values()]), name: names[at] }]
      : [],
  );
  const ends = shown.map(({ right, cases }) => wilson(right, cases));
  return [
    {
      x: shown.map(({ passes }) => passes),
      y: shown.map(({ share }) => share),
      text: shown.map(({ name }) => name),
      error_y: {
        type: "data",
        symmetric: false,
        thickness: 1.5,
        color: ink,
        array: ends.map(([, high], at) => high - shown[at].share),
        arrayminus: ends.map(([low], at) => shown[at].share - low),
      },
      mode: "markers+text",
      textposition: "middle right",
      cliponaxis: false,
      marker: { size: 9, color: ink },
      hovertemplate: "%{text}: %{y:.0%} right, %{x:.1f} passes<extra></extra>",
    },
  ];
}

const studyChart = (inks: Inks, layout: object) =>
  chartOf(inks, { margin: { l: 10, r: 20, t: 8, b: 40 }, showlegend: false, hovermode: "closest", ...layout });

const runLayout = (inks: Inks, { names, title }: { names: string[]; title: string }) =>
  studyChart(inks, {
    height: 90 + 44 * names.length,
    xaxis: { ...axisOf(inks), title: { text: title } },
    yaxis: {
      ...axisOf(inks),
      automargin: true,
      tickvals: names.map((_, at) => at),
      ticktext: names,
      range: [names.length - 0.5, -0.5],
    },
  });

const shareLayout = (inks: Inks) =>
  studyChart(inks, {
    margin: { l: 60, r: 90, t: 8, b: 40 },
    height: 260,
    xaxis: { ...axisOf(inks), title: { text: "passes on average" }, rangemode: "tozero" },
    yaxis: { ...axisOf(inks), title: { text: "right" }, tickformat: ".0%", range: [-0.02, 1.04] },
  });
