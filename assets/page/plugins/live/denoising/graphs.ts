/**
 * The graphs of a portable checkpoint, which `playground/plugins/live/portable/` writes: each is fetched and made ready when it is first
 * needed, and then run by name. All rules of the loop are in them, so each stands written once, in Python.
 */

import { PlaygroundError } from "../../../engine/errors.ts";
import type { Manifest } from "./manifest.ts";

/** By the graph's own names; each is an `ort.Tensor`. */
export type Tensors = Record<string, any>;

export class Graphs {
  /** name -> session */
  #sessions: Map<string, Promise<any>> = new Map();

  /**
   * @param ort onnxruntime-web
   * @param read gives the bytes of a file that the manifest names
   */
  constructor(
    public ort: any,
    public manifest: Manifest,
    public read: (file: string) => Promise<Uint8Array>,
  ) {}

  /** @returns is there such a graph? */
  has(name: string): boolean {
    return Object.hasOwn(this.manifest.graphs, name);
  }

  /**
   * @param name of a graph
   * @param inputs those that it does not need are left out
   * @returns its outputs
   * @throws {PlaygroundError} the graph or the weights cannot be used
   */
  async run(name: string, inputs: Tensors): Promise<Tensors> {
    const session = await this.ready(name);
    const needed = Object.fromEntries(session.inputNames.map((each: string) => [each, inputs[each]]));
    return session.run(needed);
  }

  /** Makes graphs ready before they are needed. */
  ready(name: string) {
    let session = this.#sessions.get(name);
    if (session === undefined) {
      session = this.#session(name);
      session.catch(() => this.#sessions.delete(name)); // the next try may find the file whole
      this.#sessions.set(name, session);
    }
    return session;
  }

  async #session(name: string) {
    const { file, weights: names } = this.manifest.graphs[name];
    const used = this.manifest.weights.filter((each) => names.includes(each.name));
    const weights = used.map(async (each) => ({ path: each.name, data: await this.read(each.file) }));
    const [graph, ...externalData] = await Promise.all([this.read(file), ...weights]);
    const options = { executionProviders: ["wasm"], graphOptimizationLevel: "all", externalData };
    try {
      return await this.ort.InferenceSession.create(graph, options);
    } catch (error) {
      console.error(error);
      throw new PlaygroundError(`The graph ${file} cannot be used here; reload the page to fetch it again.`);
    }
  }

  ids(ids: ArrayLike<number>, dims: number[]) {
    return new this.ort.Tensor("int64", BigInt64Array.from(ids, BigInt), dims);
  }

  floats(numbers: Float32Array | number[], dims: number[]) {
    return new this.ort.Tensor("float32", Float32Array.from(numbers), dims);
  }

  flags(flags: Uint8Array, dims: number[]) {
    return new this.ort.Tensor("bool", flags, dims);
  }
}

/** @param tensor of ids */
export const idsIn = (tensor: any): Int32Array => Int32Array.from(tensor.data, Number);
