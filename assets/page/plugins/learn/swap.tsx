/**
 * Swap the noise: what one cell might be with each of some words in it, and all else alike. The words of the lesson were
 * computed when its runs were recorded. Where there is a model, it takes the step again with any other word.
 */

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { shadeOf, shades } from "../../cells/colour.ts";
import { Bar } from "../../panels/candidates.tsx";
import { tokenProps } from "../../panels/panel.ts";
import { cellText, plainText } from "../../words/glyphs.ts";
import { entropyIn } from "../../words/units.ts";
import { Choice } from "./choice.tsx";
import { SHOWN, computed } from "./swapped.ts";
import { usePlayer } from "./use-player.ts";
import type { Signal } from "@preact/signals";
import type { Swap, Swapped } from "./lesson.ts";
import type { Around } from "./stand.ts";

/** Room for the text of a token, in pixels. */
const WIDTH = 84;
const NO_ANSWER = "The model does not answer; try again in a moment.";

export function SwapNoise({ block, recording, player, ask }: Around<Swap>) {
  const { row, position } = block;
  const run = useMemo(recording, []);
  const { step } = run.frames[row];
  const words = useSignal(block.words);
  const shown = useSignal(block.words[0]);
  const colours = shades(usePlayer(player, "looks", player.views.theme));
  const [recorded] = block.words;
  const { tokens, shares, entropy, token, accepted } = shown.value;
  const rest = Math.max(1 - shares.reduce((sum, share) => sum + share, 0), Number.EPSILON); // every token has some
  const { fill, text } = colours[shadeOf(entropy)];
  const look = accepted
    ? { class: "tdp-temperature-colour tdp-swap-kept" }
    : { class: "tdp-temperature-colour", style: { background: fill, color: text } };
  return (
    <section class="tdp-swap" aria-label="Swap the noise">
      <small class="tdp-label">{shown.value === recorded ? "RECORDED" : "COMPUTED"}</small>
      {` Position ${position}, step ${step}: which word went in?`}
      <div class="tdp-choices" role="group" aria-label={`The word at position ${position}`}>
        {words.value.map((swapped) => (
          <Choice
            data-word={swapped.word}
            aria-pressed={swapped === shown.value}
            onClick={() => (shown.value = swapped)}
          >
            {cellText(swapped.word)}
            {swapped === recorded && <small> in the run</small>}
          </Choice>
        ))}
      </div>
      {ask && <Another {...{ step, words, shown }} compute={(word) => computed(word, block, run, ask)} />}
      <ol class="tdp-candidates" aria-label="What it might be">
        {tokens.slice(0, SHOWN).map((name, rank) => (
          <Bar token={tokenProps(cellText(name), WIDTH)} share={shares[rank]} marks={name === token && "drawn"} />
        ))}
        <Bar
          look="tdp-others"
          token={tokenProps("others", WIDTH)}
          share={rest}
          marks={!tokens.includes(token) && "drawn"}
        />
      </ol>
      <output>
        <b>{entropyIn(entropy, "nats")}</b>
        <span {...look}>{cellText(token)}</span>
        <span>{accepted ? "kept" : "thrown back"}</span>
      </output>
    </section>
  );
}

interface AnotherProps {
  step: number;
  words: Signal<Swapped[]>;
  shown: Signal<Swapped>;
  /** @returns why not, in a sentence */
  compute: (word: string) => Promise<Swapped | string>;
}

/** A field for another word. */
function Another({ step, words, shown, compute }: AnotherProps) {
  const text = useSignal("");
  const busy = useSignal(false);
  const status = useSignal("");
  const take = async (event: Event) => {
    event.preventDefault();
    const word = text.value.trim();
    const known = words.value.find((swapped) => swapped.word === word);
    if (word === "" || busy.value) return;
    if (known) return void (shown.value = known);
    busy.value = true;
    status.value = `Taking step ${step} again with “${plainText(word)}” …`;
    const answer = await compute(word).catch(() => NO_ANSWER);
    busy.value = false;
    status.value = typeof answer === "string" ? answer : "";
    if (typeof answer === "string") return;
    words.value = [...words.value, answer];
    shown.value = answer;
    text.value = "";
  };
  return (
    <form class="tdp-choices" onSubmit={take}>
      <input
        type="text"
        maxLength={40}
        autocomplete="off"
        spellcheck={false}
        dir="auto"
        aria-label="Another word"
        placeholder="another word"
        value={text}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
      />
      <Choice face="Put it in" type="submit" disabled={busy.value} />
      <p class="tdp-rest" role="status">
        {status}
      </p>
    </form>
  );
}
