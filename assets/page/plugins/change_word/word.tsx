/**
 * One word of the prompt is changed, and nothing else: the same run once more beside the one that is shown. Of words that
 * the embedded model knows, others of their kind are offered; any word can be typed.
 */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Pill } from "../../ui/pill.tsx";
import { kindOf, replaced, wordsOf } from "./words.ts";
import type { Known } from "./words.ts";

/** So many others of a word's kind are a press away: one from each of the first of so many stretches of their list. */
const [OFFERED, STRETCHES] = [4, 7];
/** The id of all of them. */
const KNOWN = "tdp-known-words";

const DIFFER =
  "The same seed, so the same noise and the same luck. Only cells that differ are coloured. One pair proves little: another seed, another text.";

interface Props {
  /** As a key, too: another one begins anew. */
  prompt: string;
  /** Words by kind, of the model of that run; empty for one whose words are not known. */
  load: () => Promise<Known>;
  /** Makes the run of this prompt beside it. */
  pair: (prompt: string) => void;
  /** Asks for a word to put into the chosen cell. */
  push: () => void;
}

export function OneWord({ prompt, load, pair, push }: Props) {
  const known = useSignal<Known>({});
  /** Which word of the prompt; null until the reader has chosen. */
  const chosen = useSignal<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => void load().then((words) => (known.value = words)), []);

  const words = wordsOf(prompt);
  const kinds = words.map(({ text }) => kindOf(text, known.value));
  const usual = [kinds.indexOf("animal"), kinds.findIndex((kind) => kind !== "")].find((at) => at !== -1);
  const at = chosen.value ?? usual ?? words.length - 1;
  const word = words[at]?.text ?? "";
  const others = (known.value[kinds[at]] ?? []).filter((text) => !prompt.includes(text));
  const stretches = Array.from({ length: OFFERED }, (_, at) => Math.round(((at + 1) * others.length) / STRETCHES));
  const offered = [...new Set(stretches.map((at) => others[at]))].filter((text) => text !== undefined);
  const put = (text: string) => {
    if (text === "" || text === word) input.current?.focus();
    else pair(replaced(prompt, words[at], text));
  };
  return (
    <>
      {words.length > 0 && (
        <div>
          <h3>Change one word of the prompt</h3>
          <p class="tdp-hint">{DIFFER}</p>
          <p class="tdp-prompt-words" role="group" aria-label="Words of the prompt" dir="auto">
            {words.map(({ text }, place) => (
              <button
                type="button"
                title={`Change “${text}”`}
                aria-label={`${text}, word ${place + 1}`} // a prompt has some words twice
                aria-pressed={place === at}
                onClick={() => (chosen.value = place)}
              >
                {text}
              </button>
            ))}
          </p>
          <div class="tdp-word-chips">
            {offered.map((text) => (
              <Pill hint={`Run the prompt with “${text}” in place of “${word}”`} onClick={() => put(text)}>
                {`${word} ⇄ ${text}`}
              </Pill>
            ))}
          </div>
          <form
            class="tdp-lane-prompt"
            onSubmit={(event) => {
              event.preventDefault();
              put(input.current?.value.trim() ?? "");
            }}
          >
            <input
              key={at}
              ref={input}
              type="text"
              aria-label={`Another word for “${word}”`}
              placeholder="another word"
              maxLength={60}
              autocomplete="off"
              spellcheck={false}
              dir="auto"
              list={KNOWN}
            />
            <datalist id={KNOWN}>
              {others.map((value) => (
                <option value={value} />
              ))}
            </datalist>
            <button type="submit" class="tdp-pill">
              Run the pair
            </button>
          </form>
        </div>
      )}
      <Pill hint="Branch from this step with another word in the chosen cell" onClick={push}>
        push a cell: put a word in at this step
      </Pill>
    </>
  );
}
