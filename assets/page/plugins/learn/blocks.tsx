/** The blocks of a lesson, by their kind. */

import { AttentionLines } from "./attention.tsx";
import { FigureBars } from "./bars.tsx";
import { Choice } from "./choice.tsx";
import { Forward } from "./forward.tsx";
import { MemoryOfCell } from "./memory.tsx";
import { Prediction } from "./prediction.tsx";
import { SwapNoise } from "./swap.tsx";
import { TemperatureByHand } from "./temperature.tsx";
import { Trial } from "./trial.tsx";
import { wordsOf } from "./words.tsx";
import type { ComponentType } from "preact";
import type { Block, Large, Words } from "./lesson.ts";
import type { Around } from "./stand.ts";

const Passage = ({ block }: Around<Words>) =>
  block.kind === "text" ? (
    <p>{wordsOf(block.text)}</p>
  ) : (
    <ul>{block.items.map((item) => [<li>{wordsOf(item)}</li>])}</ul>
  );

const LargeModel = ({ block: { run, say }, go }: Around<Large>) => (
  <section class="tdp-large">
    <p>{wordsOf(say)}</p>
    <Choice
      face="The same with the large model"
      title="Show this on a run of another checkpoint"
      onClick={() => go({ run })}
    />
  </section>
);

export const BLOCKS: Record<Block["kind"], ComponentType<Around<any>>> = {
  text: Passage,
  list: Passage,
  predict: Prediction,
  try: Trial,
  forward: Forward,
  large: LargeModel,
  bars: FigureBars,
  attention: AttentionLines,
  temperature: TemperatureByHand,
  swap: SwapNoise,
  memory: MemoryOfCell,
};
