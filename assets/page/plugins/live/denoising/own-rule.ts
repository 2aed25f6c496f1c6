/**
 * Runs by a rule of the reader's own: the graphs of the checkpoint, but for the decision, for which the rule is asked. It is
 * in a sandbox (`engine/sandbox.ts`), and what it answers is checked like anything from outside.
 */

import { WAYS } from "../../../rules/ways.ts";
import { DECLARATION, MOST_RULE, OWN_RULE, withOwnRule } from "../../../rules/own-rule.ts";
import { PlaygroundError } from "../../../engine/errors.ts";
import { Graphs, idsIn } from "./graphs.ts";
import { RulePort, questionOf } from "../../../engine/rule-port.ts";
import type { Tensors } from "./graphs.ts";

/** Has one more sampler, which decides elsewhere. Everything else it shares with the graphs that it is made of. */
export class RuleGraphs extends Graphs {
  rule: RulePort;

  /**
   * @param rule its text, and the way to the sandbox that runs it
   * @throws {PlaygroundError} the text is too long
   */
  constructor(
    public graphs: Graphs,
    { source, port }: { source: string; port: MessagePort },
  ) {
    const { manifest } = graphs;
    if (source.length > MOST_RULE)
      throw new PlaygroundError(`The rule has ${source.length} characters; allowed are at most ${MOST_RULE}.`);
    const entry = { version: source, knobs: [], ways: ["uniform", "masked"], uniforms: 0, looks_back: false };
    const samplers = { ...manifest.samplers, [OWN_RULE]: { ...entry, declaration: DECLARATION } };
    super(graphs.ort, { ...manifest, samplers, knobs: withOwnRule(manifest.knobs) }, graphs.read);
    this.rule = new RulePort(port, manifest.canvas_length);
  }

  ready(name: string) {
    return this.graphs.ready(name);
  }

  async run(name: string, inputs: Tensors): Promise<Tensors> {
    const way = /^decide-(.*)-own-rule$/.exec(name)?.[1];
    return way === undefined ? super.run(name, inputs) : this.#decide(inputs, WAYS[way].begins);
  }

  /**
   * As `decided` in `playground/engine/step.py` does for a sampler that only picks positions.
   *
   * @param inputs of a graph `decide-...`
   * @param begins what stands on a canvas of the way of writing before its first step
   */
  async #decide(
    { canvas, step, steps, accepted, settled, stands, noise, sampled_ids, argmax_ids, entropy, top_probs }: Tensors,
    begins: string,
  ) {
    const { canvas_length: length, mask_id: mask } = this.manifest;
    const fixed = Uint8Array.from(settled.data, (each, position) => Number(each || stands.data[position]));
    const drawn = idsIn(sampled_ids);
    const question = questionOf({
      step: Number(step.data[0]),
      steps: Number(steps.data[0]),
      canvas: idsIn(canvas),
      accepted: accepted.data,
      settled: fixed,
      entropy: entropy.data,
      probabilities: top_probs.data,
      sampled: drawn,
      argmax: idsIn(argmax_ids),
    });
    const picked = await this.rule.accepted(question);
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
