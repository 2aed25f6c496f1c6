/** Predictions: the reader says what will happen, and the run answers. Nothing of it leaves the page. */

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { ASKS } from "./asks.tsx";
import { Drawing } from "./draw.tsx";
import { Keeping } from "./keep.tsx";
import { Marking } from "./noise.tsx";
import { cellsOf, verdictOf } from "./predict.ts";
import { useChange } from "./use-player.ts";
import { wordsOf } from "./words.tsx";
import type { ComponentType } from "preact";
import type { Verdict } from "./answers.ts";
import type { Ask, Question } from "./predict.ts";
import type { Around } from "./stand.ts";

function Asked({ block, ...around }: Around<Ask>) {
  const { recording, mark, tell } = around;
  const Form = ASKS[block.form];
  const answer = (answer: number) => {
    tell(verdictOf(block, recording(), answer));
    if (block.form === "cut" || block.form === "press") mark(cellsOf(block, recording()));
  };
  return <Form block={block} answer={answer} {...around} />;
}

const FORMS: Record<Question["form"], ComponentType<Around<any>>> = {
  ...{ choose: Asked, press: Asked, cut: Asked, guess: Asked },
  ...{ draw: Drawing, keep: Keeping, mark: Marking },
};

/** The question, what takes an answer, and what is said of that. */
export function Prediction({ block, ...around }: Around<Question>) {
  const verdict = useSignal<Verdict | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useChange(verdict.value, () => place.current?.scrollIntoView({ block: "nearest" }));
  const Form = FORMS[block.form];
  const tell = (outcome: Verdict) => around.tell((verdict.value = outcome));
  return (
    <section class="tdp-predict" data-form={block.form} aria-label="Prediction">
      <p class="tdp-question">{wordsOf(block.ask)}</p>
      <Form {...around} block={block} tell={tell} />
      <div class="tdp-told" role="status" ref={place}>
        {verdict.value && (
          <>
            <p>
              <Judgement {...verdict.value} />
            </p>
            <p>{wordsOf(block.because)}</p>
          </>
        )}
      </div>
    </section>
  );
}

/** What is said of an answer; `right` is null where there are only degrees. */
export const Judgement = ({ right, sentence }: Pick<Verdict, "right" | "sentence">) => (
  <>
    {right !== null && <strong class={right ? "tdp-told-right" : "tdp-told-wrong"}>{right ? "✓ " : "✗ "}</strong>}
    {wordsOf(sentence)}
  </>
);
