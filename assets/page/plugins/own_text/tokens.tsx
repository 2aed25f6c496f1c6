/** How the reader's text falls into tokens: its words, and its gaps, which can be resized. */

import { counted } from "../../words/units.ts";
import { Words } from "./words.tsx";
import type { OwnText } from "./own-text.ts";
import type { GapsAnswer, StartAnswer } from "./readings.ts";

/** The most tokens that are listed. */
const LISTED = 300;

export function OwnTokens({ draft }: { draft: OwnText }) {
  const { value: answer } = draft.answer;
  if (answer === null) return null;
  return "choices" in answer ? <Gaps answer={answer} draft={draft} /> : <Start answer={answer} />;
}

function Gaps({ answer: { choices, texts, new: strange }, draft }: { answer: GapsAnswer; draft: OwnText }) {
  const [{ parts, open }] = choices;
  const gaps = parts.flatMap(({ gap }, part) => (gap === undefined ? [] : [part]));
  return (
    <>
      {parts.map(({ ids = [], gap }, part) => {
        if (gap === undefined)
          return (
            <Words
              tokens={ids.slice(0, LISTED).map((id) => ({ text: texts[id] ?? "", mark: "held" }))}
              strange={strange}
            />
          );
        const lengths = choices.map(({ parts }) => parts[part].gap ?? gap);
        return <Gap lengths={lengths} resize={(to) => draft.resize(gaps.indexOf(part), to)} />;
      })}
      {open && <span class="tdp-gap">… goes on</span>}
    </>
  );
}

/** `lengths` that are tried, in tokens. */
function Gap({ lengths, resize }: { lengths: number[]; resize: (to: number) => void }) {
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  if (least < most) return <span class="tdp-gap">{`${least} to ${most} tokens`}</span>;
  return (
    <span class="tdp-gap">
      <button
        type="button"
        title="A token less"
        aria-label="A token less"
        disabled={least === 1}
        onClick={() => resize(least - 1)}
      >
        −
      </button>
      {counted(least, "token")}
      <button type="button" title="A token more" aria-label="A token more" onClick={() => resize(least + 1)}>
        +
      </button>
    </span>
  );
}

function Start({ answer: { ids, replaced, text, texts, new: strange } }: { answer: StartAnswer }) {
  const tokens = ids.slice(0, Math.min(text, LISTED)).map((id, at) => {
    const replacement = replaced[at];
    const was = texts[id] ?? "";
    return replacement === null
      ? { text: was, mark: "held" as const }
      : { text: texts[replacement] ?? "", mark: "noised" as const, was };
  });
  return <Words tokens={tokens} strange={strange} />;
}
