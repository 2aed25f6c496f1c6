/** A place that plugins fill once, and where they hear of each change. */

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Listening } from "../dom/elements.ts";

/** @param changes when one of them is another value, they hear of it */
export function Added({
  fill,
  changes,
}: {
  fill: ((place: HTMLElement, listening: Listening) => void) | null;
  changes: unknown[];
}) {
  const place = useRef<HTMLDivElement>(null);
  const calls = useRef(new Set<() => void>()).current;
  const listen = (call: () => void) => {
    calls.add(call);
    return () => calls.delete(call);
  };
  useEffect(() => fill?.(place.current as HTMLDivElement, { listen }), []);
  useLayoutEffect(() => calls.forEach((call) => call()), changes);
  return <div ref={place} />;
}
