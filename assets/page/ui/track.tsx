/** A share as a bar. It is filled by painting only: a transform or a width would make the browser lay out its layers again. */

import type { ComponentChildren } from "preact";

interface TrackProps {
  /** 0 .. 1 */
  share: number;
  /** Another share, behind it. */
  pale?: number;
  children?: ComponentChildren;
}

export const Track = ({ share, pale = 0, children }: TrackProps) => (
  <span class="tdp-track" aria-hidden="true" style={{ backgroundSize: `${filled(share)}, ${filled(pale)}` }}>
    {children}
  </span>
);

const filled = (share: number) => `${(100 * share).toFixed(2)}% 100%`;
