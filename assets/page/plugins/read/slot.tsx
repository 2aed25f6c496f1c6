/** A slot as bars: what a pass reads, what a later one does, and what runs wrote, with their interval. */

import { plainText } from "../../words/glyphs.ts";
import { gapSentence, most, shareText } from "./slots.ts";
import type { Row } from "./slots.ts";

/** `all` are its rows in one way of writing. */
export function Slot({ all }: { all: Row[] }) {
  const { rows, hidden } = most(all);
  const { source, tokens, joint, step, last, runs } = all[0];
  const joined = tokens > 1 ? `, ${tokens} tokens a label, their ${joint}` : "";
  const later = last && step > 1 ? ` → pass ${step}` : "";
  const wrote = runs ? ` · ${runs} runs` : "";
  return (
    <figure class="tdp-read-slot">
      <figcaption dir="auto">
        {plainText(source)}
        <span>{`pass 1${later}${wrote}${joined}`}</span>
      </figcaption>
      <dl>{rows.map(Label)}</dl>
      {hidden > 0 && <p class="tdp-hint">{`${hidden} more labels have less.`}</p>}
      {runs > 0 && <p class="tdp-hint">{gapSentence(all, runs)}</p>}
    </figure>
  );
}

function Label({ label, first, last, share, low, high, first_low, first_high }: Row) {
  return (
    <>
      {label === null ? (
        <dt class="tdp-read-outside">outside of the labels</dt>
      ) : (
        <dt dir="auto">{plainText(label)}</dt>
      )}
      <dd>
        <span class="tdp-read-room" aria-hidden="true">
          <i class="tdp-read-first" style={between(0, first)} />
          {first_low !== null && first_high !== null && (
            <i class="tdp-read-noise" style={between(first_low, first_high)} />
          )}
          {last !== null && <i class="tdp-read-last" style={{ left: at(last) }} />}
          {low !== null && high !== null && <i class="tdp-read-span" style={between(low, high)} />}
          {share !== null && <i class="tdp-read-share" style={{ left: at(share) }} />}
        </span>
        <b>{last === null ? shareText(first) : `${shareText(first)} → ${shareText(last)}`}</b>
        <span class="tdp-read-wrote">{share !== null && `wrote ${shareText(share)}`}</span>
      </dd>
    </>
  );
}

const at = (share: number) => `${100 * share}%`;
const between = (low: number, high: number) => ({ left: at(low), width: at(high - low) });
