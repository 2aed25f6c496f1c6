/** What takes an answer that is one number: choices, a cell to press, a cut along an order, a number to guess. */

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { canvasOf } from "../../run/recording.ts";
import { tokenText } from "../../words/glyphs.ts";
import { digits } from "../../words/units.ts";
import { cutAnswer } from "./answers.ts";
import { Choice } from "./choice.tsx";
import { usePlayer } from "./use-player.ts";
import { wordsOf } from "./words.tsx";
import type { ComponentType } from "preact";
import type { Choose, Cut, Guess, Press } from "./lesson.ts";
import type { Ask } from "./predict.ts";
import type { Stand } from "./stand.ts";

interface AskProps<Question> extends Pick<Stand, "player" | "recording" | "mark"> {
  block: Question;
  /** Takes an option's index, a position, how many positions, or a number. */
  answer: (answer: number) => void;
}

function Options({ block, answer }: AskProps<Choose>) {
  const chosen = useSignal(-1);
  return (
    <div class="tdp-choices" role="group" aria-label="Choices">
      {block.options.map(({ text }, at) => (
        <Choice aria-pressed={at === chosen.value} onClick={() => answer((chosen.value = at))}>
          {wordsOf(text)}
        </Choice>
      ))}
    </div>
  );
}

function Cell({ block: { row, among }, player, recording, answer }: AskProps<Press>) {
  const chosen = usePlayer(player, "paint", () => {
    const { chosen } = player.views;
    const allowed = chosen !== null && (among.length === 0 || among.includes(chosen));
    return allowed && player.recording === recording() ? chosen : null;
  });
  const token = (position: number) => tokenText(recording(), canvasOf(recording().frames[row], "sampled")[position]);
  const waits = among.length > 0 ? "Press one of the marked cells" : "Press a cell";
  const face = chosen === null ? waits : `Take “${token(chosen)}”`;
  return (
    <div class="tdp-choices">
      <Choice face={face} disabled={chosen === null} onClick={() => chosen !== null && answer(chosen)} />
    </div>
  );
}

function Range({ block, recording, mark, answer }: AskProps<Cut>) {
  const { order, held, bound } = useMemo(() => cutAnswer(recording(), block), []);
  /** How many would be kept; 0 before the reader has dragged. */
  const surest = useSignal(0);
  const sum = held[surest.value - 1] ?? 0;
  const words = `keep the ${surest} surest; those before the last add up to ${sum.toFixed(3)} nats`;
  const drag = (count: number) => mark(order.subarray(0, (surest.value = count)));
  return (
    <div class="tdp-choices tdp-cut">
      <input
        type="range"
        min={1}
        max={order.length}
        value={Math.max(surest.value, 1)}
        aria-label="How many positions would be kept, the surest first"
        onInput={({ currentTarget }) => drag(currentTarget.valueAsNumber)}
      />
      {/* The bar has room for twice the budget, so that its mark stands in the middle. */}
      <span class="tdp-bar-room" aria-hidden="true">
        <i class="tdp-bar-length" style={{ width: `${Math.min((100 * sum) / (2 * bound), 100)}%` }} />
        <i class="tdp-bar-zero" style={{ left: "50%" }} />
      </span>
      <small class="tdp-cut-budget" aria-hidden="true">{`budget ${digits(bound, 3)} nats`}</small>
      <output>{surest.value === 0 ? "drag to begin" : words}</output>
      <Choice face="Cut here" onClick={() => answer(Math.max(surest.value, 1))} />
    </div>
  );
}

function Figure({ block: { from, to, unit }, answer }: AskProps<Guess>) {
  const complaint = useSignal("");
  const guess = useSignal(NaN);
  const take = (event: Event) => {
    event.preventDefault();
    const within = guess.value >= from && guess.value <= to;
    complaint.value = within ? "" : `A guess is a number from ${from} to ${to}.`;
    if (within) answer(guess.value);
  };
  return (
    <form class="tdp-choices" noValidate onSubmit={take}>
      <input
        type="number"
        min={from}
        max={to}
        step="any"
        inputMode="decimal"
        aria-label={`Your guess, ${unit}`}
        onInput={({ currentTarget }) => (guess.value = currentTarget.valueAsNumber)}
      />
      <span>{unit}</span>
      <Choice face="Guess" type="submit" />
      <p class="tdp-complaint" role="alert">
        {complaint}
      </p>
    </form>
  );
}

export const ASKS: Record<Ask["form"], ComponentType<AskProps<any>>> = {
  choose: Options,
  press: Cell,
  cut: Range,
  guess: Figure,
};
