/** The line above the canvas of one who watches: what they see, and what they can do. */

import { useLayoutEffect, useRef } from "preact/hooks";

interface WatchingProps {
  status: string;
  /** Is a run still made that the reader may play as they like? */
  free: boolean;
  /** Does this page go where the presenter goes? Null where there is no choice. */
  led: boolean | null;
  /** Takes the code, where one must be typed first. */
  enter: ((code: string) => void) | null;
  start: () => void;
  now: () => void;
  turn: () => void;
  leave: () => void;
}

export const Watching = ({ status, free, led, enter, start, now, turn, leave }: WatchingProps) => (
  <>
    <b>Watching</b>
    <span role="status">{status}</span>
    <button type="button" title="Play the run from its first step" hidden={!free} onClick={start}>
      From the start
    </button>
    <button type="button" title="Go to the newest step" hidden={!free} onClick={now}>
      Now
    </button>
    <button
      type="button"
      title={led ? "Leave the presenter's step for a while" : "Go where the presenter is"}
      hidden={led === null}
      onClick={turn}
    >
      {led ? "Look around" : "Back to the presenter"}
    </button>
    {enter && <CodeEntry enter={enter} />}
    <button type="button" title="Stop watching; the page is yours again" onClick={leave}>
      Leave
    </button>
  </>
);

/** Where one who comes to a hall types the code that the presenter's screen shows. */
function CodeEntry({ enter }: { enter: (code: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const take = (event: Event) => {
    event.preventDefault();
    enter((field.current?.value ?? "").replace(/\D/g, ""));
  };
  return (
    <form class="tdp-hall-entry" onSubmit={take}>
      <input
        ref={field}
        inputMode="numeric"
        autocomplete="off"
        required
        size={7}
        maxLength={12}
        aria-label="Code on the presenter’s screen"
      />
      <button type="submit">Come in</button>
    </form>
  );
}
