/**
 * The timeline: a chart of the run and the slider at once. A click or a drag anywhere on it moves to that moment; the
 * keyboard and screen readers have a slider, whose knob it shows.
 */

import { shape } from "../dom/elements.ts";
import { placeSentence } from "../run/sentences.ts";
import { made } from "../ui/made.ts";
import { BASE, DIAMOND_Y, HEIGHT, TOP, TRACK, layoutOf, spansOf } from "./timeline-layout.ts";
import type { Recording } from "../run/recording.ts";
import type { Mode } from "../words/terms.ts";
import type { Unit } from "../words/units.ts";
import type { Layout, Scale } from "./timeline-layout.ts";

/**
 * All runs under the same clock, where there are several, the ticks at which runs part, how many cells differ at each
 * tick, where that is to be drawn, and what is counted if not passes.
 */
type Beside = { lanes: Recording[]; partings: number[]; differences: number[]; scale: Scale | null };

/** The knob's width, as assets/css/timeline.css has it. */
const KNOB = 18;
const FONT = '12px system-ui, "Segoe UI", "DejaVu Sans", sans-serif';

export class Timeline {
  lines = shape("g", {});
  diamonds = shape("g", {});
  names = shape("g", {});
  chart: SVGElement;
  /** Where diamonds are drawn. */
  marked: number[] = [];
  head = made(<div class="tdp-timeline-head" />);
  slider = made<HTMLInputElement>(<input type="range" class="tdp-slider" min={0} step={1} aria-label="Step" />);
  recording: Recording | null = null;
  /** Null where no figure of the uncertainty is given. */
  unit: Unit | null = "nats";
  terms: Mode = "plain";
  lanes: Beside = { lanes: [], partings: [], differences: [], scale: null };
  width = 0;
  /** Of the letters, which have 12 px at least; with them everything but the width grows. */
  scale = 1;
  moment = -1;
  layout: Layout | null = null;
  /** What of the run is drawn. */
  drawn = "";
  measure: (text: string) => number;

  /** @param place is filled */
  constructor(
    public place: HTMLElement,
    public seek: (moment: number) => void,
  ) {
    const chart = { "aria-hidden": "true", class: "tdp-timeline-chart" };
    this.chart = shape("svg", chart, this.lines, this.diamonds, this.names);
    place.classList.add("tdp-timeline");
    place.replaceChildren(this.chart, this.head, this.slider);
    const ruler = new OffscreenCanvas(1, 1).getContext("2d") as OffscreenCanvasRenderingContext2D;
    ruler.font = FONT;
    this.measure = (text: string) => ruler.measureText(text).width;
    this.slider.oninput = () => this.#go(Number(this.slider.value));
    place.onpointerdown = (event) => this.#drag(event);
  }

  show(recording: Recording, unit: Unit | null, terms: Mode, lanes: Beside) {
    const same = recording === this.recording;
    Object.assign(this, { recording, unit, terms, lanes, drawn: "", moment: -1 });
    this.width = this.place.clientWidth || this.width;
    this.#draw();
    if (!same) this.#point(-1);
  }

  /** @param width in pixels */
  fit(width: number) {
    if (width === this.width) return;
    this.width = width;
    this.drawn = "";
    this.paint(this.moment);
  }

  /** @param moment -1 while there are none */
  paint(moment: number) {
    const { recording } = this;
    if (recording === null) return;
    if (this.#state !== this.drawn) this.#draw();
    else if (moment === this.moment) return;
    this.moment = moment;
    this.#point(moment);
  }

  /** @param moment where knob and line stand; -1 for nowhere yet */
  #point(moment: number) {
    const { recording, layout, slider, head, scale } = this;
    if (recording === null || layout === null) return;
    slider.value = String(Math.max(moment, 0));
    const { scale: counted } = this.lanes;
    slider.setAttribute(
      "aria-valuetext",
      counted
        ? counted.text(Math.max(moment, 0))
        : placeSentence(recording, this.#momentAt(moment), { unit: this.unit ?? "nats", terms: this.terms }),
    );
    head.hidden = moment < 0;
    // Painted, not moved: when an element moves, the browser lays out its layers again, which costs more.
    head.style.setProperty("--tdp-at", `${(scale * (layout.x(Math.max(moment, 0)) - layout.left)).toFixed(1)}px`);
  }

  /** What there is to draw of the run. */
  get #state() {
    const { frames, live, finishReason } = this.recording ?? { frames: [], live: false, finishReason: "" };
    return `${frames.length} ${live} ${finishReason}`;
  }

