/** A button, which submits nothing. */

import type { ComponentProps } from "preact";

/** `hint` says what pressing it does, where its name does not. */
export const Button = ({ hint, ...rest }: ComponentProps<"button"> & { hint?: string }) => (
  <button type="button" title={hint} {...rest} />
);
