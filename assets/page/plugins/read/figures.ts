/** Slots as bars: what a pass reads, what a later one does, and what runs wrote, with their interval. */

import { element, shape } from "../../dom/elements.ts";
import { wilson } from "../../rules/intervals.ts";
import { plainText } from "../../words/glyphs.ts";
import { gapOf, most } from "./slots.ts";
import type { Row } from "./slots.ts";

/** A bin of `reliability.json`: of all cases in which reading was about as sure of its best label. */
export type Bin = { way: string; pass: "first" | "last"; mean: number; right: number; cases: number };
export type Reliability = { made: string; revision: string; stories: number; bins: Bin[] };

const percent = (share: number) => `${(100 * share).toFixed(share > 0.0005 && share < 0.0995 ? 1 : 0)}%`;
const at = (share: number) => `${100 * share}%`;
const between = (low: number, high: number) => `left: ${at(low)}; width: ${at(high - low)}`;
const OUTSIDE = "outside of the labels";

/** @param all the rows of a slot in one way of writing */
export function slotFigure(all: Row[]): HTMLElement {
  const { rows, hidden } = most(all);
  const { source, tokens, joint, step, last, runs } = all[0];
  const joined = tokens > 1 ? `, ${tokens} tokens a label, their ${joint}` : "";
  const later = last && step > 1 ? ` → pass ${step}` : "";
  const wrote = runs ? ` · ${runs} runs` : "";
  return element(
    "figure.tdp-read-slot",
    element("figcaption", { dir: "auto" }, plainText(source), element("span", `pass 1${later}${wrote}${joined}`)),
    element("dl", ...rows.flatMap((row) => rowOf(row))),
    ...(hidden > 0 ? [element("p.tdp-hint", `${hidden} more labels have less.`)] : []),
    ...(runs ? [element("p.tdp-hint", sentenceOf(all, runs))] : []),
  );
}

function rowOf({ label, first, last, share, low, high, first_low, first_high }: Row): HTMLElement[] {
  const marks = [element("i.tdp-read-first", { style: between(0, first) })];
  if (first_low !== null && first_high !== null)
    marks.push(element("i.tdp-read-noise", { style: between(first_low, first_high) }));
  if (last !== null) marks.push(element("i.tdp-read-last", { style: `left: ${at(last)}` }));
  if (share !== null && low !== null && high !== null)
    marks.push(
      element("i.tdp-read-span", { style: between(low, high) }),
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
  const [low, high] = [gap.low as number, gap.high as number];
  const name = gap.label === null ? "What is no label" : `“${plainText(gap.label)}”`;
  return `${name}: read ${percent(gap.first)}, written ${percent(gap.share as number)} (95%: ${percent(low)} to ${percent(high)}). Reading does not foretell writing here.`;
}

const SIDE = 120;
const PASSES = { first: "Pass 1, read as and right", last: "The run's last pass" };

/** @param name of a way @returns its curves: how sure reading was, against how often it was right */
export function curveFigure(name: string, bins: Bin[]): HTMLElement {
  const y = (share: number) => SIDE * (1 - share);
  const points = bins.flatMap(({ pass, mean, right, cases }) => {
    const [low, high] = wilson(right, cases);
    const [x, share] = [SIDE * mean, right / cases];
    return [
      shape("line", { class: `tdp-read-${pass}`, x1: x, x2: x, y1: y(low), y2: y(high) }),
      shape("circle", { class: `tdp-read-${pass}`, cx: x, cy: y(share), r: 4 }),
    ];
  });
  const sentences = Object.entries(PASSES).map(([pass, begins]) => {
    const shares = bins
      .filter((bin) => bin.pass === pass)
      .map((bin) => `${percent(bin.mean)}: ${bin.right} of ${bin.cases}`);
    return shares.length ? [element("p.tdp-hint", `${begins}: ${shares.join("; ")}.`)] : [];
  });
  return element(
    "figure.tdp-read-curve",
    element("figcaption", name),
    shape(
      "svg",
      { viewBox: `-6 -6 ${SIDE + 12} ${SIDE + 12}`, "aria-hidden": "true" },
      shape("rect", { x: 0, y: 0, width: SIDE, height: SIDE }),
      shape("line", { x1: 0, y1: SIDE, x2: SIDE, y2: 0 }),
      ...points,
    ),
    ...sentences.flat(),
  );
}
