/**
 * What the timeline draws of runs side by side: how much each has kept by then, as a line that ends at its letter. Pure
 * geometry, as `timeline-layout.js`.
 */

import { countsOf } from "../run/counts.js";
import { words } from "../words/terms.js";
import { LETTERS } from "../words/lanes.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("./timeline-layout.js").Label} Label */
/** @typedef {{ letter: string, points: string, end: [x: number, y: number], leads: string }} LaneLine `leads` are points from its end up to its letter */

/** The least room between two letters. */
const GAP = 8;

/** What each step of a run keeps, so that a run that grows is not counted again. @type {WeakMap<Recording, import("../run/counts.js").Counts[]>} */
const counted = new WeakMap();

/** @param {Recording} recording */
function countsIn(recording) {
  const counts = counted.get(recording) ?? [];
  counted.set(recording, counts);
  for (let step = counts.length; step < recording.frames.length; step += 1) counts.push(countsOf(recording, step));
  return counts;
}

/**
 * @param {Recording[]} lanes in their order; those of which no step is recorded have no line
 * @param {object} chart
 * @param {(lane: Recording, moment: number) => number} chart.x of a moment
 * @param {(share: number) => number} chart.y of a share of the axis
 * @param {(lane: Recording) => string} chart.spent what a run took in all
 * @param {number} chart.left edge of the chart
 * @param {number} chart.width of the timeline
 * @param {number} chart.nameY the baseline of letters
 * @param {import("../words/terms.js").Mode} chart.terms
 * @param {(text: string) => number} chart.measure
 * @returns {{ lines: LaneLine[], labels: Label[], most: number }} the axis ends at `most`
 */
export function laneLines(lanes, { x, y, spent, left, width, nameY, terms, measure }) {
  const known = lanes.flatMap((lane, at) =>
    lane.bare || lane.frames.length === 0 ? [] : { lane, letter: LETTERS[at], counts: countsIn(lane) },
  );
  const most = Math.max(1, ...known.flatMap(({ counts }) => counts.map(({ kept }) => kept)));
  const nouns = new Set(known.map(({ counts }) => counts[0].noun));
  const name = `${nouns.size === 1 ? `${[...nouns][0]}s ` : ""}${words(terms).kept}`;
  const drawn = known.map(({ lane, letter, counts }) => {
    const points = lane.moments.map(({ step, noise }, moment) => [
      +x(lane, moment).toFixed(2),
      y((noise ? 0 : counts[step].kept) / most),
    ]);
    const text = lane.live ? letter : `${letter} ${spent(lane)}`;
    return { letter, points, end: /** @type {[number, number]} */ (points[points.length - 1]), text };
  });
  const wide = (/** @type {{ text: string }} */ { text }) => measure(text);
  const row = [...drawn].sort((a, b) => a.end[0] - b.end[0]);
  const places = spread(
    row.map((each) => ({ at: each.end[0], wide: wide(each) })),
    left + measure(name) + GAP,
    width,
  );
  const middle = new Map(row.map((each, at) => [each, places[at]]));
  const letters = drawn.map((each) => {
    const at = /** @type {number} */ (middle.get(each));
    return /** @type {Label} */ ({
      x: at,
      y: nameY,
      text: each.text,
      anchor: "middle",
      kind: "lane",
      letter: each.letter,
    });
  });
  return {
    lines: drawn.map(({ letter, points, end }, at) => ({
      letter,
      points: points.map((point) => point.join(" ")).join(" "),
      end,
      leads: `${end.join(" ")} ${letters[at].x.toFixed(2)} ${nameY + 3}`,
    })),
    labels: [{ x: left, y: nameY, text: name, anchor: "start", kind: "axis" }, ...letters],
    most,
  };
}

/**
 * @param {{ at: number, wide: number }[]} labels from left to right: where the middle of each is wanted, and its width
 * @param {number} from
 * @param {number} to
 * @returns {number[]} the middle of each, as near as the others let it
 */
function spread(labels, from, to) {
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
