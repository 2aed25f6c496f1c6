/** Ways on from a prompt that leads nowhere: known words that are near new ones, and prompts that lead to something. */

import { cut } from "./underlines.tsx";
import type { AboutPrompt } from "./about-prompt.ts";

interface Props {
  about: AboutPrompt;
  field: HTMLTextAreaElement;
  /** Gets the focus when a prompt has been taken. */
  generate: HTMLElement;
  /** The models that could be asked instead. */
  others: { name: string; ask: () => void }[];
}

export function WaysOn({ about, field, generate, others }: Props) {
  const led = about.shown.value?.led ?? null;
  const near = led?.unknown.filter(({ nearest }) => nearest.length > 0) ?? [];
  const offers = led?.offers ?? [];
  const models = led ? others : [];
  const write = (text: string) => {
    field.value = text;
    field.dispatchEvent(new Event("input"));
  };
  const take = (prompt: string) => {
    write(prompt);
    generate.focus();
  };
  const swap = (word: string, known: string) => {
    write(swapped(cut(field.value, led), word, known));
    field.focus();
  };
  return (
    <div
      class="tdp-ways-on"
      role="group"
      aria-label="Instead of this prompt"
      hidden={near.length + offers.length + models.length === 0}
    >
      {near.map(({ word, nearest }) => (
        <span class="tdp-near">
          <span class="tdp-new-word" dir="auto">
            {word}
          </span>{" "}
          {nearest.map((known) => (
            <Way face={known} name={`Write ${known} instead of ${word}`} press={() => swap(word, known)} />
          ))}
        </span>
      ))}
      {offers.map((offer) => (
        <Way look=" tdp-offer" face={offer} name={`Take this prompt: ${offer}`} press={() => take(offer)} />
      ))}
      {models.map(({ name, ask }) => {
        const press = () => {
          ask();
          generate.focus();
        };
        return <Way face={`ask ${name}`} name={`Ask ${name} instead, which is loaded too`} press={press} />;
      })}
    </div>
  );
}

const Way = ({ look = "", face, name, press }: { look?: string; face: string; name: string; press: () => void }) => (
  <button type="button" class={`tdp-card-button${look}`} title={name} aria-label={name} onClick={press}>
    {face}
  </button>
);

/** @param known takes the place of the word, with the article that it wants */
function swapped(parts: string[], word: string, known: string): string {
  const article = /^(?!uni)[aeiou]/i.test(known) ? "an" : "a";
  const text = parts.map((part) => (part === word ? known : part));
  return text
    .map((part, at) =>
      text[at + 1] === known ? part.replace(/\b(a)n? $/i, (_, a) => a + article.slice(1) + " ") : part,
    )
    .join("");
}
