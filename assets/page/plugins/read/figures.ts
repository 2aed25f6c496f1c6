/** Slots as bars: what a pass reads, what a later one does, and what runs wrote, with their interval. */

import { element, shape } from "../../dom/elements.ts";
import { wilson } from "../../rules/intervals.ts";
import { plainText } from "../../words/glyphs.ts";
import { gapOf, most, rowsOf } from "./slots.ts";
import type { Reading, Row, Writing } from "./slots.ts";

/** A bin of `reliability.json`. */
export type Bin = { mean: number; right: number; cases: number };
export type Reliability = {
  made: string;
  revision: string;
  stories: number;
  ways: Record<string, { first: Bin[]; last?: Bin[] }>;
};

const percent = (share: number) => `${(100 * share).toFixed(share > 0.0005 && share < 0.0995 ? 1 : 0)}%`;
const at = (share: number) => `${100 * share}%`;
const between = (low: number, high: number) => `left: ${at(low)}; width: ${at(high - low)}`;
const OUTSIDE = "outside of the labels";

/** @returns a slot in one way of writing */
export function slotFigure(reading: Reading, writing: Writing | null): HTMLElement {
  const all = rowsOf(reading, writing);
  const { rows, hidden } = most(all);
  const { tokens, joint, step, last } = reading;
  const joined = tokens > 1 ? `, ${tokens} tokens a label, their ${joint}` : "";
  const later = last && step > 1 ? ` → pass ${step}` : "";
  const runs = writing ? ` · ${writing.runs} runs` : "";
  return element(
    "figure.tdp-read-slot",
    element(
      "figcaption",
      { dir: "auto" },
      plainText(reading.source),
      element("span", `pass 1${later}${runs}${joined}`),
    ),
    element("dl", ...rows.flatMap((row) => rowOf(row))),
    ...(hidden > 0 ? [element("p.tdp-hint", `${hidden} more labels have less.`)] : []),
    ...(writing ? [element("p.tdp-hint", sentenceOf(all, writing.runs))] : []),
  );
}

function rowOf({ label, first, last, share, interval, noise }: Row): HTMLElement[] {
  const marks = [element("i.tdp-read-first", { style: between(0, first) })];
  if (noise) marks.push(element("i.tdp-read-noise", { style: between(...noise) }));
  if (last !== null) marks.push(element("i.tdp-read-last", { style: `left: ${at(last)}` }));
  if (share !== null && interval)
    marks.push(
      element("i.tdp-read-span", { style: between(...interval) }),
      element("i.tdp-read-share", { style: `left: ${at(share)}` }),
    );
  const reads = last === null ? percent(first) : `${percent(first)} → ${percent(last)}`;
  const name =
    label === null ? element("dt.tdp-read-outside", OUTSIDE) : element("dt", { dir: "auto" }, plainText(label));
  return [
    name,
    element(
      "dd",
      element("span.tdp-read-room", { "aria-hidden": "true" }, ...marks),
      element("b", reads),
      element("span.tdp-read-wrote", share === null ? "" : `wrote ${percent(share)}`),
    ),
  ];
}

/** @returns does reading foretell what is written here? */
export function sentenceOf(rows: Row[], runs: number): string {
  const gap = gapOf(rows);
  if (gap === null) return `What ${runs} runs wrote is within chance of what one pass read.`;
  const [low, high] = gap.interval as [number, number];
  const name = gap.label === null ? "What is no label" : `“${plainText(gap.label)}”`;
  return `${name}: read ${percent(gap.first)}, written ${percent(gap.share as number)} (95%: ${percent(low)} to ${percent(high)}). Reading does not foretell writing here.`;
}

const SIDE = 120;

/** @param name of a way @returns its curves: how sure reading was, against how often it was right */
export function curveFigure(name: string, passes: { first: Bin[]; last?: Bin[] }): HTMLElement {
  const y = (share: number) => SIDE * (1 - share);
  const points = (bins: Bin[], kind: string) =>
    bins.flatMap(({ mean, right, cases }) => {
      const [low, high] = wilson(right, cases);
      const [x, share] = [SIDE * mean, right / cases];
      return [
        shape("line", { class: kind, x1: x, x2: x, y1: y(low), y2: y(high) }),
        shape("circle", { class: kind, cx: x, cy: y(share), r: 4 }),
      ];
    });
  const sentence = (bins: Bin[]) =>
    bins.map(({ mean, right, cases }) => `${percent(mean)}: ${right} of ${cases}`).join("; ");
  const { first, last } = passes;
  return element(
    "figure.tdp-read-curve",
    element("figcaption", name),
    shape(
      "svg",
      { viewBox: `-6 -6 ${SIDE + 12} ${SIDE + 12}`, "aria-hidden": "true" },
      shape("rect", { x: 0, y: 0, width: SIDE, height: SIDE }),
      shape("line", { x1: 0, y1: SIDE, x2: SIDE, y2: 0 }),
      ...points(first, "tdp-read-first"),
      ...points(last ?? [], "tdp-read-last"),
    ),
    element("p.tdp-hint", `Pass 1, read as and right: ${sentence(first)}.`),
    ...(last ? [element("p.tdp-hint", `The run's last pass: ${sentence(last)}.`)] : []),
  );
}
