/** The map as Plotly draws it, and over it the reader's dot, which goes from mark to mark by dragging or by arrow keys. */

import { shades } from "../cells/colour.js";
import { inksOf } from "../cells/inks.js";
import { element } from "../dom/elements.js";
import { wilson } from "../rules/intervals.js";
import { digits } from "../words/units.js";
import { axisOf, chartOf } from "./charts.js";

/** @typedef {import("../run/marks.js").Mark} Mark */
/** @typedef {{ name: string, marks: Mark[], yours: boolean }} Group marks that a line joins: they differ in the budget alone */
/** @typedef {{ use: (mark: Mark) => void, look: (mark: Mark) => void, text: (mark: Mark) => string }} Actions */

/** Pixels. */
const HEIGHT = 340;
/** Pixels of width that the numbers at the marks need; below, the table and a press name them. */
const ROOM = 480;
const SYMBOLS = ["circle", "square", "triangle-up", "diamond", "cross", "star"];
const TICKS = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300];
/** Shades of the scale of uncertainty that stand out from the page in both themes. */
const [PALEST, DARKEST] = [22, 58];
/** Keys of the dot, and by how many marks they move it. @type {Record<string, number>} */
const KEYS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -Infinity, End: Infinity };

export class MapChart {
  /** @param {Actions} actions */
  constructor(actions) {
    this.actions = actions;
    this.plot = element("div.tdp-plot");
    this.dot = element("div.tdp-map-dot", {
      role: "slider",
      tabindex: "0",
      "aria-label": "Your setting, among those that were measured",
      "aria-valuemin": "1",
    });
    this.root = element("div.tdp-map-chart", this.plot, this.dot);
    this.root.style.minHeight = `${HEIGHT}px`; // before its style sheet comes, so that what is scrolled to stays
    /** From few passes to many. @type {Mark[]} */
    this.marks = [];
    /** Where the dot is; null where the present settings were not measured. @type {Mark | null} */
    this.here = null;
    /** @type {any} */
    this.plotly = null;
    this.dot.onkeydown = (event) => this.#key(event);
    this.dot.onpointerdown = (event) => this.#drag(event);
    new ResizeObserver(() => this.plotly?.Plots.resize(this.plot).then(() => this.#stand(this.here))).observe(
      this.root,
    );
  }

  /**
   * @param {any} plotly
   * @param {Group[]} groups
   * @param {import("../cells/colour.js").Theme} theme
   */
  async draw(plotly, groups, theme) {
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
      /** @type {any} */ (this.plot).on("plotly_click", (/** @type {any} */ { points: [point] }) =>
        this.actions.look(this.marks[point.customdata]),
      );
    this.plotly = plotly;
    this.#stand(this.here);
  }

  /**
   * @param {Group} group
   * @param {number} at
   * @param {number} count of the groups that come with the checkpoint
   * @param {import("../cells/inks.js").Inks} inks
   * @param {import("../cells/colour.js").Theme} theme
   */
  #line({ name, marks, yours }, at, count, inks, theme) {
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

  /** @param {Mark | null} mark of the present settings @param {string} text about it */
  place(mark, text) {
    this.here = mark;
    this.dot.setAttribute("aria-valuetext", text);
    this.#stand(mark);
  }

  /** @param {Mark | null} mark under the dot; beside the map for none */
  #stand(mark) {
    const layout = /** @type {any} */ (this.plot)._fullLayout;
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

  /** @param {Mark} mark @returns {[x: number, y: number]} */
  #pixels({ passes, right, cases }) {
    const { xaxis, yaxis } = /** @type {any} */ (this.plot)._fullLayout;
    return [xaxis._offset + xaxis.d2p(passes), yaxis._offset + yaxis.d2p(right / cases)];
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = KEYS[event.key];
    if (by === undefined || this.marks.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const at = this.here ? this.marks.indexOf(this.here) : by > 0 ? -1 : this.marks.length;
    this.actions.use(this.marks[Math.min(Math.max(at + by, 0), this.marks.length - 1)]);
  }

  /** @param {PointerEvent} down */
  #drag(down) {
    down.preventDefault();
    this.dot.focus();
    this.dot.setPointerCapture(down.pointerId);
    const { left, top } = this.plot.getBoundingClientRect();
    /** @type {Mark | null} */
    let nearest = null;
    this.dot.onpointermove = ({ clientX, clientY }) => {
      const far = (/** @type {Mark} */ mark) => {
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
