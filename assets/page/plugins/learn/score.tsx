/** What the reader and the rule agreed on, canvas by canvas, and a link to the same game. */

import { useSignal } from "@preact/signals";
import { copyText } from "../../dom/clipboard.ts";
import { percent } from "../../words/units.ts";
import { FigureBars } from "./bars.tsx";
import { Choice } from "./choice.tsx";
import { RULE_WORDS, resultSentences } from "./game-words.ts";
import type { Game } from "./game-address.ts";

/** `shares` are those of each canvas; `blind` gets who keeps all words or none. */
export function Score({ rule, shares, blind }: { rule: Game["rule"]; shares: number[]; blind: number }) {
  const copied = useSignal("Copy a link: these canvases, your score");
  const copy = async () => {
    copied.value = (await copyText(location.href)) ? "Copied" : "The link stands in the address bar";
  };
  const rows = shares.map((value, at) => ({ value, figure: percent(value), text: [`Canvas ${at + 1}`], interval: [] }));
  return (
    <>
      <p class="tdp-game-place">{RULE_WORDS[rule].name}</p>
      {resultSentences(shares, blind).map((sentence) => (
        <p>{sentence}</p>
      ))}
      <FigureBars block={{ label: ["Share of the words on which you agree"], rows }} end={1} />
      <div class="tdp-choices">
        <Choice face={copied.value} title="Whoever opens it plays the same five canvases" onClick={copy} />
      </div>
    </>
  );
}
