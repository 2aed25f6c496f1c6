/**
 * Where everything on the timeline stands: pure geometry, in pixels. It knows neither the document nor the playhead.
 *
 * Along the timeline every moment has the same room: for each block its noise, where nothing was measured, then its steps.
 * While a block runs, there is room for the most steps it may take.
 */

import { wayOf } from "../rules/ways.ts";
import { reopenedAt } from "../run/corrections.ts";
import { words } from "../words/terms.ts";
import { PER_NAT, digits } from "../words/units.ts";
import { laneLines } from "./lane-lines.ts";
import type { Axis } from "../run/axis.ts";
import type { Recording } from "../run/recording.ts";
import type { Mode } from "../words/terms.ts";
import type { Unit } from "../words/units.ts";
import type { LaneLine } from "./lane-lines.ts";

/** What is counted in place of passes, and how an amount of it is written. */
export type Scale = { axis: Axis; text: (tick: number) => string };
/** Of a label. */
type Kind = "axis" | "area" | "temperature" | "step" | "lane";
/** `y` is the baseline; that of a lane has its letter */
export type Label = {
  x: number;
  y: number;
  text: string;
  anchor: "start" | "middle" | "end";
  kind: Kind;
  letter?: string;
};

export interface Layout {
  /** x of the first moment */
  left: number;
  /** x of the last one that there may be */
  right: number;
  /** Moments that there is room for. */
  slots: number;
  x: (moment: number) => number;
  /** The mean uncertainty: a path for each block. */
  areas: string[];
  /** The temperature: points for each block. */
  lines: string[];
  /** What each of several runs has kept; in place of the figures of one. */
  lanes: LaneLine[];
  /** How many cells differ at each tick; in place of the other figures. */
  bars: { x: number; y: number; width: number; height: number }[];
  /** x of the steps that reopened something */
  diamonds: number[];
  /** x between blocks */
  dividers: number[];
  /** None of which touches another. */
  labels: Label[];
}

export const HEIGHT = 108;
/** The chart's upper and lower edge, and where the knob runs. */
export const [TOP, BASE, TRACK] = [20, 72, 82];
export const DIAMOND_Y = BASE - 7;
const [NAME_Y, STEP_Y] = [12, 104];
/** Room for the numbers of an axis. */
const MARGIN = 36;
/** The least room between two labels. */
const GAP = 8;
/** The widest bar. */
const MOST_WIDE = 22;
/** Step numbers are no closer than this. */
const TICK = 64;
/** The least ends of the two axes, so that a run that is sure from its first step does not look unsure. */
const [LEAST_NATS, LEAST_TEMPERATURE] = [0.1, 0.1];

/** What follows the number of a block's last step. */
const ENDS: Record<string, string> = {
  "stable-and-confident": ", done",
  complete: ", done",
  "max-steps": ", the most",
  stopped: ", stopped",
};

/** `first` is a place in `frames`; of `room` moments the first is noise */
type Span = { first: number; steps: number; room: number; stopReason: string };

/** @returns its blocks, in order */
export function spansOf({ frames, live, header }: Recording): Span[] {
  const spans: Span[] = [];
  frames.forEach(({ block, stopReason }, at) => {
    if (at === 0 || frames[at - 1].block !== block) spans.push({ first: at, steps: 0, room: 0, stopReason: "" });
    const span = spans[spans.length - 1];
    Object.assign(span, { steps: span.steps + 1, room: span.steps + 2, stopReason });
  });
  const most = header.spec.settings.max_denoising_steps ?? 0; // of a run from elsewhere it is not known
  if (live && spans.length === 0) spans.push({ first: 0, steps: 0, room: most + 1, stopReason: "" });
  const last = spans.at(-1);
  if (live && last?.stopReason === "") last.room = Math.max(most + 1, last.room);
  return spans;
}

/** @returns the least of 1, 2, 5, 10 ... and their tenths that is not below it */
export function roundMaximum(figure: number): number {
  const power = 10 ** Math.floor(Math.log10(figure));
  const factor = [1, 2, 5, 10].find((one) => figure <= one * power * (1 + 1e-9)) ?? 10;
  return +(factor * power).toPrecision(1);
}

interface Look {
  /** Without it, no figure of the uncertainty is given. */
  unit: Unit | null;
  terms: Mode;
  width: number;
  /** Gives a label's width. */
  measure: (text: string) => number;
  /** All runs under the same clock. */
  lanes?: Recording[];
  /** How many cells differ at each tick. */
  differences?: number[];
  /** Without it, passes are counted. */
  scale?: Scale | null;
}

