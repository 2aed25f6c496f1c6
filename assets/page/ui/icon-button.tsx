/** A button that an icon says, and its name to those who point at it or cannot see it. */

import type { Signal } from "@preact/signals";
import type { ComponentProps } from "preact";

type Outline = string | Signal<string>;
type Props = ComponentProps<"button"> & { outline: Outline; name: string };

export const IconButton = ({ outline, name, ...rest }: Props) => (
  <button type="button" title={name} aria-label={name} {...rest}>
    <Icon outline={outline} />
  </button>
);

/** @param outline on a field of 16 by 16 */
export const Icon = ({ outline }: { outline: Outline }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <path d={outline} />
  </svg>
);
