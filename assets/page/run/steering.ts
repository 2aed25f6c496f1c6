/**
 * What a person holds, changes or starts from in a run: the fields `start`, `noise`, `noise_seed`, `keep`, `pins`, `edits`
 * and `processors` of a spec, as `playground/spec/run.py` writes them. Nothing is an empty object.
 */

import { faultOf } from "./schema.ts";
import { FIELDS, PARENT } from "./spec-schema.ts";
import type { Schema } from "./schema.ts";
import type { Edit, Parent } from "./spec-schema.ts";

export type Steering = Pick<Parent, (typeof FIELDS)[number]>;

/** How the tokens of a start that noise has not replaced are kept: the name in a spec, and its rule; the first is usual. */
export const KEEP: Record<NonNullable<Steering["keep"]>, string> = {
  favoured: "A token of yours stands unless the model is surer of another by more than the margin.",
  held: "What noise leaves stays, as a pin does.",
  free: "The sampler decides on your tokens as on any other.",
};

const STEERING: Schema = {
  type: "object",
  properties: Object.fromEntries(FIELDS.map((name) => [name, PARENT.properties?.[name] as Schema])),
};

/** @param spec from anywhere, or what already is a steering @returns only what says something, always in the same order */
export function fieldsOf(spec: any): Steering {
  const held = FIELDS.flatMap((name) =>
    spec?.[name] === null || spec?.[name] === undefined || isEmpty(spec[name]) ? [] : [[name, spec[name]]],
  );
  return Object.fromEntries(held);
}

const isEmpty = (value: any) => typeof value === "object" && Object.keys(value).length === 0;

/** @param spec from anywhere @returns is its steering one? Whether the model can have it, the server says */
export const isSteering = (spec: any): boolean => faultOf(fieldsOf(spec), STEERING) === "";

/** @param spec from anywhere @returns its steering, the same for the same; nothing of one that cannot be */
export const steeringOf = (spec: any): Steering => (isSteering(spec) ? fieldsOf(spec) : {});

/** @returns the same run, held, changed and started so instead */
export function steered<S extends Steering>(spec: S, steering: Steering): S {
  const others = Object.entries(spec).filter(([name]) => !(FIELDS as readonly string[]).includes(name));
  return { ...Object.fromEntries(others), ...steeringOf(steering) } as S;
}

/** @returns do both hold, change and start from the same? */
export const sameSteering = (first: Steering, second: Steering): boolean =>
  JSON.stringify(steeringOf(first)) === JSON.stringify(steeringOf(second));

/** @param pins to add, by place; null takes one away */
export function withPins(steering: Steering, pins: Record<string, number | null>): Steering {
  const held = Object.entries({ ...steering.pins, ...pins }).filter(([, id]) => id !== null);
  return steeringOf({ ...steering, pins: Object.fromEntries(held) });
}

/**
 * @param pins by place
 * @returns those that stand side by side together
 */
export function stretchesOf(pins: Record<string, number>): [place: number, id: number][][] {
  const complaints: [number, number][][] = [];
  for (const [place, id] of Object.entries(pins)
    .map(([place, id]) => [Number(place), id] as [number, number])
    .sort(([one], [other]) => one - other)) {
    const last = complaints.at(-1);
    if (last?.at(-1)?.[0] === place - 1) last.push([place, id]);
    else complaints.push([[place, id]]);
  }
  return complaints;
}

/** @param edit to add; a cell that is edited at the same step already is edited as this one says */
export function withEdit(steering: Steering, { block, step, cells }: Edit): Steering {
  const { edits = [] } = steering;
  const same = (edit: Edit) => edit.block === block && edit.step === step;
  const before = edits.find(same)?.cells;
  return steeringOf({
    ...steering,
    edits: [...edits.filter((edit) => !same(edit)), { block, step, cells: { ...before, ...cells } }],
  });
}
