/** One figure of the run as a curve, and of the lanes beside it. Plotly draws the line; the playhead is a separate layer over it. */

import { inksOf } from "../cells/inks.ts";
import { element, onceSeen, setText } from "../dom/elements.ts";
import { LETTERS } from "../run/lane-sentences.ts";
import { versionOf } from "../run/recording.ts";
import { SERIES, seriesFigure, seriesName, seriesOf, seriesSentence } from "../run/series.ts";
import { digits } from "../words/units.ts";
import { axisOf, chartOf } from "./charts.ts";
import type { Theme } from "../cells/colour.ts";
import type { Panel, Reader, Taste } from "../player/panel.ts";
import type { Moment, Recording } from "../run/recording.ts";
import type { Name, Series } from "../run/series.ts";
import type { Mode } from "../words/terms.ts";
import type { Unit } from "../words/units.ts";

/** Lanes are told apart by their lines; blue would mean kept. */
const DASHES = ["solid", "dash", "dot", "dashdot"];

/** The time between redraws while a run streams, because redrawing a growing curve costs tens of milliseconds. */
const LIVE_INTERVAL_MS = 250;

export class EntropyCurve implements Panel {
  lanes: () => { recording: Recording; letter: string; title: string; moment?: Moment }[];
  /** The lanes that are drawn. */
  beside: Recording[] = [];
  /** Of the runs that are drawn. */
  version = 0;
  plot = element("div.tdp-plot");
  head = element("div.tdp-playhead");
  host: HTMLDivElement;
  names: HTMLOptionElement[];
  plotly: any = null;
  recording: Recording | null = null;
  theme: Theme = "light";
  name: Name = "entropy";
  unit: Unit = "nats";
  terms: Mode = "plain";
  step = -1;
  /** How many steps the curve shows, and whether more were to come. */
  drawn = { steps: 0, live: false, at: 0 };

  constructor(root: HTMLElement, { seek, plotly, lanes }: Reader) {
    this.lanes = lanes?.shown ?? (() => []);
    this.host = element("div.tdp-curve", { role: "img", "aria-label": "Curve" }, this.plot, this.head);
    const series = element("select.tdp-series", { "aria-label": "Figure that the curve shows" });
    this.names = SERIES.map((value) => element("option", { value }));
    series.append(...this.names);
    series.onchange = () => this.#pick(series.value);
    root.append(element("div.tdp-panel-head", element("h2", "Curve"), series), this.host);
    const begin = (loaded: any) => this.#begin(loaded, seek);
    if (plotly) onceSeen(this.host, () => plotly().then(begin, () => {})); // the code that loads Plotly reports the error
  }

  /** @param seek called with the step of a pressed point */
  async #begin(plotly: any, seek: (step: number) => void) {
    this.plotly = plotly;
    await this.#draw();
    (this.plot as any).on("plotly_click", (event: any) => seek(event.points[0].pointNumber));
    new ResizeObserver(() => plotly.Plots.resize(this.plot).then(() => this.#moveTo(this.step))).observe(this.host);
  }

  show(recording: Recording, theme: Theme, { unit, terms }: Taste): void {
    const beside = this.lanes().map(({ recording }) => recording);
    const alike = beside.length === this.beside.length && beside.every((one, at) => one === this.beside[at]);
    this.beside = beside;
    const version = versionOf([recording, ...beside]);
    const same =
      alike &&
      recording === this.recording &&
      version === this.version &&
      theme === this.theme &&
      unit === this.unit &&
      terms === this.terms;
    Object.assign(this, { recording, version, theme, unit, terms });
    SERIES.forEach((name, i) => setText(this.names[i], seriesName(name, terms)));
    if (!same) this.#draw();
  }

  paint(step: number) {
    const { frames, live } = this.recording as Recording;
    const steps = frames.length + this.beside.reduce((sum, one) => sum + one.frames.length, 0);
    const grown = steps !== this.drawn.steps || live !== this.drawn.live;
    if (grown && (!live || performance.now() - this.drawn.at >= LIVE_INTERVAL_MS)) this.#draw();
    this.#moveTo(step);
  }

  /** @param name of the figure to draw */
  #pick(name: string) {
    this.name = name as Name;
    this.#draw();
  }

  #moveTo(step: number) {
    this.step = step;
    const layout = (this.plot as any)._fullLayout;
    this.head.hidden = layout === undefined || step < 0;
    if (this.head.hidden) return;
    const { xaxis, yaxis } = layout;
    // Painted, not moved: when an element moves, the browser lays out its layers again, which costs more than anything else.
    this.head.style.setProperty("--tdp-at", `${xaxis._offset + xaxis.l2p(step + 1) - 1}px`);
    this.head.style.top = `${yaxis._offset}px`;
    this.head.style.height = `${yaxis._length}px`;
  }

  /** @param letter of its lane; "" for one run alone */
  #line(series: Series, letter: string, color: string, dash: string) {
    return {
      x: series.exact.map((_, step) => step + 1),
      y: series.values,
      name: letter,
      mode: "lines+markers",
      line: { color, width: letter === "A" || letter === "" ? 2 : 1.5, dash },
      marker: { size: 4, color },
      text: series.exact.map((value) => (value === null ? "" : seriesFigure(this.name, value, series.unit))),
      hovertemplate: `${letter && `${letter}, `}step %{x}: %{text}<extra></extra>`,
    };
  }

  async #draw() {
    if (this.plotly === null || this.recording === null) return;
    const { frames, header, live } = this.recording;
    const others = this.lanes()
      .slice(1)
      .filter(({ recording }) => !recording.header.source);
    const steps = frames.length + this.beside.reduce((sum, one) => sum + one.frames.length, 0);
    this.drawn = { steps, live, at: performance.now() };
    const series = seriesOf(this.name, this.recording, this.unit);
    const { max_denoising_steps: most } = header.spec.settings;
    const inks = inksOf(this.plot);
    const end = Math.max(
      live ? most * (frames.at(-1)?.block ?? 1) : frames.length,
      ...others.map(({ recording }) => recording.frames.length),
    );
    const axis = axisOf(inks);
    const limit = series.limit === null ? [] : [series.limit];
    const figure = {
      data: [
        this.#line(series, others.length > 0 ? "A" : "", inks.ink, DASHES[0]),
        ...others.map(({ recording, letter }) =>
          this.#line(seriesOf(this.name, recording, this.unit), letter, inks.soft, DASHES[LETTERS.indexOf(letter)]),
        ),
      ],
      layout: chartOf(
        inks,
        {
          height: 190,
          margin: { l: 64, r: 8, t: 8, b: 34 },
          showlegend: others.length > 0,
          legend: { orientation: "h", y: 1.02, yanchor: "bottom", font: { size: 12 } },
          xaxis: { ...axis, range: [0.5, Math.max(end, 2) + 0.5], title: { text: "denoising step", standoff: 6 } },
          yaxis: { ...axis, ...scale(series) },
          shapes: limit.map((threshold) => thresholdLine(threshold, inks.bound)),
          annotations: limit.map((threshold) => thresholdName(threshold, inks.bound)),
        },
        11,
      ),
    };
    await this.plotly.react(this.plot, figure.data, figure.layout, { displayModeBar: false, responsive: false });
    this.host.setAttribute("aria-label", seriesSentence(this.name, series, this.terms));
    this.#moveTo(this.step);
  }
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