  #momentAt(moment: number): { step: number; noise: boolean } | undefined {
    let start = 0;
    for (const { first, steps } of this.recording ? spansOf(this.recording) : []) {
      const within = moment - start;
      if (within >= 0 && within <= steps && steps > 0)
        return { step: first + Math.max(within - 1, 0), noise: within === 0 };
      start += steps + 1;
    }
    return undefined;
  }

  /** @param moment may lie beyond those that there are */
  #go(moment: number) {
    const spans = this.recording ? spansOf(this.recording) : [];
    const count =
      this.lanes.scale?.axis.count ?? spans.reduce((sum, { steps }) => sum + (steps > 0 ? steps + 1 : 0), 0);
    const wanted = Math.min(Math.max(moment, 0), count - 1);
    this.slider.value = String(Math.max(wanted, 0));
    if (count > 0 && wanted !== this.moment) this.seek(wanted);
  }

  #drag(event: PointerEvent) {
    if (event.button !== 0 || this.layout === null) return;
    const { place, slider, scale } = this;
    const { left, right, slots } = this.layout;
    const edge = place.getBoundingClientRect().left;
    const follow = ({ clientX }: PointerEvent) =>
      this.#go(Math.round((((clientX - edge) / scale - left) / (right - left)) * (slots - 1)));
    event.preventDefault();
    slider.focus({ preventScroll: true });
    place.setPointerCapture(event.pointerId);
    place.onpointermove = follow;
    place.onlostpointercapture = () => (place.onpointermove = null);
    follow(event);
  }

  #draw() {
    const { recording, width, unit, terms, measure, chart, slider, head, place } = this;
    if (recording === null || width === 0) return;
    this.drawn = this.#state;
    const scale = (this.scale = Math.max(Number(getComputedStyle(place).getPropertyValue("--tdp-scale")), 1));
    const layout = (this.layout = layoutOf(recording, { unit, terms, width: width / scale, measure, ...this.lanes }));
    const { left, right, slots, areas, lines, lanes, bars, diamonds, dividers, labels } = layout;
    place.style.height = `${HEIGHT * scale}px`;
    chart.setAttribute("viewBox", `0 0 ${width / scale} ${HEIGHT}`);
    chart.setAttribute("width", String(width));
    chart.setAttribute("height", String(HEIGHT * scale));
    this.lines.replaceChildren(
      ...areas.map((d) => shape("path", { class: "tdp-area", d })),
      ...bars.map((bar) => shape("rect", { class: "tdp-differing", ...bar })),
      shape("line", { class: "tdp-base", x1: left, x2: right, y1: BASE, y2: BASE }),
      ...dividers.map((x) => shape("line", { class: "tdp-divider", x1: x, x2: x, y1: TOP, y2: TRACK })),
      ...lines.map((points) => shape("polyline", { class: "tdp-heat-line", points })),
      ...lanes.flatMap(({ letter, points, end: [cx, cy], leads }) => [
        shape("polyline", { class: "tdp-lane-lead", "data-lane": letter, points: leads }),
        shape("polyline", { class: "tdp-lane-line", "data-lane": letter, points }),
        shape("circle", { class: "tdp-lane-end", "data-lane": letter, cx, cy, r: 3 }),
      ]),
      ...this.lanes.partings.map((moment) =>
        shape("line", { class: "tdp-parting", x1: layout.x(moment), x2: layout.x(moment), y1: TOP, y2: TRACK }),
      ),
    );
    this.#mark(diamonds);
    this.names.replaceChildren(
      ...labels.map(({ x, y, text, anchor, kind, letter = "" }) => {
        const label = shape("text", { class: `tdp-name-${kind}`, x, y, "text-anchor": anchor, "data-lane": letter });
        label.textContent = text;
        return label;
      }),
    );
    slider.max = String(slots - 1);
    slider.style.left = `${left * scale - KNOB / 2}px`;
    slider.style.width = `${(right - left) * scale + KNOB}px`;
    slider.style.top = `${TRACK * scale - KNOB / 2}px`;
    head.style.left = `${left * scale}px`;
    head.style.width = `${(right - left) * scale}px`;
    head.style.top = `${(TOP - 2) * scale}px`;
    head.style.height = `${(TRACK - TOP + 2) * scale + 2.5}px`;
  }

  /** Draws only what is new: a run may reopen something at every step. */
  #mark(places: number[]) {
    const { diamonds, marked } = this;
    if (marked.some((x, at) => x !== places[at])) diamonds.replaceChildren();
    diamonds.append(
      ...places
        .slice(diamonds.childElementCount)
        .map((x) => shape("path", { class: "tdp-diamond", d: `M${x - 5} ${DIAMOND_Y}l5 -5 5 5 -5 5z` })),
    );
    this.marked = places;
  }
}
