/**
 * What a person holds, changes or starts from in a run: the fields `start`, `noise`, `noise_seed`, `keep`, `pins` and `edits`
 * of a spec, as `playground/spec/run.py` writes them. Forms, addresses and the library carry them as one text; "" is nothing.
 */

/** @typedef {{ block: number, step: number, cells: Record<string, number | null> }} Edit before the step's pass; null is noise */
/** @typedef {{ start?: number[], noise?: number, noise_seed?: number, keep?: string, pins?: Record<string, number>, edits?: Edit[] }} Steering */

const FIELDS = /** @type {const} */ (["start", "noise", "noise_seed", "keep", "pins", "edits"]);

/** How the tokens of a start that noise has not replaced are kept: the name in a spec, and its rule; the first is usual. */
export const KEEP = {
  favoured: "A token of yours stands unless the model is surer of another by more than the margin.",
  held: "What noise leaves stays, as a pin does.",
  free: "The sampler decides on your tokens as on any other.",
};

/** @param {any} spec of a trace, or what already is a steering @returns {string} the same for the same steering */
export function steeringOf(spec) {
  const held = FIELDS.flatMap((name) =>
    spec?.[name] === null || spec?.[name] === undefined || isEmpty(spec[name]) ? [] : [[name, spec[name]]],
  );
  return held.length === 0 ? "" : JSON.stringify(Object.fromEntries(held));
}

const isEmpty = (/** @type {any} */ value) => typeof value === "object" && Object.keys(value).length === 0;

/**
 * @param {string} text may come from anywhere
 * @returns {Steering | null} null if it is none; whether the model can have it, the server says
 */
export function readSteering(text) {
  if (text === "") return {};
  try {
    const read = JSON.parse(text);
    const plain =
      read !== null &&
      typeof read === "object" &&
      Object.keys(read).every((name) => FIELDS.includes(/** @type {any} */ (name)));
    const { pins = {}, start = [], edits = [], noise = 0, noise_seed: seed = 0, keep = "free" } = plain ? read : {};
    const ids = [
      ...Object.values(pins),
      ...start,
      ...edits.flatMap((/** @type {any} */ edit) => Object.values(edit.cells)),
    ];
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
 * @param {string} text of a steering
 * @param {Record<string, number | null>} pins to add, by place; null takes one away
 * @returns {string}
 */
export function withPins(text, pins) {
  const read = readSteering(text) ?? {};
  const held = { ...read.pins, ...pins };
  return steeringOf({ ...read, pins: Object.fromEntries(Object.entries(held).filter(([, id]) => id !== null)) });
}

/**
 * @param {Record<string, number>} pins by place
 * @returns {[place: number, id: number][][]} those that stand side by side together
 */
export function stretchesOf(pins) {
  /** @type {[number, number][][]} */
  const complaints = [];
  for (const [place, id] of Object.entries(pins)
    .map(([place, id]) => /** @type {[number, number]} */ ([Number(place), id]))
    .sort(([one], [other]) => one - other)) {
    const last = complaints.at(-1);
    if (last?.at(-1)?.[0] === place - 1) last.push([place, id]);
    else complaints.push([[place, id]]);
  }
  return complaints;
}

/**
 * @param {string} text of a steering
 * @param {Edit} edit to add; a cell that is edited at the same step already is edited as this one says
 * @returns {string}
 */
export function withEdit(text, { block, step, cells }) {
  const read = readSteering(text) ?? {};
  const same = (/** @type {Edit} */ edit) => edit.block === block && edit.step === step;
  const before = (read.edits ?? []).find(same)?.cells;
  return steeringOf({
    ...read,
    edits: [...(read.edits ?? []).filter((edit) => !same(edit)), { block, step, cells: { ...before, ...cells } }],
  });
}
