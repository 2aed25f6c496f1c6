/** Of what begins something and what stops it one is of use at a time, and the keyboard's focus goes with the use. */

import { useLayoutEffect, useRef } from "preact/hooks";

/** @param busy is it going on? @returns of the button that begins it, and of the one that stops it */
export function useTurns(busy: boolean) {
  const [begin, stop] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const [from, to] = busy ? [begin, stop] : [stop, begin];
  const passes = from.current?.matches(":focus-visible");
  useLayoutEffect(() => {
    if (passes) to.current?.focus();
  }, [busy]);
  return [
    { ref: begin, disabled: busy },
    { ref: stop, hidden: !busy },
  ];
}
