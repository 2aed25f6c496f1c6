/** The glossary: every word of the page that a reader may meet, with what it means. */

import { element } from "../dom/elements.ts";
import { entriesOf } from "../rules/way-words.ts";
import { WAYS } from "../rules/ways.ts";
import type { Mode } from "../words/terms.ts";

/** @returns a list of every word with what it means */
export function glossary(mode: Mode): HTMLElement {
  const list = element("dl.tdp-glossary");
  for (const { plain, term, line } of entriesOf(WAYS.uniform)) {
    const [first, second] = mode === "plain" ? [plain, term] : [term, plain];
    const secondTerm = first === second ? [] : [" ", element("small", second)];
    list.append(element("dt", first, ...secondTerm), element("dd", line));
  }
  return list;
}
