/** The charts of a study: the passes of every run, setting by setting; and the share right against the passes. */

import { inksOf } from "../cells/inks.js";
import { element } from "../dom/elements.js";
import { mean, shareOf, wilson } from "../rules/intervals.js";
import { changeName } from "../words/study.js";
import { axisOf, chartOf } from "./charts.js";

/** @typedef {import("../cells/inks.js").Inks} Inks */
/** @typedef {import("../run/study.js").Result} Result */
/** @typedef {import("../rules/intervals.js").Finding} Finding */

const CONFIG = { displayModeBar: false, responsive: true };

export class OftenChart {
  /**
   * @param {HTMLElement} root
   * @param {(() => Promise<any>) | null} plotly
   * @param {(key: string) => void} open the run of a point
   */
  constructor(root, plotly, open) {
    this.root = root;
    this.plotly = plotly;
    this.open = open;
    this.runs = element("div.tdp-often-chart", { role: "img" });
    this.shares = element("div.tdp-often-chart", { role: "img", hidden: "" });
    root.hidden = true;
    root.append(this.runs, this.shares);
    this.listening = false;
  }

  clear() {
    this.root.hidden = true;
  }

  /**
   * @param {import("../page/studies.js").StudyRequest} request
   * @param {Map<string, Result>} results
   * @param {Finding[]} findings
   * @param {Map<string, boolean>} right
   */
  async draw({ vary, values }, results, findings, right) {
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
      /** @type {any} */ (this.runs).on("plotly_click", (/** @type {any} */ event) =>
        this.open(event.points[0].customdata),
      );
    }
    this.shares.hidden = values.length < 2 || findings.every((finding) => finding.right.size === 0);
    if (!this.shares.hidden) await plotly.react(this.shares, shares(findings, names, inks), shareLayout(inks), CONFIG);
    this.shares.setAttribute(
      "aria-label",
      "Share right against passes, with 95% intervals; the figures stand in words below",
    );
  }
}

/** @param {Map<string, Result>} results @param {Map<string, boolean>} right @param {Inks} inks */
function points(results, right, { ink, soft, warn }) {
  const done = [...results].filter(([, { sentence }]) => sentence === "");
  /** @type {[name: string, judged: boolean | undefined, marker: object][]} */
  const kinds = [
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

/** @param {Finding[]} findings @param {string[]} names @param {Inks} inks */
function shares(findings, names, { ink }) {
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

/** @param {Inks} inks @param {object} layout */
const studyChart = (inks, layout) =>
  chartOf(inks, { margin: { l: 10, r: 20, t: 8, b: 40 }, showlegend: false, hovermode: "closest", ...layout });

/** @param {Inks} inks @param {{ names: string[], title: string }} about */
const runLayout = (inks, { names, title }) =>
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

/** @param {Inks} inks */
const shareLayout = (inks) =>
  studyChart(inks, {
    margin: { l: 60, r: 90, t: 8, b: 40 },
    height: 260,
    xaxis: { ...axisOf(inks), title: { text: "passes on average" }, rangemode: "tozero" },
    yaxis: { ...axisOf(inks), title: { text: "right" }, tickformat: ".0%", range: [-0.02, 1.04] },
  });
