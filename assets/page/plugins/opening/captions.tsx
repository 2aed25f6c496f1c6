/** What the opening says: a caption at a time beside the canvas, and a line about the step with what skips it. */

import { Pill } from "../../ui/pill.tsx";
import { HEADINGS, SKIP, YOURS } from "./words.ts";
import type { Opening } from "./opening.tsx";

/** @param part which is said */
const look = (at: number, part: number) => (at === part ? "tdp-opening-now" : at < part ? "tdp-opening-past" : "");

export const Captions = ({ opening: { part, lines } }: { opening: Opening }) => (
  <div class="tdp-opening-captions" aria-live="polite">
    {HEADINGS.slice(0, part.value + 1).map((heading, at) => (
      <div class={look(at, part.value)}>
        <h2>{heading}</h2>
        <p>{lines[at]}</p>
      </div>
    ))}
  </div>
);

export const Foot = ({ opening: { part, sentence } }: { opening: Opening }) => (
  <div class="tdp-opening-foot">
    <p class="tdp-opening-sentence">{sentence}</p>
    <span class="tdp-opening-dots" aria-hidden="true">
      {HEADINGS.map((_, at) => (
        <i class={look(at, part.value)} />
      ))}
    </span>
    <Pill hint="Skip the opening (any key)" aria-keyshortcuts="Escape">
      {SKIP} <kbd aria-hidden="true">Esc</kbd>
    </Pill>
    <span class="tdp-opening-hint">{YOURS}</span>
  </div>
);
