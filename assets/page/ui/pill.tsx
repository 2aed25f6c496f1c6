/** A button as small as a word. */

import type { ComponentProps } from "preact";

/** `hint` says what pressing it does, where its name does not. */
export const Pill = ({ hint, ...rest }: ComponentProps<"button"> & { hint?: string }) => (
  <button type="button" class="tdp-pill" title={hint} {...rest} />
);
