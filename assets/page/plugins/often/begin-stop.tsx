/** Two buttons that take turns: what begins something, and what stops it. */

import { useTurns } from "../../ui/turns.ts";

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
  const [first, second] = useTurns(busy);
  return (
    <>
      <button type="button" class={look} title={hint} {...first} onClick={begin}>
        {name}
      </button>
      <button type="button" title="Stop; what is done stays" {...second} onClick={stop}>
        Stop
      </button>
    </>
  );
}
