/** What a run has read: the keys and values of each layer, and how many tokens they are of. Reading more makes another one. */

/** @typedef {import("./graphs.js").Graphs} Graphs */

export class Prefix {
  /** @param {Graphs} graphs @param {Record<string, any>} [tensors] `keys0`, `values0`, ... @param {number} [length] */
  constructor(graphs, tensors = emptyOf(graphs), length = 0) {
    this.graphs = graphs;
    this.tensors = tensors;
    this.length = length;
  }

  /** The bytes of its keys and values. */
  get bytes() {
    return Object.values(this.tensors).reduce((sum, { data }) => sum + data.byteLength, 0);
  }

  /**
   * Reads more tokens.
   *
   * @param {number[]} ids one at least
   * @param {number} [position] of these tokens, of which the outputs say where it looks
   * @returns {Promise<{ prefix: Prefix, outputs: Record<string, any> }>} with the `logits` after the last token
   */
  async read(ids, position = 0) {
    const { graphs, length, tensors } = this;
    const dims = [1, ids.length];
    const outputs = await graphs.run("read", {
      ids: graphs.ids(ids, dims),
      positions: graphs.ids(positions(length, ids.length), dims),
      position: graphs.ids([position], [1]),
      ...tensors,
    });
    const read = Object.fromEntries(Object.keys(tensors).map((name) => [name, outputs[`${name}_out`]]));
    return { prefix: new Prefix(graphs, read, length + ids.length), outputs };
  }
}

/** @param {number} first @param {number} count @returns {Int32Array} */
export const positions = (first, count) => Int32Array.from({ length: count }, (_, at) => first + at);

/** @param {Graphs} graphs @returns {Record<string, any>} */
function emptyOf(graphs) {
  const empty = graphs.manifest.layers.flatMap(({ heads, head_size: size }, layer) =>
    ["keys", "values"].map((name) => [`${name}${layer}`, graphs.floats([], [1, heads, 0, size])]),
  );
  return Object.fromEntries(empty);
}
