/** What counts as right in the texts of a study. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { MEASURES } from "./measures.ts";
import type { Measure } from "./right.ts";

interface Props {
  measure: Measure;
  /** Does a rule judge texts of this prompt, where its runs are made? */
  ruled: boolean;
  judgeBy: (measure: Measure) => void;
}

export function OftenMeasure({ measure, ruled, judgeBy }: Props) {
  const typed = useSignal("");
  useLayoutEffect(() => void (typed.value = measure.wanted), [measure]);
  const [, name, hint, example] = MEASURES.find(([kind]) => kind === measure.kind) ?? MEASURES[0];
  const choose = (chosen: string) => {
    const example = MEASURES.find(([kind]) => kind === chosen)?.[3] ?? "";
    judgeBy({ kind: chosen, wanted: chosen === "agrees" ? example : "" });
  };
  return (
    <label class="tdp-often-row">
      {"A text counts as right if it "}
      <select
        aria-label="What counts as right"
        value={measure.kind}
        onChange={({ currentTarget: { value } }) => choose(value)}
      >
        {MEASURES.map(([kind, name, hint], at) => (
          <option value={kind} title={hint} hidden={at === 0 && !ruled} disabled={at === 0 && !ruled}>
            {name}
          </option>
        ))}
      </select>
      <input
        type="text"
        dir="auto"
        maxLength={500}
        aria-label={name}
        placeholder={example}
        title={hint}
        hidden={example === ""}
        value={typed.value}
        onInput={({ currentTarget: { value } }) => (typed.value = value)}
        onChange={() => judgeBy({ ...measure, wanted: typed.value })}
      />
    </label>
  );
}
