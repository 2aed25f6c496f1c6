/** A stretch of the reader's text: a box for each word, with the tokens that it falls into. */

import { cellText } from "../../words/glyphs.ts";
import { counted } from "../../words/units.ts";
import { isNew, wordsOf } from "./words.ts";

/** `was` is what noise has replaced. */
type Token = { text: string; mark: "held" | "noised"; was?: string };

const NEW = "New to this model: it was not trained with this word, and may get it wrong.";

/** `strange` are words that are new to the model. */
export function Words({ tokens, strange }: { tokens: Token[]; strange: string[] }) {
  const known = new Set(strange.map((word) => word.toLowerCase()));
  const texts = tokens.map(({ text, was }) => was ?? text);
  return wordsOf(texts).map((places) => {
    const fresh = isNew(places.map((at) => texts[at]).join(""), known);
    const count = places.length > 1 ? `${counted(places.length, "token")}.` : "";
    return (
      <span
        class={`tdp-own-word${fresh ? " tdp-new-word" : ""}`}
        title={[fresh ? NEW : "", count].filter(Boolean).join(" ")}
      >
        {places.map((at) => (
          <span
            class={`tdp-${tokens[at].mark}`}
            title={tokens[at].was === undefined ? undefined : `was “${tokens[at].was}”`}
          >
            {cellText(tokens[at].text)}
          </span>
        ))}
        {places.length > 1 && <small>{places.length}</small>}
      </span>
    );
  });
}
