/**
 * Runs whose sampler decides outside of this worker: the graphs of the checkpoint, but for the decision, for which it is
 * asked over a port (`../decider.ts`).
 */

import { withWritten } from "../../../rules/knobs.ts";
import { WAYS } from "../../../rules/ways.ts";
import { PlaygroundError } from "../../../engine/errors.ts";
import { Graphs, idsIn } from "./graphs.ts";
import type { Answer, Figures, Outside } from "../decider.ts";
import type { Tensors } from "./graphs.ts";

/** Has one more sampler. Everything else it shares with the graphs that it is made of. */
export class DeciderGraphs extends Graphs {
  #name: string;
  #port: MessagePort;

  constructor(
    public graphs: Graphs,
    { name, source, declaration, port }: Outside,
  ) {
    const { manifest } = graphs;
    const entry = { version: source, knobs: [], ways: ["uniform", "masked"], uniforms: 0, looks_back: false };
    const samplers = { ...manifest.samplers, [name]: { ...entry, declaration } };
    const knobs = withWritten(manifest.knobs, { [name]: declaration.rule });
    super(graphs.ort, { ...manifest, samplers, knobs }, graphs.read);
    this.#name = name;
    this.#port = port;
  }

  ready(name: string) {
    return this.graphs.ready(name);
  }

  async run(name: string, inputs: Tensors): Promise<Tensors> {
    const way = Object.keys(WAYS).find((way) => name === `decide-${way}-${this.#name}`);
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
    const picked = await this.#ask({
      step: Number(step.data[0]),
      steps: Number(steps.data[0]),
      canvas: idsIn(canvas),
      accepted: Uint8Array.from(accepted.data),
      settled: fixed,
      entropy: Float32Array.from(entropy.data),
      probabilities: Float32Array.from(top_probs.data),
      sampled: drawn,
      argmax: idsIn(argmax_ids),
    });
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

  /** @throws {PlaygroundError} why it does not decide */
  async #ask(figures: Figures): Promise<Uint8Array> {
    const coming = new Promise<Answer>((resolve) => (this.#port.onmessage = ({ data }) => resolve(data)));
    this.#port.postMessage(figures);
    const answer = await coming;
    if ("refusal" in answer) throw new PlaygroundError(answer.refusal);
    return answer.mask;
  }
}
