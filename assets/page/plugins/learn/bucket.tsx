/**
 * The budget as a bucket: a bar that is open at its end. Each word is as wide as it costs, the rim is the budget, and what
 * spills over it is hatched. The cheapest words come first, as a sampler takes them.
 */

import { shadeOf, shades } from "../../cells/colour.ts";
import { useWidth } from "../../ui/width.ts";
import { counted, entropyIn, entropyText } from "../../words/units.ts";
import type { Theme } from "../../cells/colour.ts";
import type { Unit } from "../../words/units.ts";

/** Its cost in nats. */
type Word = { text: string; cost: number };
/** `rest`: what cells cost that are kept and are no words, in nats */
type Load = { words: Word[]; rest: number };

/** The rim is here, as a share of the bar, while nothing needs more room; it never comes nearer than the second. */
const [RIM, NEAREST] = [0.78, 0.5];
/** Words that are narrower than this share of the bar have no box of their own; a narrower box than this has no room for its text, in pixels. */
const [LEAST, TEXT_PX] = [0.02, 40];

/** @returns in nats */
export const sumOf = ({ words, rest }: Load): number => words.reduce((sum, { cost }) => sum + cost, rest);

/**
 * @param bound in nats
 * @returns how many of the words do not go in: those before them, the cheapest first, add up to more than the bound
 */
export function tooMany({ words, rest }: Load, bound: number): number {
  let sum = rest;
  const costs = words.map(({ cost }) => cost).sort((a, b) => a - b);
  return costs.filter((cost) => {
    const full = sum > bound;
    sum += cost;
    return full;
  }).length;
}

/** @param loads to be drawn on one scale @returns how many nats the bar is long */
export const lengthFor = (bound: number, loads: Load[]): number =>
  Math.min(Math.max(bound / RIM, ...loads.map((load) => 1.04 * sumOf(load))), bound / NEAREST);

interface BucketProps {
  /** Such as “Yours”. */
  owner: string;
  load: Load;
  /** In nats. */
  bound: number;
  unit: Unit;
  theme: Theme;
  /** A word that might go in too. */
  next?: Word | null;
  /** Of the bar, in nats, where it is not as long as it needs. */
  length?: number;
  /** Is what words cost not shown yet? */
  covered?: boolean;
}

export function Bucket({ owner, load, bound, unit, theme, next = null, length, covered = false }: BucketProps) {
  const [track, room] = useWidth();
  const { words, rest } = load;
  const sorted = [...words, ...(next ? [next] : [])].sort((a, b) => a.cost - b.cost);
  const end = length ?? lengthFor(bound, [{ words: sorted, rest }]);
  const small = sorted.filter(({ cost }) => cost < LEAST * end);
  const few = small.reduce((sum, { cost }) => sum + cost, rest);
  const certain = small.filter((word) => word !== next).length;
  const all = certain === words.length ? "They" : `${certain} of them`;
  const sure = certain < 2 ? "" : `${all} are so sure that they cost ${entropyIn(few, unit)} together.`;
  const boxes = [...(few > 0 ? [{ text: "", cost: few }] : []), ...sorted.slice(small.length)];
  let at = 0;
  const drawn = boxes.map((word) => {
    const [from, wide] = [at, Math.min(word.cost, end - at)];
    at += word.cost;
    const { fill, text } = shades(theme)[shadeOf(word.cost)];
    const style = { left: share(from / end), width: share(wide / end), background: fill, color: text };
    return (
      <span class={`tdp-bucket-word${word === next ? " tdp-bucket-next" : ""}`} style={style}>
        {sorted.includes(word) && (word.cost / end) * room >= TEXT_PX && (
          <>
            <b>{word.text}</b>
            <small>{entropyText(word.cost, unit)}</small>
          </>
        )}
      </span>
    );
  });
  const rim = share(bound / end);
  const spill = { left: rim, width: share(Math.min(at - bound, end - bound) / end) };
  return (
    <div class="tdp-bucket">
      <p>
        <span role="status">{`${owner}: ${counted(words.length, "word")}${covered ? "" : state(load, bound, unit)}.`}</span>{" "}
        <small>{covered ? "What they cost is shown with the answer." : sure}</small>
      </p>
      <div class={`tdp-bucket-track${covered ? " tdp-bucket-covered" : ""}`} aria-hidden="true" ref={track}>
        <i class="tdp-bucket-wall" style={{ width: rim }} />
        {!covered && drawn}
        {!covered && at > bound && <i class="tdp-bucket-spill" style={spill} />}
        <i class="tdp-bucket-rim" style={{ left: rim }} />
        <small class="tdp-bucket-name" style={{ left: rim }}>{`rim: ${entropyIn(bound, unit)}`}</small>
      </div>
    </div>
  );
}

function state(load: Load, bound: number, unit: Unit) {
  const sum = sumOf(load);
  const over = tooMany(load, bound);
  const limit = entropyIn(bound, unit);
  if (over > 0)
    return `; ${entropyIn(sum, unit)} are too many for ${limit}, and ${counted(over, "word")} would not go in`;
  if (sum <= bound) return `; the bucket holds ${entropyText(sum, unit)} of ${limit}`;
  const last = load.words.reduce((most, word) => (word.cost > most.cost ? word : most), { text: "", cost: -1 });
  return `; full: the last one, “${last.text}”, spills over the rim, as it may`;
}

const share = (part: number): string => `${(100 * Math.min(Math.max(part, 0), 1)).toFixed(3)}%`;
