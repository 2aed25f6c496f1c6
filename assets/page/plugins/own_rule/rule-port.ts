/**
 * The way to a rule of the reader's own in its sandbox (`sandbox.ts`): what it is asked about a step, and what it
 * answers, which is checked like anything from outside.
 */

import { maskOf, shown } from "./answer.ts";
import type { Figures } from "../live/decider.ts";

type Answer = { number: number; entries?: unknown; type?: unknown };
type Question = { before: Record<string, any>; statistics: Record<string, any> };

/** So long the rule may take for a step, and the browser to begin it. */
const STEP_MS = 2000;
const START_MS = 20_000;
const SLOW = `The rule took more than ${STEP_MS / 1000} s for a step and was ended.`;
/** The most characters of its fault that are shown; the rule may send whatever it likes as one. */
const LONGEST_FAULT = 200;
const UNBEGUN = "The browser did not begin the rule; reload the page and try again.";

/** One question at a time. */
export class RulePort {
  #questions = 0;
  /** Why it answers no more. */
  #fault: Error | null = null;
  /** Who waits for its next answer. */
  #resolve = (_: Answer) => {};
  #reject = (_: Error) => {};
  /** Done when it has begun, which it says unasked. */
  #begun;

  /** @param port to the sandbox */
  constructor(private port: MessagePort) {
    this.#begun = this.#answer(START_MS, UNBEGUN);
    this.#begun.catch(() => {});
    port.onmessage = ({ data }) => {
      if (data.fault === undefined) this.#resolve(data);
      else this.#fail(faultSentence(data));
    };
  }

  /**
   * @returns a 1 where it keeps what was drawn
   * @throws {Error} it fails, is too slow, or returns what it may not
   */
  async accepted(question: Question): Promise<Uint8Array> {
    await this.#begun;
    if (this.#fault) throw this.#fault;
    const answer = this.#answer(STEP_MS, SLOW);
    this.port.postMessage({ number: (this.#questions += 1), ...question });
    return maskIn(await answer, question.before.canvas.length);
  }

  /** @param most in ms @param sentence if it takes longer @returns the next one */
  #answer(most: number, sentence: string): Promise<Answer> {
    const late = setTimeout(() => this.#fail(sentence), most);
    return new Promise<Answer>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    }).finally(() => clearTimeout(late));
  }

  #fail(sentence: string) {
    this.#fault ??= new Error(sentence);
    this.#reject(this.#fault);
  }
}

/** @param length of the canvas */
function maskIn(answer: Answer, length: number): Uint8Array {
  if (answer.type === "missing") throw new Error("The rule has no function accept(before, statistics).");
  const mask = maskOf(answer, length);
  if (typeof mask === "string") throw new Error(mask);
  return mask;
}

/** @param failure from the sandbox @returns for the reader */
function faultSentence({ fault, line }: { fault: unknown; line: unknown }): string {
  const where = Number.isInteger(line) && Number(line) > 0 ? ` in line ${line}` : "";
  return `The rule fails${where}: ${shown(fault, LONGEST_FAULT)
    .replace(/^Uncaught /, "")
    .replace(/\.$/, "")}.`;
}

/** @returns copies of the figures: with a view of an array, all of that array would be sent */
export function questionOf(figures: Figures): Question {
  const { step, steps, canvas, accepted, settled, entropy, probabilities, sampled, argmax } = figures;
  const candidates = probabilities.length / canvas.length;
  const probability = (rank: number) =>
    Float32Array.from(canvas, (_, position) => probabilities[position * candidates + rank]);
  const [confidence, second] = [probability(0), probability(1)];
  return {
    before: { step, steps, canvas: canvas.slice(), accepted: accepted.slice(), settled: settled.slice() },
    statistics: {
      entropy: entropy.slice(),
      confidence,
      margin: confidence.map((first, position) => first - second[position]),
      sampled: sampled.slice(),
      argmax: argmax.slice(),
    },
  };
}
