/** How wide an element is, for what is drawn into it. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";

/** @returns a reference for the element, and its width in pixels; 0 while it is not laid out */
export function useWidth(): [place: RefObject<HTMLDivElement | null>, width: number] {
  const place = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([{ target }]) => (width.value = target.clientWidth));
    observer.observe(place.current as HTMLDivElement);
    return () => observer.disconnect();
  }, []);
  return [place, width.value];
}
