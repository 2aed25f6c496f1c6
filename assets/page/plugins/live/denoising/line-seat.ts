/** How a run writes token after token: each pass reads one and gives the next. `playground/engine/lines.py` does the same. */

import { numbersFor, softmax } from "./canvas-seat.ts";
import { Prefix } from "./prefix.ts";
import type { Run } from "./run.ts";

/** What stands on the canvas, and the statistics of each token at the time. */
interface Written {
  canvas: Int32Array;
  argmax: Int32Array;
  entropy: Float32Array;
  topIds: Int32Array;
  topProbs: Float32Array;
  /** The token before the next one; at first the prompt's last token. */
  last: number;
}

/** How many candidates a frame has for each position; `CANDIDATES` in `playground/engine/statistics.py`. */
const CANDIDATES = 8;

export class LineSeat {
  prefix: Prefix;
  state = null as unknown as Written;

  constructor(public run: Run) {
    this.prefix = new Prefix(run.graphs);
    // until the first block begins
  }

  async #beginBlock() {
    const { run } = this;
    const { canvas_length: length, vocab_size: vocabulary, blank } = run.manifest;
    let last = this.state?.last;
    if (run.block === 0) {
      last = run.unread[run.unread.length - 1];
      const rest = run.unread.slice(0, -1);
      if (rest.length > 0) this.prefix = (await this.prefix.read(rest)).prefix;
      run.encoded += rest.length;
    }
    run.unread = [];
    run.block += 1;
    run.begins = false;
    const candidates = length * Math.min(CANDIDATES, vocabulary);
    this.state = {
      canvas: new Int32Array(length).fill(blank),
      argmax: new Int32Array(length).fill(blank),
      entropy: new Float32Array(length),
      topIds: new Int32Array(candidates).fill(blank),
      topProbs: new Float32Array(candidates),
      last,
    };
  }

  /** @param watched the position that the step writes */
  async next(
    watched?: number,
  ): Promise<{ record: Record<string, any>; seen?: { probs: Float32Array; attention: any[] } }> {
    const { run } = this;
    if (run.begins) {
      await this.#beginBlock();
      run.turn();
    }
    run.was = null; // it keeps nothing that depends on the settings
    const { graphs, manifest } = run;
    const { settings } = run.spec;
    const { state } = this;
    const { prefix, outputs } = await this.prefix.read([state.last]);
    this.prefix = prefix;
    const temperature = graphs.floats([settings.t_max], [1]);
    const numbers = numbersFor(graphs, run.generator, settings.draw, 1, manifest.vocab_size);
    const { logits } = outputs;
    const drawn = await graphs.run(`statistics-${settings.way}-${settings.draw}`, { logits, temperature, numbers });

    const here = run.step;
    const count = drawn.top_ids.data.length;
    const last = Number(drawn.sampled_ids.data[0]);
    const entropy = put(state.entropy, here, [drawn.entropy.data[0]]);
    this.state = {
      canvas: put(state.canvas, here, [last]),
      argmax: put(state.argmax, here, [Number(drawn.argmax_ids.data[0])]),
      entropy,
      topIds: put(state.topIds, here * count, Int32Array.from(drawn.top_ids.data, Number)),
      topProbs: put(state.topProbs, here * count, drawn.top_probs.data),
      last,
    };
    const record = {
      temperature: Math.fround(settings.t_max),
      mean_entropy: Math.fround(entropy.reduce((sum, each) => sum + each, 0) / (here + 1)),
      stable_for: 0,
      input_ids: state.canvas,
      sampled_ids: this.state.canvas,
      argmax_ids: this.state.argmax,
      accepted: Uint8Array.from(state.canvas, (_, at) => Number(at <= here)),
      entropy,
      top_ids: this.state.topIds,
      top_probs: this.state.topProbs,
      lead: undefined,
      stop: false, // what stands on the canvas ends the block
    };
    if (watched === undefined) return { record };
    const attention = manifest.layers.map((_, layer) => outputs[`attention${layer}`]);
    return { record, seen: { probs: softmax(drawn.processed.data), attention } };
  }
}

/** @returns the old array with fresh numbers at the place */
function put<T extends Int32Array | Float32Array>(old: T, place: number, fresh: ArrayLike<number>): T {
  const copy = old.slice() as T;
  copy.set(fresh, place);
  return copy;
}
