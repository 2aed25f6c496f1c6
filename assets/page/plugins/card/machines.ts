/** Of which machine the roofline is, and for which passes there: this one as it was measured, or one that its maker describes. */

import { SHAPES } from "../../rules/shapes.ts";
import { modelOf } from "../../run/costs.ts";
import { GPUS } from "./gpus.ts";
import type { Machine } from "../../rules/cost.ts";
import type { Recording } from "../../run/recording.ts";
import type { Setting } from "./sentences.ts";

/** How fast the server's machine is, and whether it may be measured. */
export type MachineAnswer = { machine: Machine | null; may: boolean; refused: string };

export const NO_ANSWER: MachineAnswer = {
  machine: null,
  may: false,
  refused: "The server does not answer, so this machine is not known.",
};
const FULL_SIZE = "google/diffusiongemma-26B-A4B-it";
/** Tokens before a computed canvas of it. */
const PREFIX = 1000;
const OWN = "own";

/**
 * @param recording whose model this machine would run
 * @param answer of the server; null before it has come
 * @param measured this machine, as far as it is known
 * @param wanted what the reader chose; where it is not to be had, the first one is chosen
 */
export function machinesFor(
  recording: Recording,
  answer: MachineAnswer | null,
  measured: Machine | null,
  wanted: string,
) {
  const known = modelOf(recording);
  const knowable = answer === null || answer === NO_ANSWER || answer.may || answer.machine !== null;
  const names = [
    ...(known && knowable ? [[OWN, "this machine, the model of this run"]] : []),
    ...GPUS.map(({ name }) => [name, `${name}, the 26B model: COMPUTED`]),
  ];
  const [chosen] = names.find(([name]) => name === wanted) ?? names[0];
  if (known && chosen === OWN) {
    const setting: Setting = { ...known, prefix: recording.header.prompt_ids.length };
    return { names, chosen, isMeasured: true, machine: measured, setting };
  }
  const machine = GPUS.find(({ name }) => name === chosen) as Machine;
  return { names, chosen, isMeasured: false, machine, setting: { shape: SHAPES[FULL_SIZE], width: 2, prefix: PREFIX } };
}