/** @param recording the longest of the lanes */
export function layoutOf(recording: Recording, look: Look): Layout {
  const { unit, terms, width, measure, lanes = [], differences = [], scale = null } = look;
  const { frames } = recording;
  const spans = spansOf(recording);
  const slots = Math.max(scale?.axis.count ?? spans.reduce((sum, { room }) => sum + room, 0), 1);
  const [left, right] = [MARGIN, Math.max(width - MARGIN, MARGIN + 1)];
  const x = (moment: number) => (slots === 1 ? left : left + (moment / (slots - 1)) * (right - left));
  const starts = spans.map((_, i) => spans.slice(0, i).reduce((sum, { room }) => sum + room, 0));
  const placeOf = (lane: Recording, moment: number) =>
    x(scale ? scale.axis.tickOf(scale.axis.lanes.indexOf(lane), moment) : moment);
  const stepX = (i: number, step: number) => placeOf(recording, starts[i] + step);

  const counts = differences.length > 0; // then nothing else is drawn
  const alone = !counts && lanes.length < 2;
  const recorded = !recording.bare && alone;
  const heated = !recording.header.source && alone;
  const perNat = PER_NAT[unit ?? "nats"];
  const means = frames.map(({ mean_entropy }) => mean_entropy * perNat);
  const most = roundMaximum(
    Math.max(LEAST_NATS, ...frames.map(({ mean_entropy }) => (recording.bare ? 0 : mean_entropy) * perNat)),
  );
  const hottest = roundMaximum(
    Math.max(LEAST_TEMPERATURE, ...frames.map(({ temperature }) => (heated ? temperature : 0))),
  );
  const y = (share: number) => +(BASE - share * (BASE - TOP)).toFixed(2);
  /** @param share of the axis, by place in `frames` */
  const points = (share: (at: number) => number) =>
    (recorded ? spans : []).map(({ first, steps }, i) => {
      const line = Array.from({ length: steps }, (_, n) => [+stepX(i, n + 1).toFixed(2), y(share(first + n))]);
      if (line.length !== 1) return line;
      const [[place, level]] = line; // one step alone would have no width
      return [-2, 2].map((by) => [place + by, level]);
    });
  const areas = points((at) => means[at] / most)
    .filter(({ length }) => length > 0)
    .map(
      (line) =>
        `M${line[0][0]} ${BASE}L${line.map((point) => point.join(" ")).join("L")}L${line[line.length - 1][0]} ${BASE}Z`,
    );
  const lines = (heated ? points((at) => frames[at].temperature / hottest) : [])
    .filter(({ length }) => length > 0)
    .map((found) => found.join(" "));

  const spent = (lane: Recording) =>
    scale ? scale.text(scale.axis.last(scale.axis.lanes.indexOf(lane))) : String(lane.frames.length);
  const place = { x: placeOf, y, spent, left, width, nameY: NAME_Y, terms, measure };
  const compared = laneLines(counts || alone ? [] : lanes, place);

  const spanOf = (at: number) => spans.findLastIndex(({ first }) => first <= at);
  const cells = `cells that differ, of ${recording.header.canvas_length}`;
  const wide = +Math.min(MOST_WIDE, Math.max(0.8 * (x(1) - x(0)), 1)).toFixed(2);
  const highest = roundMaximum(Math.max(1, ...differences));
  const bars = differences.map((count, tick) => ({
    x: +(x(tick) - wide / 2).toFixed(2),
    y: y(count / highest),
    width: wide,
    height: +(BASE - y(count / highest)).toFixed(2),
  }));
  const diamonds = (alone ? reopenedAt(recording) : []).map((at) =>
    stepX(spanOf(at), at - spans[spanOf(at)].first + 1),
  );
  const dividers = starts.slice(1).map((start) => (placeOf(recording, start - 1) + placeOf(recording, start)) / 2);
  const labels = [
    ...(recorded
      ? [...axisLabels(left, right, digits(most, 3), digits(hottest, 3)), ...names(left, right, look)].filter(
          ({ x, kind }) => (heated || x < right) && (unit !== null || kind !== "axis" || x > left),
        )
      : []),
    ...(counts
      ? [...endLabels(left, highest), { x: left, y: NAME_Y, text: cells, anchor: "start", kind: "axis" } as Label]
      : alone
        ? []
        : [...endLabels(left, compared.most), ...compared.labels]),
    ...placed(scale ? amounts(scale, x, slots) : steps(recording, spans, { stepX, dividers }), width, measure),
  ];
  return { left, right, slots, x, areas, lines, lanes: compared.lines, bars, diamonds, dividers, labels };
}

