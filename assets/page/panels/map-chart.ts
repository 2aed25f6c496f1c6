/** The map as Plotly draws it, and over it the reader's dot, which goes from mark to mark by dragging or by arrow keys. */

import { shades } from "../cells/colour.ts";
import { inksOf } from "../cells/inks.ts";
import { element } from "../dom/elements.ts";
import { wilson } from "../rules/intervals.ts";
import { digits } from "../words/units.ts";
import { axisOf, chartOf } from "./charts.ts";
import type { Theme } from "../cells/colour.ts";
import type { Inks } from "../cells/inks.ts";
import type { Mark } from "../run/marks.ts";

/** Marks that a line joins: they differ in the budget alone. */
export type Group = { name: string; marks: Mark[]; yours: boolean };
type Actions = { use: (mark: Mark) => void; look: (mark: Mark) => void; text: (mark: Mark) => string };

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

export class MapChart {
  plot = element("div.tdp-plot");
  dot = element("div.tdp-map-dot", {
    role: "slider",
    tabindex: "0",
    "aria-label": "Your setting, among those that were measured",
    "aria-valuemin": "1",
  });
  root: HTMLDivElement;
  /** From few passes to many. */
  marks: Mark[] = [];
  /** Where the dot is; null where the present settings were not measured. */
  here: Mark | null = null;
  plotly: any = null;

  constructor(public actions: Actions) {
    this.root = element("div.tdp-map-chart", this.plot, this.dot);
    this.root.style.minHeight = `${HEIGHT}px`; // before its style sheet comes, so that what is scrolled to stays
    this.dot.onkeydown = (event) => this.#key(event);
    this.dot.onpointerdown = (event) => this.#drag(event);
    new ResizeObserver(() => this.plotly?.Plots.resize(this.plot).then(() => this.#stand(this.here))).observe(
      this.root,
    );
  }

  async draw(plotly: any, groups: Group[], theme: Theme) {
    const inks = inksOf(this.plot);
    this.marks = groups.flatMap(({ marks }) => marks).sort((a, b) => a.passes - b.passes);
    const passes = this.marks.map((mark) => mark.passes);
    const lows = this.marks.map(({ right, cases }) => wilson(right, cases)[0]);
    const shipped = groups.filter(({ yours }) => !yours).length;
    const axis = axisOf(inks);
    const range = [Math.min(...passes) * 0.8, Math.max(...passes) * 1.2].map(Math.log10);
    const layout = chartOf(inks, {
      height: HEIGHT,
      margin: { l: 52, r: 14, t: 6, b: 40 },
      hovermode: "closest",
      showlegend: groups.length > 1,
      legend: { orientation: "h", y: 1.02, yanchor: "bottom", font: { size: 12 }, title: { text: "temperature" } },
      xaxis: {
        ...axis,
        type: "log",
        range,
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
    const data = groups.map((group, at) => this.#line(group, at, shipped, inks, theme));
    await plotly.react(this.plot, data, layout, { displayModeBar: false, responsive: false });
    if (this.plotly === null)
      (this.plot as any).on("plotly_click", ({ points: [point] }: any) =>
        this.actions.look(this.marks[point.customdata]),
      );
    this.plotly = plotly;
    this.#stand(this.here);
  }

  /** @param count of the groups that come with the checkpoint */
  #line({ name, marks, yours }: Group, at: number, count: number, inks: Inks, theme: Theme) {
    const share = count > 1 ? at / (count - 1) : 0.5;
    const color = yours ? inks.ink : shades(theme)[Math.round(PALEST + share * (DARKEST - PALEST))].fill;
    const ends = marks.map(({ right, cases }) => wilson(right, cases));
    const shares = marks.map(({ right, cases }) => right / cases);
    return {
      name,
      x: marks.map(({ passes }) => passes),
      y: shares,
      customdata: marks.map((mark) => this.marks.indexOf(mark)),
      text: marks.map(({ settings }) => (yours ? "" : digits(Number(settings.entropy_bound), 3))),
      hovertext: marks.map((mark) => this.actions.text(mark)),
      hovertemplate: "%{hovertext}<extra></extra>",
      mode: yours ? "markers" : this.root.clientWidth < ROOM ? "lines+markers" : "lines+markers+text",
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
  }

  /** @param mark of the present settings @param text about it */
  place(mark: Mark | null, text: string) {
    this.here = mark;
    this.dot.setAttribute("aria-valuetext", text);
    this.#stand(mark);
  }

  /** @param mark under the dot; beside the map for none */
  #stand(mark: Mark | null) {
    const layout = (this.plot as any)._fullLayout;
    this.dot.hidden = layout?.xaxis?._length === undefined || this.marks.length === 0;
    if (this.dot.hidden) return;
    const [x, y] = mark
      ? this.#pixels(mark)
      : [layout.xaxis._offset + 14, layout.yaxis._offset + layout.yaxis._length - 14];
    this.dot.classList.toggle("tdp-map-nowhere", mark === null);
    this.dot.style.translate = `${x}px ${y}px`;
    this.dot.setAttribute("aria-valuemax", String(this.marks.length));
    this.dot.setAttribute("aria-valuenow", String(mark ? this.marks.indexOf(mark) + 1 : 1));
  }

  #pixels({ passes, right, cases }: Mark): [x: number, y: number] {
    const { xaxis, yaxis } = (this.plot as any)._fullLayout;
    return [xaxis._offset + xaxis.d2p(passes), yaxis._offset + yaxis.d2p(right / cases)];
  }

  #key(event: KeyboardEvent) {
    const by = KEYS[event.key];
    if (by === undefined || this.marks.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const at = this.here ? this.marks.indexOf(this.here) : by > 0 ? -1 : this.marks.length;
    this.actions.use(this.marks[Math.min(Math.max(at + by, 0), this.marks.length - 1)]);
  }

  #drag(down: PointerEvent) {
    down.preventDefault();
    this.dot.focus();
    this.dot.setPointerCapture(down.pointerId);
    const { left, top } = this.plot.getBoundingClientRect();
    let nearest: Mark | null = null;
    this.dot.onpointermove = ({ clientX, clientY }) => {
      const far = (mark: Mark) => {
        const [x, y] = this.#pixels(mark);
        return Math.hypot(x - (clientX - left), y - (clientY - top));
      };
      const next = this.marks.reduce((best, mark) => (far(mark) < far(best) ? mark : best));
      if (next === nearest) return;
      nearest = next;
      this.#stand(next);
      this.actions.look(next);
    };
    const end = () => {
      this.dot.onpointermove = this.dot.onpointerup = this.dot.onpointercancel = null;
    };
    this.dot.onpointerup = () => {
      end();
      if (nearest) this.actions.use(nearest);
    };
    this.dot.onpointercancel = () => {
      end();
      this.#stand(this.here);
    };
  }
}
