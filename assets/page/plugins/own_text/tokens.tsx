/** How the reader's text falls into tokens: its words, and its gaps, which can be resized. */

import { cellText } from "../../words/glyphs.ts";
import { counted } from "../../words/units.ts";
import { isNew, wordsOf } from "./words.ts";
import type { ComponentProps } from "preact";
import type { OwnText } from "./own-text.ts";
import type { GapsAnswer, StartAnswer } from "./readings.ts";

/** `was` is what noise has replaced. */
type Token = { text: string; mark: "held" | "noised"; was?: string };

const NEW = "New to this model: it was not trained with this word, and may get it wrong.";
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
        const held = ids.slice(0, LISTED).map((id) => ({ text: texts[id] ?? "", mark: "held" as const }));
        if (gap === undefined) return <Words tokens={held} strange={strange} />;
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
      <Resize name="A token less" face="−" disabled={least === 1} onClick={() => resize(least - 1)} />
      {counted(least, "token")}
      <Resize name="A token more" face="+" onClick={() => resize(least + 1)} />
    </span>
  );
}

const Resize = ({ name, face, ...rest }: ComponentProps<"button"> & { name: string; face: string }) => (
  <button type="button" title={name} aria-label={name} {...rest}>
    {face}
  </button>
);

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

/** A box for each word, with the tokens that it falls into; `strange` are words that are new to the model. */
function Words({ tokens, strange }: { tokens: Token[]; strange: string[] }) {
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
