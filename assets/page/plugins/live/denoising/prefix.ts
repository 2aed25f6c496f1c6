/** What a run has read: the keys and values of each layer, and how many tokens they are of. Reading more makes another one. */

import type { Graphs } from "./graphs.ts";

export class Prefix {
  /** @param tensors `keys0`, `values0`, ... */
  constructor(
    public graphs: Graphs,
    public tensors: Record<string, any> = emptyOf(graphs),
    public length: number = 0,
  ) {}

  /** The bytes of its keys and values. */
  get bytes() {
    return Object.values(this.tensors).reduce((sum, { data }) => sum + data.byteLength, 0);
  }

  /**
   * Reads more tokens.
   *
   * @param ids one at least
   * @param position of these tokens, of which the outputs say where it looks
   * @returns with the `logits` after the last token
   */
  async read(ids: number[], position: number = 0): Promise<{ prefix: Prefix; outputs: Record<string, any> }> {
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

export const positions = (first: number, count: number): Int32Array =>
  Int32Array.from({ length: count }, (_, at) => first + at);

function emptyOf(graphs: Graphs): Record<string, any> {
  const empty = graphs.manifest.layers.flatMap(({ heads, head_size: size }, layer) =>
    ["keys", "values"].map((name) => [`${name}${layer}`, graphs.floats([], [1, heads, 0, size])]),
  );
  return Object.fromEntries(empty);
}
