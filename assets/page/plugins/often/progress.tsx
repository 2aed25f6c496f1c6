/** The count of work that goes on for long: seen at each change, and spoken at each quarter, so that other things can be heard too. */

import { useMemo } from "preact/hooks";

/** `share` is what is done, 0 .. 1; null where the sentence counts nothing. `class` is that of what is seen. */
export function Progress({ sentence, share, class: look }: { sentence: string; share: number | null; class: string }) {
  const spoken = useMemo(() => sentence, [share === null ? sentence : Math.floor(4 * share)]);
  return (
    <>
      <p class={look}>{sentence}</p>
      <p class="tdp-spoken" role="status">
        {spoken}
      </p>
    </>
  );
}
