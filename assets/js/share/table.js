/**
 * Runs as tables: one row for each block, step and position, or one for each step. `playground/export/tables.py` has the
 * same columns; tests compare them.
 */

import { wayOf } from "../rules/ways.js";
import { COLUMNS } from "../run/columns.js";
import { NEWLY_LOCKED, RELAPSED } from "../run/status.js";
import { namesOf } from "../words/terms.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {{ name: string, recording: Recording }} NamedRun a whole run, read from its file */
/** @typedef {"int" | "float" | "bool" | "text"} Kind */
/** @typedef {{ name: string, kind: Kind, list?: boolean, values: any[] }} Column `undefined` is a figure that there is none of; `list` of such values in each row */
/** @typedef {(frame: any, position: number) => any} Cell */

/** @type {Record<string, Kind>} */
const KINDS = { int32: "int", float32: "float", bool: "bool" };

/** @param {NamedRun[]} runs @returns {Column[]} one row for each block, step and position */
export const positionsOf = (runs) => joined(runs, (recording) => recording.header.canvas_length, positionColumns);

/** @param {NamedRun[]} runs @returns {Column[]} one row for each step */
export const stepsOf = (runs) => joined(runs, () => 1, stepColumns);

/**
 * @param {NamedRun[]} runs
 * @param {(recording: Recording) => number} rows of each step
 * @param {(recording: Recording) => [name: string, kind: Kind, cell: Cell, list?: boolean][]} columnsOf a run
 * @returns {Column[]} of all runs; what only some of them have comes last
 */
function joined(runs, rows, columnsOf) {
  /** @type {Map<string, Column>} */
  const columns = new Map();
  let before = 0;
  const marks = marksOf(runs.map(({ recording }) => recording));
  for (const { name: run, recording } of runs) {
    const count = rows(recording);
    const length = recording.frames.length * count;
    for (const [name, kind, cell, list] of [...whatItIs(run, recording, marks), ...columnsOf(recording)]) {
      const column = columns.get(name) ?? { name, kind, ...(list && { list }), values: Array(before).fill(undefined) };
      columns.set(name, column);
      for (const frame of recording.frames) for (let at = 0; at < count; at += 1) column.values.push(cell(frame, at));
    }
    before += length;
    for (const { values } of columns.values()) while (values.length < before) values.push(undefined);
  }
  return [...columns.values()];
}

/** @param {Recording} recording @returns {Record<string, any>} the settings that a run names; of a run from elsewhere none is known */
const settingsOf = ({ header }) => (header.source ? {} : { way: wayOf(header).name, ...header.settings });

/** @param {Recording[]} runs @returns {[name: string, kind: Kind, of: (recording: Recording) => any][]} what tells several runs apart: the seed, and the settings that differ */
export function marksOf(runs) {
  if (runs.length < 2) return [];
  const known = runs.map(settingsOf).filter((settings) => "way" in settings);
  const names = [...new Set(known.flatMap((settings) => Object.keys(settings)))];
  const differing = names.filter((name) => known.some((settings) => settings[name] !== known[0][name]));
  const isNumber = (/** @type {string} */ name) => known.some((settings) => typeof settings[name] === "number");
  return [
    ["seed", "int", ({ header }) => (header.source ? undefined : header.seed)],
    ...differing.map((name) => {
      /** @type {[string, Kind, (recording: Recording) => any]} */
      const mark = [name, isNumber(name) ? "float" : "text", (recording) => settingsOf(recording)[name]];
      return mark;
    }),
  ];
}

/** @param {string} run @param {Recording} recording @param {ReturnType<typeof marksOf>} marks @returns {[string, Kind, Cell][]} */
const whatItIs = (run, recording, marks) => [
  ["run", "text", () => run],
  ["label", "text", () => recording.label],
  ...marks.map(([name, kind, of]) => /** @type {[string, Kind, Cell]} */ ([name, kind, () => of(recording)])),
];

/** @param {Recording} recording @returns {import("../run/columns.js").Column[]} those that it holds */
function held({ frames, header, bare }) {
  const measured = bare ? [] : ["mean_entropy", "accepted", "entropy"];
  const columns = header.source ? ["block", "step", "argmax_ids", ...measured] : COLUMNS.map(({ name }) => name);
  return COLUMNS.filter(
    ({ name }) => columns.includes(name) && frames.some((frame) => /** @type {any} */ (frame)[name] !== undefined),
  );
}

/** @param {Recording} recording @returns {[string, Kind, Cell, boolean?][]} in order */
function positionColumns(recording) {
  const { tokens, header, frames } = recording;
  const candidates = (frames[0]?.top_ids?.length ?? 0) / header.canvas_length;
  const text = (/** @type {number | undefined} */ id) => (id === undefined ? "" : (tokens.get(id) ?? ""));
  /** @type {[string, Kind, Cell, boolean?][]} */
  const columns = [];
  for (const { name, shape, dtype } of held(recording)) {
    if (shape === "SLk") continue;
    const at = (/** @type {any} */ frame, /** @type {number} */ position) =>
      figure(shape === "S" ? frame[name] : frame[name]?.[position]);
    if (name.endsWith("_ids")) {
      const layer = name.slice(0, -4);
      columns.push([`${layer}_id`, "int", at], [layer, "text", (frame, position) => text(at(frame, position))]);
    } else columns.push([name, KINDS[dtype], dtype === "bool" ? (frame, position) => at(frame, position) === 1 : at]);
    if (name === "step") columns.push(["position", "int", (_, position) => position]);
    if (name === "accepted")
      columns.push(["status", "text", (frame, position) => namesOf(header.way)[frame.status[position]]]);
  }
  if (header.source) return columns;
  const part = (/** @type {string} */ name) => (/** @type {any} */ frame, /** @type {number} */ position) => [
    ...(frame[name] ?? []).slice(position * candidates, (position + 1) * candidates),
  ];
  columns.push(
    ["argmax_prob", "float", (frame, position) => (candidates ? frame.top_probs[position * candidates] : undefined)],
    ["top_ids", "int", part("top_ids"), true],
    ["top", "text", (frame, position) => part("top_ids")(frame, position).map(text), true],
    ["top_probs", "float", part("top_probs"), true],
  );
  return columns;
}

/** @param {Recording} recording @returns {[string, Kind, Cell][]} in order */
function stepColumns(recording) {
  const figures = held(recording).filter(({ shape }) => shape === "S");
  const of = (/** @type {Uint8Array} */ values, /** @type {number} */ code) =>
    values.reduce((sum, value) => sum + Number(value === code), 0);
  /** @type {[string, Kind, Cell][]} */
  const counts = recording.bare
    ? []
    : [
        ["accepted_count", "int", ({ accepted }) => of(accepted, 1)],
        ["newly_accepted", "int", ({ status }) => of(status, NEWLY_LOCKED)],
        ["reopened", "int", ({ status }) => of(status, RELAPSED)],
      ];
  return [
    ...figures.map(
      ({ name, dtype }) => /** @type {[string, Kind, Cell]} */ ([name, KINDS[dtype], (frame) => figure(frame[name])]),
    ),
    ...counts,
    ["stop_reason", "text", ({ stopReason }) => stopReason],
  ];
}

/** @param {number | undefined} value @returns {number | undefined} */
const figure = (value) => (Number.isNaN(value) ? undefined : value);
