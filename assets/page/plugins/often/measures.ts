/** What may count as right in a text of one's own prompt. Each measure says yes or no of a result, or null: it cannot. */

import { isRefusal } from "../../run/refusal.ts";
import { PatternTester } from "./pattern.ts";
import type { About } from "../../run/about.ts";
import type { Result } from "../../run/study.ts";

export interface Measure {
  kind: string;
  /** What the reader typed. */
  wanted: string;
  /** The token ids of the run that is shown. */
  reference: Uint32Array | null;
}
/** By key of the result; the sentence says what is wrong with the measure, or "". */
type Judged = { right: Map<string, boolean>; sentence: string };

export const MEASURES: [kind: string, name: string, hint: string, example: string][] = [
  ["rule", "passes the rule of its task", "A rule for this kind of task judges the text", ""],
  ["contains", "contains", "The text has these words in it, in capitals or not", "cat"],
  ["pattern", "matches", "A regular expression, as JavaScript has them", "\\bcat\\b"],
  ["json", "is valid JSON", "The whole text can be read as JSON", ""],
  [
    "agrees",
    "agrees with the shown run, in per cent",
    "At least this many per cent of the tokens are the same, at the same place",
    "90",
  ],
];

/**
 * @param about a prompt
 * @param python are the runs made where Python is?
 * @returns does a rule judge texts of this prompt?
 */
export const hasRule = ({ judged }: Pick<About, "judged">, python: boolean): boolean =>
  judged === "anywhere" || (python && judged === "python");

/** @returns the share of places with the same token, of the longer one; 1 for two empty texts */
export function agreement(ids: Uint32Array, reference: Uint32Array): number {
  const length = Math.max(ids.length, reference.length);
  return length === 0 ? 1 : reference.reduce((same, id, at) => same + Number(ids[at] === id), 0) / length;
}

function isJson(text: string) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export class Judge {
  tester: PatternTester;

  /** @param worker makes what a pattern is tried in */
  constructor(worker: () => Worker) {
    this.tester = new PatternTester(worker);
  }

  /**
   * @param results those without a text are left out
   * @returns a refusal is never right, whatever words it has
   */
  async judge(results: Map<string, Result>, measure: Measure): Promise<Judged> {
    const { right, sentence } = await this.#measured(results, measure);
    for (const [key, { text }] of results) if (right.get(key) && isRefusal(text)) right.set(key, false);
    return { right, sentence };
  }

  async #measured(results: Map<string, Result>, { kind, wanted, reference }: Measure): Promise<Judged> {
    const texts = [...results].filter(([, { sentence }]) => sentence === "");
    const yes = (rule: (result: Result) => boolean | null) => ({
      right: new Map(
        texts.flatMap(([key, result]) => {
          const verdict = rule(result);
          return verdict === null ? [] : [[key, verdict] as [string, boolean]];
        }),
      ),
      sentence: "",
    });
    const nothing = (sentence: string) => ({ right: new Map(), sentence });
    if (kind === "rule") return yes(({ verdict }) => verdict && verdict.right);
    if (kind === "json") return yes(({ text }) => isJson(text));
    if (wanted.trim() === "") return nothing("");
    if (kind === "contains") return yes(({ text }) => text.toLowerCase().includes(wanted.toLowerCase()));
    if (kind === "agrees") {
      const least = Number(wanted);
      if (!(least > 0 && least <= 100))
        return nothing(
          `The least agreement is “${wanted.slice(0, 20)}”; allowed is a number above 0, up to 100 per cent.`,
        );
      return reference === null
        ? nothing("No run is shown that the others could agree with.")
        : yes(({ ids }) => 100 * agreement(ids, reference) >= least);
    }
    const matches = await this.tester.test(
      wanted,
      texts.map(([, { text }]) => text),
    );
    if (typeof matches === "string") return nothing(matches);
    return { right: new Map(texts.map(([key], at) => [key, matches[at]])), sentence: "" };
  }
}
