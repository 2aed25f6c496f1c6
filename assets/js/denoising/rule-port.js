/**
 * The way to a rule of the reader's own in its sandbox (`engine/sandbox.js`): what it is asked about a step, and what it
 * answers, which is checked like anything from outside.
 */

import { maskOf, shown } from "../rules/rule-answer.js";
import { PlaygroundError } from "./errors.js";

/** @typedef {{ number: number, entries?: unknown, type?: unknown }} Answer */
/** @typedef {{ before: Record<string, any>, statistics: Record<string, any> }} Question */

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
  /** Why it answers no more. @type {PlaygroundError | null} */
  #fault = null;
  /** Who waits for its next answer. */
  #resolve = (/** @type {Answer} */ _) => {};
  #reject = (/** @type {PlaygroundError} */ _) => {};
  /** Done when it has begun, which it says unasked. */
  #begun;

  /** @param {MessagePort} port to the sandbox @param {number} length of the canvas */
  constructor(port, length) {
    this.port = port;
    this.length = length;
    this.#begun = this.#answer(START_MS, UNBEGUN);
    this.#begun.catch(() => {});
    port.onmessage = ({ data }) => {
      if (data.fault === undefined) this.#resolve(data);
      else this.#fail(faultSentence(data));
    };
  }

  /**
   * @param {Question} question
   * @returns {Promise<Uint8Array>} a 1 where it keeps what was drawn
   * @throws {PlaygroundError} it fails, is too slow, or returns what it may not
   */
  async accepted(question) {
    await this.#begun;
    if (this.#fault) throw this.#fault;
    const answer = this.#answer(STEP_MS, SLOW);
    this.port.postMessage({ number: (this.#questions += 1), ...question });
    return this.#mask(await answer);
  }

  /** @param {number} most in ms @param {string} sentence if it takes longer @returns {Promise<Answer>} the next one */
  #answer(most, sentence) {
    const late = setTimeout(() => this.#fail(sentence), most);
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    }).finally(() => clearTimeout(late));
  }

  /** @param {string} sentence */
  #fail(sentence) {
    this.#fault ??= new PlaygroundError(sentence);
    this.#reject(this.#fault);
  }

  /** @param {Answer} answer */
  #mask(answer) {
    if (answer.type === "missing") throw new PlaygroundError("The rule has no function accept(before, statistics).");
    const mask = maskOf(answer, this.length);
    if (typeof mask === "string") throw new PlaygroundError(mask);
    return mask;
  }
}

/** @param {{ fault: unknown, line: unknown }} failure from the sandbox @returns {string} for the reader */
function faultSentence({ fault, line }) {
  const where = Number.isInteger(line) && Number(line) > 0 ? ` in line ${line}` : "";
  return `The rule fails${where}: ${shown(fault, LONGEST_FAULT)
    .replace(/^Uncaught /, "")
    .replace(/\.$/, "")}.`;
}

/**
 * @param {object} figures of a step, by position
 * @param {number} figures.step counted from 1
 * @param {number} figures.steps the most that there may be
 * @param {ArrayLike<number>} figures.canvas token ids of what went in
 * @param {ArrayLike<number>} figures.accepted 1 where the step before kept
 * @param {ArrayLike<number>} figures.settled 1 where a token stays anyway
 * @param {ArrayLike<number>} figures.entropy in nats
 * @param {ArrayLike<number>} figures.probabilities of the candidates of each position, the first one first
 * @param {ArrayLike<number>} figures.sampled token ids of what was drawn
 * @param {ArrayLike<number>} figures.argmax token ids of the first choices
 * @returns {Question}
 */
export function questionOf({ step, steps, canvas, accepted, settled, entropy, probabilities, sampled, argmax }) {
  const candidates = probabilities.length / canvas.length;
  const probability = (/** @type {number} */ rank) =>
    Float32Array.from(canvas, (_, position) => probabilities[position * candidates + rank]);
  const [confidence, second] = [probability(0), probability(1)];
  return {
    before: {
      step,
      steps,
      canvas: Int32Array.from(canvas),
      accepted: Uint8Array.from(accepted),
      settled: Uint8Array.from(settled),
    },
    statistics: {
      entropy: Float32Array.from(entropy),
      confidence,
      margin: confidence.map((first, position) => first - second[position]),
      sampled: Int32Array.from(sampled),
      argmax: Int32Array.from(argmax),
    },
  };
}
