/** The fillings of a text below the prompt, as long as one of them is in the form. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { plainText } from "../../words/glyphs.ts";
import { counted, digits } from "../../words/units.ts";
import type { Fillings } from "./fillings.ts";

const MEANING = "The mean log-probability of the tokens up to the last one that is held: 0 is certain.";

export function FillingList({ fillings }: { fillings: Fillings }) {
  const list = useRef<HTMLDetailsElement>(null);
  const { value: offers } = fillings.offers;
  const { value: shown } = fillings.shown;
  useLayoutEffect(() => void ((list.current as HTMLDetailsElement).open = false), [offers]);
  return (
    <details class="tdp-fillings" hidden={shown === -1} ref={list}>
      <summary title={MEANING}>
        {offers.length > 0 &&
          `The surest of ${counted(offers.length, "length")}: ${figure(offers[0].sureness)}. See the others.`}
      </summary>
      <ol>
        {offers.map((filling, at) => (
          <li>
            <button
              type="button"
              title="Show this run instead"
              aria-pressed={at === shown}
              onClick={() => fillings.choose(filling)}
            >
              <span>{plainText(filling.text)}</span>
              <small>{figure(filling.sureness)}</small>
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}

const figure = (sureness: number) => `${digits(sureness, 3).replace("-", "−")} nats a token`;
