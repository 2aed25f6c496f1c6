/** Radio buttons that look like one switch. */

import { roam } from "../dom/elements.ts";

interface SwitchProps<V extends string | number> {
  /** For screen readers. */
  name: string;
  /** Faces by value. */
  options: [value: V, face: string][];
  chosen: V;
  choose: (value: V) => void;
}

export const Switch = <V extends string | number>({ name, options, chosen, choose }: SwitchProps<V>) => (
  <div
    class="tdp-switch"
    role="radiogroup"
    aria-label={name}
    ref={(group) => void (group && roam(group, (button) => button.click()))}
  >
    {options.map(([value, face]) => (
      <button
        type="button"
        role="radio"
        data-value={value}
        aria-checked={value === chosen}
        tabIndex={value === chosen ? 0 : -1}
        onClick={() => choose(value)}
      >
        {face}
      </button>
    ))}
  </div>
);
