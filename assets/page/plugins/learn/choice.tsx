/** A button of a lesson: an answer to it, or a way on. */

import type { ComponentProps } from "preact";

/** `face` is what it says, where that is only text */
export const Choice = ({ face, children = face, ...rest }: ComponentProps<"button"> & { face?: string }) => (
  <button type="button" class="tdp-choice" {...rest}>
    {children}
  </button>
);
