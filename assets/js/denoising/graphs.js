/**
 * The graphs of a portable checkpoint, which `playground/portable/` writes: each is fetched and made ready when it is first
 * needed, and then run by name. All rules of the loop are in them, so each stands written once, in Python.
 */

import { PlaygroundError } from "./errors.js";

/** @typedef {import("./manifest.js").Manifest} Manifest */
/** @typedef {Record<string, any>} Tensors by the graph's own names; each is an `ort.Tensor` */

export class Graphs {
  /** @type {Map<string, Promise<any>>} name -> session */
  #sessions = new Map();

  /**
   * @param {any} ort onnxruntime-web
   * @param {Manifest} manifest
   * @param {(file: string) => Promise<Uint8Array>} read gives the bytes of a file that the manifest names
   */
  constructor(ort, manifest, read) {
    this.ort = ort;
    this.manifest = manifest;
    this.read = read;
  }

  /** @param {string} name @returns {boolean} is there such a graph? */
  has(name) {
    return Object.hasOwn(this.manifest.graphs, name);
  }

  /**
   * @param {string} name of a graph
   * @param {Tensors} inputs those that it does not need are left out
   * @returns {Promise<Tensors>} its outputs
   * @throws {PlaygroundError} the graph or the weights cannot be used
   */
  async run(name, inputs) {
    const session = await this.ready(name);
    const needed = Object.fromEntries(session.inputNames.map((/** @type {string} */ each) => [each, inputs[each]]));
    return session.run(needed);
  }

  /** Makes graphs ready before they are needed. @param {string} name */
  ready(name) {
    let session = this.#sessions.get(name);
    if (session === undefined) {
      session = this.#session(name);
      session.catch(() => this.#sessions.delete(name)); // the next try may find the file whole
      this.#sessions.set(name, session);
    }
    return session;
  }

  /** @param {string} name */
  async #session(name) {
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

  /** @param {ArrayLike<number>} ids @param {number[]} dims */
  ids(ids, dims) {
    return new this.ort.Tensor("int64", BigInt64Array.from(ids, BigInt), dims);
  }

  /** @param {Float32Array | number[]} numbers @param {number[]} dims */
  floats(numbers, dims) {
    return new this.ort.Tensor("float32", Float32Array.from(numbers), dims);
  }

  /** @param {Uint8Array} flags @param {number[]} dims */
  flags(flags, dims) {
    return new this.ort.Tensor("bool", flags, dims);
  }
}

/** @param {any} tensor of ids @returns {Int32Array} */
export const idsIn = (tensor) => Int32Array.from(tensor.data, Number);
