/** Figures as bars; what the lines at their ends span is an interval. Those below 0 go to the left. */

import { wordsOf } from "./words.tsx";
import type { Bars } from "./lesson.ts";

/** `end` is where the longest bar could end; by default where it does */
export function FigureBars({ block: { label, rows }, end = 0 }: { block: Omit<Bars, "kind">; end?: number }) {
  const ends = rows.flatMap(({ value, interval }) => [value, ...interval]);
  const least = Math.min(0, ...ends);
  const room = Math.max(end, ...ends) - least || 1;
  const length = (value: number) => `${(100 * value) / room}%`;
  const between = (low: number, high: number) => ({ left: length(low - least), width: length(high - low) });
  const drawn = rows.map(({ text, value, figure, interval: [low, high] }) => [
    <dt>{wordsOf(text)}</dt>,
    <dd>
      <span class="tdp-bar-room" aria-hidden="true">
        <i class="tdp-bar-length" style={between(Math.min(value, 0), Math.max(value, 0))} />
        {least < 0 && <i class="tdp-bar-zero" style={{ left: length(-least) }} />}
        {low !== undefined && <i class="tdp-bar-span" style={between(low, high)} />}
      </span>
      <b>{figure}</b>
    </dd>,
  ]);
  return (
    <figure class="tdp-bars">
      <figcaption>{wordsOf(label)}</figcaption>
      <dl>{drawn}</dl>
    </figure>
  );
}
