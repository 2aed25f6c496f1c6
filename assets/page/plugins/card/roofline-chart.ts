/** A roofline as Plotly draws it: the roof, passes by formula, and the measured passes of runs. */

import { axisOf, chartOf } from "../../panels/charts.ts";
import { denoiserPass, roofline, total } from "../../rules/cost.ts";
import type { Inks } from "../../cells/inks.ts";
import type { LaneCosts } from "../../player/actions.ts";
import type { Machine } from "../../rules/cost.ts";
import type { Setting } from "./sentences.ts";

/** Operations for each byte, and operations a second. */
type Point = { x: number; y: number };

/** Not blue, which means kept; told apart by their shape too. */
const SYMBOLS = ["circle", "square", "triangle-up", "x"];

export interface Picture {
  machine: Machine;
  setting: Setting;
  /** Of the computed pass that stands out. */
  positions: number;
  people: number;
  /** Whose passes this machine made. */
  lanes: LaneCosts[];
}

export function rooflineChart({ machine, setting, positions, people, lanes }: Picture, inks: Inks) {
  const { shape, width, prefix } = setting;
  const corner = machine.flopsPerS / machine.bytesPerS;
  const roof = [corner / 300, corner, corner * 100];
  const computed = (at: number): Point => {
    const cost = denoiserPass(shape, { positions: at, rows: people, prefix, width });
    return { x: total(cost.flops) / total(cost.bytes), y: total(cost.flops) / roofline(cost, machine).seconds };
  };
  const path = Array.from({ length: Math.log2(shape.canvas) + 1 }, (_, power) => computed(2 ** power));
  const colours = [inks.ink, inks.bound, inks.soft, inks.reopened];
  const measured = lanes.map((lane, at) => ({
    ...xy(measuredPoints(lane)),
    name: `${lane.letter || "this run"}, measured`,
    mode: "markers",
    marker: { size: 7, symbol: SYMBOLS[at], color: colours[at] },
  }));
  const data = [
    {
      x: roof,
      y: roof.map((intensity) => Math.min(intensity * machine.bytesPerS, machine.flopsPerS)),
      name: "at best",
      mode: "lines",
      line: { color: inks.ink, width: 2 },
      hoverinfo: "skip",
    },
    {
      ...xy(path),
      name: `1 to ${shape.canvas} positions, computed`,
      mode: "lines+markers",
      line: { color: inks.bound, dash: "dot", width: 1 },
      marker: { size: 4, color: inks.bound },
      hoverinfo: "skip",
    },
    {
      ...xy([computed(positions)]),
      name: "the sliders, computed",
      mode: "markers",
      marker: { size: 14, symbol: "diamond", color: inks.bound },
    },
    ...measured.filter(({ x }) => x.length > 0),
  ];
  return { data, layout: layoutOf(inks) };
}

/** @returns of the passes that a run had for itself */
export function measuredPoints({ recording: { header, frames }, costs }: LaneCosts): Point[] {
  if ((header.rows ?? 0) > 1) return [];
  return frames.flatMap(({ seconds = 0 }, step) => {
    const cost = costs?.[step];
    return seconds > 0 && cost ? [{ x: cost.flops / cost.bytes, y: cost.flops / seconds }] : [];
  });
}

function layoutOf(inks: Inks) {
  const axis = { ...axisOf(inks), type: "log", dtick: 1, exponentformat: "power" };
  return chartOf(inks, {
    height: 280,
    margin: { l: 64, r: 8, t: 8, b: 40 },
    legend: { orientation: "h", y: -0.25 },
    xaxis: { ...axis, title: { text: "operations for each byte", standoff: 6 } },
    yaxis: { ...axis, title: { text: "operations a second", standoff: 4 } },
  });
}

const xy = (points: Point[]) => ({
  x: points.map(({ x }) => x),
  y: points.map(({ y }) => y),
  hovertemplate: "%{x:.3g} operations a byte, %{y:.3s} a second<extra></extra>",
});
