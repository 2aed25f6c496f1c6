/** The sentences below the canvas. They keep their height, so that nothing jumps: what is too long for it is set closer. */

import { VerdictLine } from "./verdict.tsx";
import type { Captions } from "./captions.ts";

export const CaptionWords = ({ captions }: { captions: Captions }) => (
  <>
    <div class="tdp-caption-words">
      <p class="tdp-sentence">
        <span>{captions.plain}</span> <strong>{captions.special}</strong> <span>{captions.after}</span>
      </p>
      <p class="tdp-beside-sentence">
        <span>
          <Judgement judged={captions.judged} />
        </span>
        <span class="tdp-aside">{captions.aside}</span>
      </p>
    </div>
    <p class="tdp-prose" dir="auto" tabIndex={0} role="region" aria-label="The finished text">
      {captions.prose}
    </p>
  </>
);

const Judgement = ({ judged: { value: judged } }: { judged: Captions["judged"] }) =>
  judged && <VerdictLine recording={judged.recording} />;

/**
 * @param caption what is still too long can be scrolled, with the keyboard too; it or the part of it that scrolls fades
 * where it goes on
 * @param signal stops it
 */
export function fitCaption(caption: HTMLElement, signal: AbortSignal) {
  const goesOn = ({ scrollHeight, clientHeight }: Element) => scrollHeight > clientHeight;
  const fit = () => {
    const places = [caption, ...caption.children];
    for (const place of places) place.classList.remove("tdp-close-set", "tdp-goes-on");
    caption.classList.toggle("tdp-close-set", places.some(goesOn));
    for (const place of places.filter(goesOn)) place.classList.add("tdp-goes-on");
    if (goesOn(caption)) caption.tabIndex = 0;
    else caption.removeAttribute("tabindex");
  };
  const words = new MutationObserver(fit);
  const room = new ResizeObserver(fit);
  words.observe(caption, { characterData: true, childList: true, subtree: true });
  room.observe(caption, { box: "border-box" }); // a scroll bar within it is no other room
  signal.addEventListener("abort", () => {
    words.disconnect();
    room.disconnect();
  });
}
