/**
 * What a person holds, changes or starts from in a run: the fields `start`, `noise`, `noise_seed`, `keep`, `pins` and `edits`
 * of a spec, as `playground/spec/run.py` writes them. Forms, addresses and the library carry them as one text; "" is nothing.
 */

/** Before the step's pass; null is noise. */
export type Edit = { block: number; step: number; cells: Record<string, number | null> };
export type Steering = {
  start?: number[];
  noise?: number;
  noise_seed?: number;
  keep?: string;
  pins?: Record<string, number>;
  edits?: Edit[];
};

const FIELDS = ["start", "noise", "noise_seed", "keep", "pins", "edits"] as const;

/** How the tokens of a start that noise has not replaced are kept: the name in a spec, and its rule; the first is usual. */
export const KEEP = {
  favoured: "A token of yours stands unless the model is surer of another by more than the margin.",
  held: "What noise leaves stays, as a pin does.",
  free: "The sampler decides on your tokens as on any other.",
};

/** @param spec of a trace, or what already is a steering @returns the same for the same steering */
export function steeringOf(spec: any): string {
  const held = FIELDS.flatMap((name) =>
    spec?.[name] === null || spec?.[name] === undefined || isEmpty(spec[name]) ? [] : [[name, spec[name]]],
  );
  return held.length === 0 ? "" : JSON.stringify(Object.fromEntries(held));
}

const isEmpty = (value: any) => typeof value === "object" && Object.keys(value).length === 0;

/**
 * @param text may come from anywhere
 * @returns null if it is none; whether the model can have it, the server says
 */
export function readSteering(text: string): Steering | null {
  if (text === "") return {};
  try {
    const read = JSON.parse(text);
    const plain =
      read !== null && typeof read === "object" && Object.keys(read).every((name) => FIELDS.includes(name as any));
    const { pins = {}, start = [], edits = [], noise = 0, noise_seed: seed = 0, keep = "free" } = plain ? read : {};
    const ids = [...Object.values(pins), ...start, ...edits.flatMap((edit: any) => Object.values(edit.cells))];
    const right =
      plain &&
      !Array.isArray(read) &&
      Object.keys(KEEP).includes(keep) &&
      ids.every((id) => id === null || Number.isSafeInteger(id)) &&
      [noise, seed].every(Number.isFinite);
    return right && [start, edits].every(Array.isArray) && !Array.isArray(pins) ? read : null;
  } catch {
    return null;
  }
}

/**
 * @param text of a steering
 * @param pins to add, by place; null takes one away
 */
export function withPins(text: string, pins: Record<string, number | null>): string {
  const read = readSteering(text) ?? {};
  const held = { ...read.pins, ...pins };
  return steeringOf({ ...read, pins: Object.fromEntries(Object.entries(held).filter(([, id]) => id !== null)) });
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

/**
 * @param text of a steering
 * @param edit to add; a cell that is edited at the same step already is edited as this one says
 */
export function withEdit(text: string, { block, step, cells }: Edit): string {
  const read = readSteering(text) ?? {};
  const same = (edit: Edit) => edit.block === block && edit.step === step;
  const before = (read.edits ?? []).find(same)?.cells;
  return steeringOf({
    ...read,
    edits: [...(read.edits ?? []).filter((edit) => !same(edit)), { block, step, cells: { ...before, ...cells } }],
  });
}
