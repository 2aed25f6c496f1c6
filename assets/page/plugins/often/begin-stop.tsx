/** Two buttons that take turns: what begins something, and what stops it. */

import { Button } from "../../ui/button.tsx";
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
      <Button face={name} class={look} hint={hint} {...first} onClick={begin} />
      <Button face="Stop" hint="Stop; what is done stays" {...second} onClick={stop} />
    </>
  );
}
