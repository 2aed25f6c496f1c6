/** What may count as right in a text of one's own prompt. Each measure says yes or no of a result, or null: it cannot. */

import { isRefusal } from "../run/refusal.js";
import { PatternTester } from "./pattern.js";

/** @typedef {import("../run/study.js").Result} Result */
/**
 * @typedef {object} Measure
 * @property {string} kind
 * @property {string} wanted what the reader typed
 * @property {Uint32Array | null} reference the token ids of the run that is shown
 */
/** @typedef {{ right: Map<string, boolean>, sentence: string }} Judged by key of the result; the sentence says what is wrong with the measure, or "" */

/** @type {[kind: string, name: string, hint: string, example: string][]} */
export const MEASURES = [
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

/** Tasks that no text is right for. @type {(string | null)[]} */
const UNJUDGED = [null, "repair", "outside"];
/** Those whose rules are Python's. */
const PYTHON = ["story", "function"];

/**
 * @param {Pick<import("../page/about-prompt.js").About, "kind" | "unread">} about a prompt
 * @param {boolean} python are the runs made where Python is?
 * @returns {boolean} does a rule judge texts of this prompt? Of a Sudoku the grid alone is judged, whatever else it asks
 */
export const hasRule = ({ kind, unread }, python) =>
  !UNJUDGED.includes(kind) && (kind === "Sudoku" || unread.length === 0) && (python || !PYTHON.includes(String(kind)));

/**
 * @param {Uint32Array} ids
 * @param {Uint32Array} reference
 * @returns {number} the share of places with the same token, of the longer one; 1 for two empty texts
 */
export function agreement(ids, reference) {
  const length = Math.max(ids.length, reference.length);
  return length === 0 ? 1 : reference.reduce((same, id, at) => same + Number(ids[at] === id), 0) / length;
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export class Judge {
  /** @param {() => Worker} worker makes what a pattern is tried in */
  constructor(worker) {
    this.tester = new PatternTester(worker);
  }

  /**
   * @param {Map<string, Result>} results those without a text are left out
   * @param {Measure} measure
   * @returns {Promise<Judged>} a refusal is never right, whatever words it has
   */
  async judge(results, measure) {
    const { right, sentence } = await this.#measured(results, measure);
    for (const [key, { text }] of results) if (right.get(key) && isRefusal(text)) right.set(key, false);
    return { right, sentence };
  }

  /** @param {Map<string, Result>} results @param {Measure} measure @returns {Promise<Judged>} */
  async #measured(results, { kind, wanted, reference }) {
    const texts = [...results].filter(([, { sentence }]) => sentence === "");
    const yes = (/** @type {(result: Result) => boolean | null} */ rule) => ({
      right: new Map(
        texts.flatMap(([key, result]) => {
          const verdict = rule(result);
          return verdict === null ? [] : [/** @type {[string, boolean]} */ ([key, verdict])];
        }),
      ),
      sentence: "",
    });
    const nothing = (/** @type {string} */ sentence) => ({ right: new Map(), sentence });
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
