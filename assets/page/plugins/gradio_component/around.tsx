/** What stands above the player in a component. */

import { computed, useSignal } from "@preact/signals";
import { render } from "preact";
import { made } from "../../ui/made.ts";
import { Switch } from "../../ui/switch.tsx";
import type { Signal } from "@preact/signals";

const MODES = { watch: "Watch", tune: "When it stops" };

function Head({ choose }: { choose: (mode: keyof typeof MODES) => void }) {
  const chosen = useSignal<keyof typeof MODES>("watch");
  return (
    <div class="tdp-file-head">
      <Switch name="Modes" options={MODES} chosen={chosen.value} choose={(mode) => choose((chosen.value = mode))} />
    </div>
  );
}

/** @returns draws all of it in that place, hidden while it is empty; what it holds is for the player */
export const wholeIn = (root: HTMLElement) => (empty: boolean) =>
  render(
    <div class="tdp-component" hidden={empty}>
      <div />
    </div>,
    root,
  );

export const headOf = (choose: (mode: keyof typeof MODES) => void) => made(<Head choose={choose} />);

/** @param sentence for the reader; "" for none */
export const troubleOf = (sentence: Signal<string>) =>
  made(
    <p class="tdp-file-note" role="alert" hidden={computed(() => sentence.value === "")}>
      {sentence}
    </p>,
  );
