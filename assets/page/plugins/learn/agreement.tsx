/** What each mark on painted cells means, with how many there are. */

import type { agreementOf } from "./answers.ts";

/** The most words that a row names. */
const NAMED = 6;

interface AgreementProps {
  agreement: ReturnType<typeof agreementOf>;
  /** Who keeps words beside the reader, such as “the sampler”. */
  who: string;
  /** @returns that of a cell */
  word: (position: number) => string;
}

export function Agreement({ agreement: { both, reader, rule }, who, word }: AgreementProps) {
  const names = (positions: number[]) => {
    const first = positions.slice(0, NAMED).map(word);
    return `${first.length ? ": " : ""}${first.join(", ")}${positions.length > NAMED ? " …" : ""}`;
  };
  const row = (side: string, words: string, { length }: number[]) => (
    <li>
      <i class="tdp-keep-key" data-side={side} aria-hidden="true" />
      <span>{words}</span>
      <b>{length}</b>
    </li>
  );
  return (
    <ul class="tdp-keep-table">
      {row("both", `you and ${who}`, both)}
      {row("reader", `only you${names(reader)}`, reader)}
      {row("rule", `only ${who}${names(rule)}`, rule)}
    </ul>
  );
}
