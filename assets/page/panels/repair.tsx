/** The text that a run started from, what noise made of it, and what the run made of that, token under token. */

import { useMemo } from "preact/hooks";
import { repairOf } from "../run/repair.ts";
import { Frame } from "../ui/frame.tsx";
import { tokenText } from "../words/glyphs.ts";
import { panelOf } from "./component.tsx";
import type { ComponentChildren } from "preact";
import type { Recording } from "../run/recording.ts";
import type { Fate } from "../run/repair.ts";

/** The look of what the run wrote, by what became of the token. */
const LOOKS: Record<Fate, string> = {
  restored: "tdp-restored",
  wrong: "tdp-lost",
  kept: "tdp-plain",
  broken: "tdp-lost",
};
/** The most tokens that are drawn. */
const MOST = 600;

export const Repair = panelOf(({ recording }) => (
  <Frame name="The text that it started from">
    {useMemo(() => repaired(recording), [recording, recording.frames.length, recording.live])}
  </Frame>
));

function repaired(recording: Recording) {
  const repair = repairOf(recording);
  if (repair === null) return null; // before its first step
  const { cells, counts, share, drawn, positions } = repair;
  const replaced = counts.restored + counts.wrong;
  const noise =
    share === 0
      ? "Nothing was replaced."
      : `Noise replaced ${drawn} of ${positions} positions, ${((100 * drawn) / positions).toFixed(1)} %; ${Math.round(100 * share)} % were expected, and chance may replace a token by itself.`;
  const so = recording.live ? "So far" : "In the end";
  const shown = cells.slice(0, MOST);
  const token = (id: number | null, look: string) => (
    <span class={look}>{id === null ? "∅" : tokenText(recording, id)}</span>
  );
  /** @param heading its name, and after a colon what marks are in it */
  const row = (heading: string, tokens: ComponentChildren) => (
    <section>
      <h4>{heading}</h4>
      <div class="tdp-tokens" role="group" aria-label={heading.replace(/:.*/, "")}>
        {tokens}
      </div>
    </section>
  );
  return (
    <>
      <p>
        {`${noise} ${so}, of ${replaced} noised tokens of the text ${counts.restored} were restored and ${counts.wrong} left wrong; of the other ${counts.kept + counts.broken}, ${counts.kept} were kept and ${counts.broken} broken.`}
      </p>
      {row(
        "Original",
        shown.map(({ original }) => token(original, "tdp-plain")),
      )}
      {row(
        "Noised: what noise replaced has a dashed edge",
        shown.map(({ original, noised }) => token(noised ?? original, noised === null ? "tdp-plain" : "tdp-noised")),
      )}
      {row(
        "Repaired: a line under what came back, a wavy one under what is not as it was",
        shown.map(({ now, fate }) => token(now, LOOKS[fate])),
      )}
    </>
  );
}
