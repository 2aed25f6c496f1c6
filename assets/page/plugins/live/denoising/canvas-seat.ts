/** How a run writes by diffusion: each pass denoises its whole canvas. `playground/engine/canvases.py` does the same. */

import { idsIn } from "./graphs.ts";
import { blockStart, cellsOf, editOf, favoured, inBlock } from "./held-tokens.ts";
import { Prefix, positions } from "./prefix.ts";
import type { Graphs } from "./graphs.ts";
import type { Run } from "./run.ts";
import type { TorchGenerator } from "./torch-random.ts";

/** What the next pass and the next stopping test need; see `State` in `playground/engine/step.py`. */
interface State {
  canvas: Int32Array;
  argmax: Int32Array;
  accepted: Uint8Array;
  memory: Float32Array;
  stableFor: number;
  pins: Int32Array;
  favoured: Int32Array;
  unended: Uint8Array;
  /**
   * Of the step before: its processed logits, and the soft embeddings that take their place once they are needed; null
   * before the first step.
   */
  conditioning: { processed: any; signal?: Promise<any> } | null;
  /** The processed logits of the step before, for a sampler that looks back and has been there. */
  before: any;
}

export class CanvasSeat {
  prefix: Prefix;
  state = null as unknown as State;

  constructor(public run: Run) {
    this.prefix = new Prefix(run.graphs);
    // until the first block begins
  }

