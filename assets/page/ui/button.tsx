/** A button, which submits nothing. */

import type { ComponentChildren, ComponentProps } from "preact";

/** `face` stands on it; `hint` says what pressing it does, where that does not. */
type Props = ComponentProps<"button"> & { face?: ComponentChildren; hint?: string };

export const Button = ({ face, hint, ...rest }: Props) => (
  <button type="button" title={hint} children={face} {...rest} />
);
