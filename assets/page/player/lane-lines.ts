/**
 * What the timeline draws of runs side by side: how much each has kept by then, as a line that ends at its letter. Pure
 * geometry, as `timeline-layout.ts`.
 */

import { countsOf } from "../run/counts.ts";
import { growing } from "../run/growing.ts";
import { words } from "../words/terms.ts";
import { LETTERS } from "../run/lane-sentences.ts";
import type { Counts } from "../run/counts.ts";
import type { Recording } from "../run/recording.ts";
import type { Mode } from "../words/terms.ts";
import type { Label } from "./timeline-layout.ts";

/** `leads` are points from its end up to its letter */
export type LaneLine = { letter: string; points: string; end: [x: number, y: number]; leads: string };

/** The least room between two letters. */
const GAP = 8;

/** What each step of a run keeps, so that a run that grows is not counted again. */
const countsIn = growing(
  (): Counts[] => [],
  (counts, recording, step) => counts.push(countsOf(recording, step)),
);

interface Place {
  x: (lane: Recording, moment: number) => number;
  y: (share: number) => number;
  spent: (lane: Recording) => string;
  left: number;
  width: number;
  nameY: number;
  terms: Mode;
  measure: (text: string) => number;
}

/**
 * @param lanes in their order; those of which no step is recorded have no line
 * @returns the axis ends at `most`; it has the longest name that there is room for beside the letters
 */
export function laneLines(lanes: Recording[], place: Place): { lines: LaneLine[]; labels: Label[]; most: number } {
  const { x, y, spent, left, width, nameY, terms, measure } = place;
  const known = lanes.flatMap((lane, at) =>
    lane.bare || lane.frames.length === 0 ? [] : { lane, letter: LETTERS[at], counts: countsIn(lane) },
  );
  const most = Math.max(1, ...known.flatMap(({ counts }) => counts.map(({ kept }) => kept)));
  const nouns = new Set(known.map(({ counts }) => counts[0].noun));
  const drawn = known.map(({ lane, letter, counts }) => {
    const points = lane.moments.map(({ step, noise }, moment) => [
      +x(lane, moment).toFixed(2),
      y((noise ? 0 : counts[step].kept) / most),
    ]);
    const text = lane.live ? letter : `${letter} ${spent(lane)}`;
    return { letter, points, end: points[points.length - 1] as [number, number], text };
  });
  const wide = ({ text }: { text: string }) => measure(text);
  const free = width - left - drawn.reduce((sum, each) => sum + wide(each) + GAP, 0);
  const short = words(terms).kept;
  const names = nouns.size === 1 ? [`${[...nouns][0]}s ${short}`, short] : [short];
  const name = names.find((text) => measure(text) <= free);
  const row = [...drawn].sort((a, b) => a.end[0] - b.end[0]);
  const places = spread(
    row.map((each) => ({ at: each.end[0], wide: wide(each) })),
    name === undefined ? left : left + measure(name) + GAP,
    width,
  );
  const middle = new Map(row.map((each, at) => [each, places[at]]));
  const letters = drawn.map((each) => {
    const at = middle.get(each) as number;
    return { x: at, y: nameY, text: each.text, anchor: "middle", kind: "lane", letter: each.letter } as Label;
  });
  return {
    lines: drawn.map(({ letter, points, end }, at) => ({
      letter,
      points: points.map((point) => point.join(" ")).join(" "),
      end,
      leads: `${end.join(" ")} ${letters[at].x.toFixed(2)} ${nameY + 3}`,
    })),
    labels: [
      ...(name === undefined ? [] : [{ x: left, y: nameY, text: name, anchor: "start", kind: "axis" } as Label]),
      ...letters,
    ],
    most,
  };
}

/**
 * @param labels from left to right: where the middle of each is wanted, and its width
 * @returns the middle of each, as near as the others let it
 */
function spread(labels: { at: number; wide: number }[], from: number, to: number): number[] {
  const middles = labels.map(({ at }) => at);
  let free = from;
  labels.forEach(({ at, wide }, number) => {
    middles[number] = Math.max(at, free + wide / 2);
    free = middles[number] + wide / 2 + GAP;
  });
  free = to;
  for (let number = labels.length - 1; number >= 0; number -= 1) {
    const { wide } = labels[number];
    middles[number] = Math.min(middles[number], free - wide / 2);
    free = middles[number] - wide / 2 - GAP;
  }
  return middles;
}