  async #beginBlock() {
    const { run } = this;
    const { manifest } = run;
    const { canvas_length: length } = manifest;
    for (const ids of run.skipped.splice(0)) this.prefix = (await this.prefix.read(ids)).prefix;
    if (run.unread.length > 0) {
      this.prefix = (await this.prefix.read(run.unread)).prefix;
      run.encoded += run.unread.length;
      run.unread = [];
    }
    run.block += 1;
    run.begins = false;
    const noise = run.generator.noise(length, manifest.vocab_size);
    const { pins, unended } = run.pins;
    this.state = {
      canvas: over(blockStart(run.spec, run.block, noise, manifest), pins),
      argmax: new Int32Array(length).fill(-1),
      accepted: new Uint8Array(length),
      memory: new Float32Array(length),
      stableFor: 0,
      pins,
      favoured: inBlock(favoured(run.spec, manifest), run.block, length),
      unended,
      conditioning: null,
      before: null,
    };
  }

  /** Gives a run that has branched off the pins of its own, and nothing that another sampler has kept. */
  #turned() {
    const { run, state } = this;
    const { was } = run;
    if (was === null) return;
    const { pins, unended } = run.pins;
    this.state = { ...state, pins, unended, canvas: over(state.canvas, pins) };
    if (run.spec.settings.sampler !== was.settings.sampler)
      this.state = { ...this.state, memory: new Float32Array(state.memory.length), before: null };
    run.was = null;
  }

  /** Changes the cells that are to be changed before this step. */
  #edit() {
    const { run, state } = this;
    const edit = editOf(run.spec, run.block, run.step + 1);
    run.edited = edit ? cellsOf(run.spec, edit, run.manifest) : new Map();
    if (!edit) return;
    const canvas = state.canvas.slice();
    const favours = state.favoured.slice();
    for (const [position, token] of run.edited) {
      canvas[position] = token;
      favours[position] = -1;
    }
    this.state = { ...state, canvas, favoured: favours };
  }

  async next(
    watched?: number,
  ): Promise<{ record: Record<string, any>; seen?: { probs: Float32Array; attention: any[] } }> {
    const { run } = this;
    if (run.begins) {
      await this.#beginBlock();
      run.turn();
    }
    this.#turned();
    this.#edit();
    const { graphs, manifest, state } = { graphs: run.graphs, manifest: run.manifest, state: this.state };
    const { canvas_length: length, hidden_size: hidden, vocab_size: vocabulary } = manifest;
    const { settings } = run.spec;
    const sampler = manifest.samplers[settings.sampler];
    const shape = [1, length];
    const canvas = graphs.ids(state.canvas, shape);

    const conditions = manifest.self_conditioning && settings.self_conditioning === "on";
    const conditioned = conditions && settings.self_conditioning_scale > 0 && state.conditioning !== null;
    const passed = await graphs.run("denoise", {
      canvas,
      positions: graphs.ids(positions(this.prefix.length, length), shape),
      position: graphs.ids([watched ?? 0], [1]),
      signal: conditioned
        ? await this.#signal()
        : graphs.floats(new Float32Array(length * hidden), [1, length, hidden]),
      strength: graphs.floats([settings.self_conditioning_scale], [1, 1, 1]),
      ...this.prefix.tensors,
    });

    const { generator } = run;
    const numbers = numbersFor(graphs, generator, settings.draw, length, vocabulary);
    const noise = graphs.ids(generator.noise(length, vocabulary), shape);
    const uniforms = graphs.floats(generator.floats(sampler.uniforms * length), [1, sampler.uniforms, length]);

    const at = { step: graphs.ids([run.step + 1], [1]), steps: graphs.ids([settings.max_denoising_steps], [1]) };
    const { temperature } = await graphs.run(`temperature-${settings.schedule}`, {
      ...at,
      t_min: graphs.floats([settings.t_min], [1]),
      span: graphs.floats([settings.t_max - settings.t_min], [1]),
    });
    const figures = await graphs.run(`statistics-${settings.way}-${settings.draw}`, {
      logits: passed.logits,
      temperature,
      margin: graphs.floats([settings.favour_margin], [1, 1]),
      canvas,
      pins: graphs.ids(state.pins, shape),
      favoured: graphs.ids(state.favoured, shape),
      unended: graphs.flags(state.unended, shape),
      numbers,
    });
    const figuresHeld = {
      sampled_ids: figures.held_sampled_ids,
      argmax_ids: figures.held_argmax_ids,
      entropy: figures.held_entropy,
      top_ids: figures.held_top_ids,
      top_probs: figures.held_top_probs,
      processed: figures.processed,
    };
    const first = sampler.looks_back && state.before === null;
    const decided = await graphs.run(`decide-${settings.way}-${settings.sampler}${first ? "-first" : ""}`, {
      canvas,
      step: at.step,
      steps: graphs.ids([settings.max_denoising_steps], [1, 1]),
      accepted: graphs.flags(state.accepted, shape),
      settled: figures.settled,
      stands: figures.stands,
      noise,
      uniforms,
      memory: graphs.floats(state.memory, shape),
      ...figuresHeld,
      before: state.before,
      ...Object.fromEntries(sampler.knobs.map((name) => [name, graphs.floats([Number(settings[name])], [1, 1])])),
    });
    const outcome = await graphs.run("conclude", {
      kept: decided.kept,
      next: decided.next,
      stands: figures.stands,
      standing: figures.standing,
      ...figuresHeld,
      argmax_ids_before: graphs.ids(state.argmax, shape),
      stable_for: graphs.ids([state.stableFor], [1]),
      stability: graphs.ids([settings.stability_threshold], [1]),
      confidence: graphs.floats([settings.confidence_threshold], [1]),
    });
    const argmax = idsIn(figures.held_argmax_ids);
    const stableFor = Number(outcome.stable_for_out.data[0]);
    this.state = {
      ...state,
      canvas: idsIn(outcome.canvas),
      argmax,
      accepted: Uint8Array.from(outcome.accepted.data),
      memory: decided.memory_out ? Float32Array.from(decided.memory_out.data) : state.memory,
      stableFor,
      conditioning: { processed: figures.processed },
      before: sampler.looks_back ? figures.processed : null,
    };
    const record = {
      temperature: temperature.data[0],
      mean_entropy: outcome.mean_entropy.data[0],
      stable_for: stableFor,
      input_ids: state.canvas,
      sampled_ids: idsIn(outcome.sampled_ids_out),
      argmax_ids: argmax,
      accepted: this.state.accepted,
      entropy: figures.entropy.data,
      top_ids: idsIn(figures.top_ids),
      top_probs: figures.top_probs.data,
      ...(decided.key && { key: decided.key.data }),
      lead: figures.lead.data,
      stop: Boolean(outcome.stop.data[0]),
    };
    return { record, ...(watched !== undefined && { seen: this.#seen(passed, figures.processed, watched) }) };
  }

  /** The soft embeddings of the step before; they are made once, for all runs that go on from there. */
  #signal() {
    const conditioning = this.state.conditioning as { processed: any; signal?: Promise<any> };
    const { processed } = conditioning;
    conditioning.signal ??= this.run.graphs.run("embed", { processed }).then(({ signal }) => signal);
    conditioning.processed = null; // it is large
    return conditioning.signal;
  }

  #seen(passed: Record<string, any>, processed: any, position: number) {
    const { layers, vocab_size: vocabulary } = this.run.manifest;
    const logits = processed.data.subarray(position * vocabulary, (position + 1) * vocabulary);
    return { probs: softmax(logits), attention: layers.map((_, layer) => passed[`attention${layer}`]) };
  }
}

/** What picks the tokens of a step; see `Draws` in `playground/engine/randomness.py`. */
export function numbersFor(
  graphs: Graphs,
  generator: TorchGenerator,
  draw: string | number,
  length: number,
  vocabulary: number,
) {
  const { Tensor } = graphs.ort;
  if (draw === "exact")
    return new Tensor("float32", generator.exponentials(length * vocabulary), [1, length, vocabulary]);
  return draw === "fast" ? new Tensor("float64", generator.uniforms(length), [1, length]) : undefined;
}

export function softmax(logits: Float32Array) {
  const most = logits.reduce((a, b) => Math.max(a, b), -Infinity);
  const weights = Float32Array.from(logits, (logit) => Math.exp(logit - most));
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / sum);
}

/** @returns the tokens, but for pins */
const over = (tokens: Int32Array, pins: Int32Array): Int32Array =>
  tokens.map((token, at) => (pins[at] >= 0 ? pins[at] : token));
