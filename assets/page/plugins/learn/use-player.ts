/** Ties components of lessons to the player that they speak of, and to their own changes. */

import { useLayoutEffect, useReducer, useRef } from "preact/hooks";
import type { Player } from "../../player/player.ts";

/** @returns a call that draws the component again */
export const useRedraw = (): (() => void) => useReducer((count: number, _: void) => count + 1, 0)[1];

/** @param act is called after each event of this name, as it was given last */
export function useEvent(target: EventTarget, name: string, act: (event: Event) => void) {
  const latest = useRef(act);
  latest.current = act;
  useLayoutEffect(() => {
    const call = (event: Event) => latest.current(event);
    target.addEventListener(name, call);
    return () => target.removeEventListener(name, call);
  }, []);
}

/**
 * @param look at the player, now and after each event of it
 * @returns what was seen; once it is another thing, the component is drawn again
 */
export function usePlayer<T>(player: Player, event: "paint" | "looks", look: () => T): T {
  const redraw = useRedraw();
  const value = look();
  useEvent(player, event, () => look() !== value && redraw());
  return value;
}

/** @param act is called once another value is on the screen, not with the first one */
export function useChange<T>(value: T, act: (value: T) => void) {
  const before = useRef(value);
  useLayoutEffect(() => {
    if (before.current !== value) act(value);
    before.current = value;
  }, [value]);
}
