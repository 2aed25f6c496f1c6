/** The inspector: the chosen position at this step, and a second position to compare it with. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { ICONS } from "../dom/elements.ts";
import { panelOf } from "./component.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { PositionCard } from "./position-card.tsx";

export const Inspector = panelOf((shown) => {
  const { chosen, pinned, reader } = shown;
  const cards = useRef<HTMLDivElement>(null);
  const second = pinned === chosen ? null : pinned;
  useLayoutEffect(() => {
    // A position that was chosen elsewhere has its card in sight.
    const drawer = chosen === null ? null : cards.current?.closest(".tdp-drawer");
    if (drawer && !drawer.contains(document.activeElement)) drawer.scrollTop = 0;
  }, [chosen]);
  const close = (
    <IconButton class="tdp-close" name="No position (Esc)" outline={ICONS.close} onClick={() => reader.choose(null)} />
  );
  return (
    <>
      <div class="tdp-cards" ref={cards}>
        {chosen !== null && <PositionCard {...shown} position={chosen} tools={close} />}
        {second !== null && <PositionCard {...shown} position={second} />}
      </div>
      {pinned !== null && second === null && (
        <p class="tdp-hint">Now choose a second position to compare this one with.</p>
      )}
    </>
  );
});
