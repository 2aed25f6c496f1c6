/** Looks inside one position at one step, as `playground/plugins/inside/look.py` does: the step is computed again. */

import { PlaygroundError } from "../../../engine/errors.ts";
import { shown } from "../../../run/schema.ts";
import { isMapping } from "./values.ts";
import { rowOf } from "./row.ts";
import { Run } from "./run.ts";
import { replaced } from "./settings.ts";
import { RunSpec } from "./spec.ts";
import type { Engine } from "./engine.ts";

type Place = { spec: RunSpec; position: number; block: number; step: number };

/** How many of the most probable tokens come with their texts. */
const TEXTS = 1000;

/**
 * @param question JSON, as `look_inside` in `playground/plugins/inside/answers.py` takes it
 * @returns as that answers
 * @throws {PlaygroundError} there is no such step or position
 */
export async function lookInside(engine: Engine, question: string): Promise<Record<string, any>> {
  const { vocabulary } = engine;
  const place = placeIn(question, engine);
  const { block, step, position } = place;
  const { run, frames } = await upTo(engine, place);
  const frame = frames[frames.length - 1];
  const ends = frames.filter((end) => end.stop_reason !== "" && end.block < block);
  const read = [...run.promptIds, ...ends.flatMap((end) => [...run.way.standing(end)])];
  const canvas = [...frame.input_ids];
  const keys = [...read, ...(run.way.causal ? canvas.slice(0, step - 1) : canvas)];
  const { probs, attention } = frame.seen;
  const causally = run.way.causal ? null : (await run.seat.prefix.read(canvas, position)).outputs;
  const ids = Int32Array.from(probs, (_: number, id: number) => id);
  ids.sort((a, b) => probs[b] - probs[a] || a - b);
  return {
    ids,
    probs: Float32Array.from(ids, (id) => probs[id]),
    texts: vocabulary.textsOf([...ids.subarray(0, TEXTS)]),
    keys: vocabulary.textsOf(keys),
    prefix: read.length,
    layers: attention.length,
    heads: attention[0].dims[0],
    attention: sideBySide(attention, keys.length),
    causal: causally && sideBySide(attentionIn(causally, attention.length), keys.length),
    compiled: false,
    sampled: frame.sampled_ids[position],
    accepted: Boolean(frame.accepted[position]),
  };
}

/**
 * Takes a step again without self-conditioning, from the same canvas and with the same random numbers.
 *
 * @param question as `lookInside` takes it
 * @returns `with` and `without`: what the position became
 * @throws {PlaygroundError} there is no such step or position
 */
export async function withoutConditioning(engine: Engine, question: string): Promise<Record<string, any>> {
  const place = placeIn(question, engine);
  const became = async (conditioned: boolean) => {
    const { frames } = await upTo(engine, place, conditioned);
    const { sampled_ids, argmax_ids, accepted, entropy } = frames[frames.length - 1];
    const at = place.position;
    const [sampled, argmax] = engine.vocabulary.textsOf([sampled_ids[at], argmax_ids[at]]);
    return { sampled, argmax, accepted: Boolean(accepted[at]), entropy: entropy[at] };
  };
  return { with: await became(true), without: await became(false) };
}

/**
 * Takes a run's steps up to one, which it looks into.
 *
 * @param conditioned is that step self-conditioned, if the run is?
 */
async function upTo(
  { graphs, manifest, vocabulary, moments }: Engine,
  { spec, position, block, step }: Place,
  conditioned: boolean = true,
) {
  const run = new Run(graphs, rowOf(spec, vocabulary), moments.find(spec, { block, step: step - 1 }));
  const frames = run.before.slice();
  for (;;) {
    const last = frames[frames.length - 1];
    if (run.over || (last && (last.block > block || (last.block === block && last.step >= step))))
      throw new PlaygroundError(`Computed here, this run has no step ${step} in block ${block}.`);
    const next = run.begins ? { block: run.block + 1, step: 1 } : { block: run.block, step: run.step + 1 };
    if (next.block !== block || next.step !== step) {
      frames.push(await run.next());
      continue;
    }
    if (!conditioned)
      run.spec = run.spec.replace({ settings: replaced(run.spec.settings, { self_conditioning: "off" }, manifest) });
    frames.push(await run.next(position));
    return { run, frames };
  }
}

/** @throws {PlaygroundError} the run has no such step or position */
function placeIn(question: string, { manifest }: Engine): Place {
  let values;
  try {
    values = JSON.parse(question);
  } catch {
    throw new PlaygroundError("This is not JSON.");
  }
  if (!isMapping(values)) throw new PlaygroundError("What to look into must be a JSON object.");
  let spec = RunSpec.of(values.spec, manifest).meantFor(manifest.name, manifest.revision);
  const { position, block, step } = values;
  for (const [name, value] of Object.entries({ position, block, step }))
    if (!Number.isInteger(value))
      throw new PlaygroundError(`The ${name} to look into is ${shown(value)}; it must be a whole number.`);
  const { canvas_length: length } = manifest;
  if (position < 0 || position >= length)
    throw new PlaygroundError(`There is no position ${position}; positions of a block go from 0 to ${length - 1}.`);
  if (step < 1) throw new PlaygroundError(`There is no step ${step} to look into; steps count from 1.`);
  if (spec.causal && position !== step - 1)
    throw new PlaygroundError(
      `Step ${step} writes position ${step - 1}; token after token, a pass looks from no other position.`,
    );
  // What the run was at this step, before it branched off.
  while (spec.branch && (block < spec.branch.block || (block === spec.branch.block && step <= spec.branch.step)))
    spec = spec.branch.parent;
  return { spec, position, block, step };
}

/** @param outputs of a graph @returns a tensor (heads, keys) for each layer */
export const attentionIn = (outputs: Record<string, any>, layers: number): any[] =>
  Array.from({ length: layers }, (_, layer) => outputs[`attention${layer}`]);

/** @param layers (heads, keys) each; a layer with a window has 0 before it @returns (layers, heads, length) */
function sideBySide(layers: any[], length: number): Float32Array {
  const [{ dims }] = layers;
  const all = new Float32Array(layers.length * dims[0] * length);
  layers.forEach(({ data, dims: [heads, keys] }, layer) => {
    for (let head = 0; head < heads; head += 1)
      all.set(data.subarray(head * keys, (head + 1) * keys), (layer * heads + head + 1) * length - keys);
  });
  return all;
}