/** @param highest end of the axis */
const endLabels = (left: number, highest: number | string): Label[] => [
  { x: left - 6, y: TOP + 6, text: String(highest), anchor: "end", kind: "axis" },
  { x: left - 6, y: BASE, text: "0", anchor: "end", kind: "axis" },
];

/**
 * @param most end of the axis of the uncertainty
 * @param hottest end of the axis of the temperature
 */
const axisLabels = (left: number, right: number, most: string, hottest: string): Label[] => [
  ...endLabels(left, most),
  { x: right + 6, y: TOP + 6, text: hottest, anchor: "start", kind: "axis" },
  { x: right + 6, y: BASE, text: "0", anchor: "start", kind: "axis" },
];

/** @returns what is drawn; the longest names that there is room for */
function names(left: number, right: number, { terms, unit, measure }: Look): Label[] {
  const figure = words(terms).uncertainty;
  const measured = unit === null ? figure : `${figure}, ${unit}`;
  const pairs = [
    [`mean ${measured}`, "temperature"],
    [measured, "temperature"],
    [measured, "temp."],
    [figure, "temp."],
    [unit ?? "", "temp."],
  ];
  const [first, second] =
    pairs.find(([one, other]) => measure(one) + measure(other) + GAP <= right - left) ?? pairs[pairs.length - 1];
  return [
    { x: left, y: NAME_Y, text: first, anchor: "start", kind: "area" },
    { x: right, y: NAME_Y, text: second, anchor: "end", kind: "temperature" },
  ];
}

/** A label below the track. */
type Wanted = { x: number; text: string; anchor: Label["anchor"] };

/** @returns amounts at the ends and between them */
const amounts = ({ text }: Scale, x: (tick: number) => number, slots: number): Wanted[] =>
  [0, 1, 0.5, 0.25, 0.75]
    .map((share) => share * (slots - 1))
    .map((tick) => ({ x: x(tick), text: text(tick), anchor: "middle" }));

/** @returns noise, ends and step numbers, the more telling ones first */
function steps(
  { header, live }: Recording,
  spans: Span[],
  { stepX, dividers }: { stepX: (block: number, step: number) => number; dividers: number[] },
): Wanted[] {
  const noise = wayOf(header).begins === "noise" && !header.source ? "noise" : "0";
  const last = spans.length - 1;
  const wanted: Wanted[] = [];
  spans.forEach(({ steps, stopReason, room }, i) => {
    const open = live && stopReason === "";
    if (i > 0) wanted.push({ x: dividers[i - 1] + 4, text: noise, anchor: "start" });
    if (i < last) wanted.push({ x: dividers[i] - 4, text: String(steps), anchor: "end" });
    else
      wanted.unshift({
        x: stepX(i, room - 1),
        text:
          open && !header.source ? `at most ${room - 1}` : `${steps}${(header.source ? "" : ENDS[stopReason]) ?? ""}`,
        anchor: "middle",
      });
  });
  if (spans.length > 0) wanted.unshift({ x: stepX(0, 0), text: noise, anchor: "middle" });
  spans.forEach(({ room }, i) => {
    const pitch = stepX(i, 1) - stepX(i, 0);
    const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((one) => one * pitch >= TICK) ?? Infinity;
    for (let step = every; step < room - 1; step += every)
      wanted.push({ x: stepX(i, step), text: String(step), anchor: "middle" });
  });
  return wanted;
}

/** @returns as many as there is room for */
function placed(wanted: Wanted[], width: number, measure: (text: string) => number): Label[] {
  const labels: (Label & { from: number; to: number })[] = [];
  for (const { x, text, anchor } of wanted) {
    const wide = measure(text);
    const from = Math.max(0, Math.min(x - { start: 0, middle: wide / 2, end: wide }[anchor], width - wide));
    const to = from + wide;
    if (labels.some((other) => from < other.to + GAP && other.from < to + GAP)) continue;
    labels.push({ x: from, y: STEP_Y, text, anchor: "start", kind: "step", from, to });
  }
  return labels.map(({ x, y, text, anchor, kind }) => ({ x, y, text, anchor, kind }));
}
