/** How often reading is right, as it was measured: how sure it was, against how often it was right. */

import { wilson } from "../../rules/intervals.ts";
import { NAMES } from "./reading.ts";
import { shareText } from "./slots.ts";

/** A bin of `reliability.json`: of all cases in which reading was about as sure of its best label. */
type Bin = { way: string; pass: "first" | "last"; mean: number; right: number; cases: number };
/** As `reliability.json` has it. */
export type Measured = { made: string; revision: string; stories: number; bins: Bin[] };

const SIDE = 120;
const PASSES = { first: "Pass 1, read as and right", last: "The run's last pass" };

export const Reliability = ({ measured: { made, revision, stories, bins } }: { measured: Measured }) => (
  <details class="tdp-more">
    <summary>How often is reading right?</summary>
    <p class="tdp-hint">
      {`RECORDED ${made}, embedded weights ${revision.slice(0, 8)}: ${stories} held-out stories with their hero, animal, object, colour, place and weather hidden, but for the last 0, 1 or 2 mentions. Across: how sure reading was of its best label. Up: how often that was right. On the line, reading is calibrated.`}
    </p>
    <div class="tdp-read-ways">
      {Object.entries(NAMES).map(([way, name]) => (
        <Curve name={name} bins={bins.filter((bin) => bin.way === way)} />
      ))}
    </div>
  </details>
);

/** Of a way. */
const Curve = ({ name, bins }: { name: string; bins: Bin[] }) => (
  <figure class="tdp-read-curve">
    <figcaption>{name}</figcaption>
    <svg viewBox={`-6 -6 ${SIDE + 12} ${SIDE + 12}`} aria-hidden="true">
      <rect x={0} y={0} width={SIDE} height={SIDE} />
      <line x1={0} y1={SIDE} x2={SIDE} y2={0} />
      {bins.map(Point)}
    </svg>
    {Object.entries(PASSES).map(([pass, begins]) => {
      const shares = bins
        .filter((bin) => bin.pass === pass)
        .map(({ mean, right, cases }) => `${shareText(mean)}: ${right} of ${cases}`);
      return shares.length > 0 && <p class="tdp-hint">{`${begins}: ${shares.join("; ")}.`}</p>;
    })}
  </figure>
);

/** With its interval. */
function Point({ pass, mean, right, cases }: Bin) {
  const [low, high] = wilson(right, cases);
  const [look, x] = [`tdp-read-${pass}`, SIDE * mean];
  return (
    <>
      <line class={look} x1={x} x2={x} y1={heightOf(low)} y2={heightOf(high)} />
      <circle class={look} cx={x} cy={heightOf(right / cases)} r={4} />
    </>
  );
}

const heightOf = (share: number) => SIDE * (1 - share);
