/** When what is expensive to draw is due again, if it grows faster than it can be drawn. */

import { useMemo, useRef } from "preact/hooks";

/**
 * @param changed another one here is due at once
 * @param grown another one here is due when the last picture is so old
 * @param wait milliseconds
 * @returns something else whenever a picture is due
 */
export function useDue(changed: unknown[], grown: unknown[], wait: number): object {
  const [change, growth] = [useMemo(() => ({}), changed), useMemo(() => ({}), grown)];
  const last = useRef({ change, growth, at: performance.now() });
  const { current: drawn } = last;
  const grew = growth !== drawn.growth && performance.now() - drawn.at >= wait;
  if (change !== drawn.change || grew) last.current = { change, growth, at: performance.now() };
  return last.current;
}
