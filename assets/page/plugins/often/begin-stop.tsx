/** Two buttons that take turns: what begins something, and what stops it. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { takeTurns } from "../../dom/focus.ts";

interface Props {
  /** Of what begins it: its face, its class, and what it does. */
  name: string;
  class: string;
  hint: string;
  busy: boolean;
  begin: () => void;
  stop: () => void;
}

export function BeginStop({ name, class: look, hint, busy, begin, stop }: Props) {
  const [first, second] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  useLayoutEffect(
    () => takeTurns(first.current as HTMLButtonElement, second.current as HTMLButtonElement, busy),
    [busy],
  );
  return (
    <>
      <button type="button" class={look} title={hint} ref={first} onClick={begin}>
        {name}
      </button>
      <button type="button" title="Stop; what is done stays" ref={second} onClick={stop}>
        Stop
      </button>
    </>
  );
}
