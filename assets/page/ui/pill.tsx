/** A button as small as a word. */

import type { ComponentChildren } from "preact";

interface PillProps {
  /** What pressing it does, where its name does not say it. */
  hint?: string;
  disabled?: boolean;
  onClick: () => void;
  children: ComponentChildren;
}

export const Pill = ({ hint, ...rest }: PillProps) => <button type="button" class="tdp-pill" title={hint} {...rest} />;
