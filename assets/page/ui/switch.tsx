/** Radio buttons that look like one switch. */

import { roam } from "../dom/elements.ts";
import type { ComponentProps } from "preact";

interface SwitchProps<Value extends string> {
  /** For screen readers. */
  name: string;
  /** Faces by value. */
  options: Record<Value, string> | [value: Value, face: string][];
  chosen: Value;
  choose: (value: Value) => void;
  class?: string;
  /** Of the button of a value. */
  more?: (value: Value) => ComponentProps<"button">;
}

export const Switch = <Value extends string>({ name, options, chosen, choose, ...rest }: SwitchProps<Value>) => (
  <div
    class={rest.class ?? "tdp-switch"}
    role="radiogroup"
    aria-label={name}
    ref={(group) => void (group && roam(group, (button) => button.click()))}
  >
    {(Array.isArray(options) ? options : (Object.entries(options) as [Value, string][])).map(([value, face]) => (
      <button
        type="button"
        role="radio"
        data-value={value}
        aria-checked={value === chosen}
        tabIndex={value === chosen ? 0 : -1}
        onClick={() => choose(value)}
        {...rest.more?.(value)}
      >
        {face}
      </button>
    ))}
  </div>
);
