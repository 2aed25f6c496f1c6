/**
 * Checks a trace's columns against their table, against each other and against the description beside them.
 * `playground/trace/check.py` has the same rules; the files in tests/damaged check both.
 */

import { COLUMNS, MAX_STEPS } from "./columns.ts";
import { DESCRIPTION } from "./description.ts";
import { faultOf, shown } from "./schema.ts";
import type { Column } from "./columns.ts";
import type { Schema } from "./schema.ts";

export type Values = Int32Array | Float32Array | Uint8Array;

/** The columns of every run. A run from elsewhere may lack all others. */
export const ALWAYS = ["block", "step", "argmax_ids"];

/**
 * @param header of a file or from the wire
 * @returns what is wrong with it, as the end of a sentence; "" if nothing is
 */
export function headerFault(header: any): string {
  const fault = faultOf(header, (DESCRIPTION.properties as Record<string, Schema>).header, "header");
  if (fault !== "") return fault;
  if (header.source) return "";
  if (header.spec === undefined) return "header.spec is missing";
  const { bound = "entropy_bound" } = header.explanation ?? {};
  if (bound !== "" && typeof header.spec.settings[bound] !== "number")
    return `${shown(bound)} is missing in its settings, or is not a number`;
  for (let branch = header.spec.branch ?? null; branch !== null; branch = branch.parent.branch ?? null) {
    if (faultOf(branch, BRANCH) !== "") return `${shown(branch)} in header.spec is no branch`;
  }
  return "";
}

/** What the page needs of where a run left its parent. */
const BRANCH: Schema = {
  type: "object",
  required: ["parent", "block", "step"],
  properties: {
    parent: { type: "object", required: ["settings"], properties: { settings: { type: "object" } } },
    block: { type: "integer", minimum: 1 },
    step: { type: "integer", minimum: 0 },
  },
};

/**
 * @param columns of the right types and shapes
 * @returns what is wrong with them, as the end of a sentence; "" if nothing is
 */
export function columnsFault(columns: Record<string, Values>, { header, stop_reasons, tokens }: any): string {
  for (const column of COLUMNS) {
    if (column.name in columns && !inRange(columns[column.name], column)) {
      return `its column “${column.name}” has values that it cannot have`;
    }
  }
  const steps = columns.step.length;
  if (steps > MAX_STEPS) return `it has ${steps} steps; at most ${MAX_STEPS} are allowed`;
  if (!counted(columns.block, columns.step, stop_reasons.length)) {
    return "its blocks, their steps and their stop reasons do not match";
  }
  const ids = Object.keys(tokens).map(Number);
  const known = new Uint8Array(ids.reduce((most, id) => Math.max(most, id), -1) + 1);
  for (const id of ids) known[id] = 1;
  const named = COLUMNS.flatMap(({ name }) => (name.endsWith("_ids") && name in columns ? [columns[name]] : []));
  return [...named, header.prompt_ids].every((some) => allIn(some, known)) ? "" : "some of its token ids have no text";
}

function inRange(values: Values, { dtype, least, most, optional }: Column) {
  const top = dtype === "bool" ? 1 : most;
  const finite = least > -Infinity;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at];
    const within = value >= least && value <= top && !(finite && value === Infinity);
    if (!within && !(optional && Number.isNaN(value))) return false;
  }
  return true;
}

/** @param known 1 for each id that has a text */
function allIn(ids: ArrayLike<number>, known: Uint8Array) {
  for (let at = 0; at < ids.length; at += 1) if (known[ids[at]] !== 1) return false;
  return true;
}

/** @returns do blocks count up from 1, and steps from 1 in each? */
function counted(block: Values, step: Values, blocks: number): boolean {
  let [last, at] = [0, 0];
  for (let index = 0; index < block.length; index += 1) {
    at = block[index] === last ? at + 1 : 1;
    if (block[index] !== last && block[index] !== last + 1) return false;
    if (step[index] !== at) return false;
    last = block[index];
  }
  return last === blocks;
}
