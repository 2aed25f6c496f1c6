/**
 * Runs by a rule of the reader's own: the graphs of the checkpoint, but for the decision, for which the rule is asked. It is
 * in a sandbox (`engine/sandbox.js`), and what it answers is checked like anything from outside.
 */

import { DECLARATION, MOST_RULE, OWN_RULE, withOwnRule } from "../rules/own-rule.js";
import { PlaygroundError } from "./errors.js";
import { Graphs, idsIn } from "./graphs.js";

/** @typedef {import("./graphs.js").Tensors} Tensors */
/** @typedef {{ number: number, positions?: unknown[], type?: string }} Answer */

/** So long the rule may take for a step, and the browser to begin it. */
const STEP_MS = 2000;
const START_MS = 20_000;
const SLOW = `The rule took more than ${STEP_MS / 1000} s for a step and was ended; the steps before are kept.`;
/** The most characters of its fault that are shown; the rule may send whatever it likes as one. */
const LONGEST_FAULT = 200;
const UNBEGUN = "The browser did not begin the rule; reload the page and try again.";

/** One question at a time. */
class Rule {
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
   * @param {Record<string, any>} before
   * @param {Record<string, any>} statistics
   * @returns {Promise<Uint8Array>} a 1 where it keeps what was drawn
   * @throws {PlaygroundError} it fails, is too slow, or gives something else than positions
   */
  async accepted(before, statistics) {
    await this.#begun;
    if (this.#fault) throw this.#fault;
    const answer = this.#answer(STEP_MS, SLOW);
    this.port.postMessage({ number: (this.#questions += 1), before, statistics });
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
  #mask({ positions, type }) {
    if (type === "missing") throw new PlaygroundError("The rule has no function accept(before, statistics).");
    if (!Array.isArray(positions))
      throw new PlaygroundError(`The rule's accept returns ${shown(type)}; it must return a list of positions.`);
    const mask = new Uint8Array(this.length);
    for (const position of positions) {
      if (!Number.isInteger(position) || Number(position) < 0 || Number(position) >= this.length)
        throw new PlaygroundError(
          `The rule's accept returns ${shown(position)} as a position; positions are whole numbers from 0 to ${this.length - 1}.`,
        );
      mask[Number(position)] = 1;
    }
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

/** @param {unknown} value from the rule; an object may have no text @param {number} [most] characters */
const shown = (value, most = 40) =>
  (Object(value) === value ? "an object" : String(value)).slice(0, most).toWellFormed();

/** Has one more sampler, which decides elsewhere. Everything else it shares with the graphs that it is made of. */
export class RuleGraphs extends Graphs {
  /**
   * @param {Graphs} graphs
   * @param {{ source: string, port: MessagePort }} rule its text, and the way to the sandbox that runs it
   * @throws {PlaygroundError} the text is too long
   */
  constructor(graphs, { source, port }) {
    const { manifest } = graphs;
    if (source.length > MOST_RULE)
      throw new PlaygroundError(`The rule has ${source.length} characters; allowed are at most ${MOST_RULE}.`);
    const entry = { version: source, knobs: [], ways: ["uniform", "masked"], uniforms: 0, looks_back: false };
    const samplers = { ...manifest.samplers, [OWN_RULE]: { ...entry, declaration: DECLARATION } };
    super(graphs.ort, { ...manifest, samplers, knobs: withOwnRule(manifest.knobs) }, graphs.read);
    this.graphs = graphs;
    this.rule = new Rule(port, manifest.canvas_length);
  }

  /** @param {string} name */
  ready(name) {
    return this.graphs.ready(name);
  }

  /** @param {string} name @param {Tensors} inputs @returns {Promise<Tensors>} */
  async run(name, inputs) {
    const way = /^decide-(.*)-own-rule$/.exec(name)?.[1];
    return way === undefined ? super.run(name, inputs) : this.#decide(inputs, this.manifest.ways[way].begins);
  }

  /**
   * As `decided` in `playground/engine/step.py` does for a sampler that only picks positions.
   *
   * @param {Tensors} inputs of a graph `decide-...`
   * @param {string} begins what stands on a canvas of the way of writing before its first step
   */
  async #decide(
    { canvas, step, steps, accepted, settled, stands, noise, sampled_ids, argmax_ids, entropy, top_probs },
    begins,
  ) {
    const { canvas_length: length, mask_id: mask } = this.manifest;
    const fixed = Uint8Array.from(settled.data, (each, position) => Number(each || stands.data[position]));
    const candidates = top_probs.data.length / length;
    const probability = (/** @type {number} */ rank) =>
      Float32Array.from({ length }, (_, position) => top_probs.data[position * candidates + rank]);
    const [confidence, second] = [probability(0), probability(1)];
    const drawn = idsIn(sampled_ids);
    const picked = await this.rule.accepted(
      {
        step: Number(step.data[0]),
        steps: Number(steps.data[0]),
        canvas: idsIn(canvas),
        accepted: Uint8Array.from(accepted.data),
        settled: fixed,
      },
      {
        entropy: Float32Array.from(entropy.data),
        confidence,
        margin: confidence.map((first, position) => first - second[position]),
        sampled: drawn,
        argmax: idsIn(argmax_ids),
      },
    );
    const keeps = picked.map((each, position) => Number(each || fixed[position]));
    const instead = begins === "mask" ? new Int32Array(length).fill(mask) : idsIn(noise);
    const shape = [1, length];
    return {
      kept: this.flags(keeps, shape),
      next: this.ids(
        drawn.map((token, position) => (keeps[position] ? token : instead[position])),
        shape,
      ),
    };
  }
}
