/**
 * Runs as tables: one row for each block, step and position, or one for each step. Python has the same columns; tests
 * compare them.
 */

import { namesOf } from "../../rules/way-words.ts";
import { wayOf } from "../../rules/ways.ts";
import { COLUMNS } from "../../run/columns.ts";
import { marksOf } from "../../run/marks.ts";
import { NEWLY_LOCKED, RELAPSED } from "../../run/status.ts";
import type { Kind } from "../../run/marks.ts";
import type { Recording } from "../../run/recording.ts";

/** A whole run, read from its file. */
export type NamedRun = { name: string; recording: Recording };
/** `undefined` is a figure that there is none of; `list` of such values in each row */
export type Column = { name: string; kind: Kind; list?: boolean; values: any[] };
type Cell = (frame: any, position: number) => any;

const KINDS: Record<string, Kind> = { int32: "int", float32: "float", bool: "bool" };

/** @returns one row for each block, step and position */
export const positionsOf = (runs: NamedRun[]): Column[] =>
  joined(runs, (recording) => recording.header.canvas_length, positionColumns);

/** @returns one row for each step */
export const stepsOf = (runs: NamedRun[]): Column[] => joined(runs, () => 1, stepColumns);

/**
 * @param rows of each step
 * @param columnsOf a run
 * @returns of all runs; what only some of them have comes last
 */
function joined(
  runs: NamedRun[],
  rows: (recording: Recording) => number,
  columnsOf: (recording: Recording) => [name: string, kind: Kind, cell: Cell, list?: boolean][],
): Column[] {
  const columns: Map<string, Column> = new Map();
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

const whatItIs = (run: string, recording: Recording, marks: ReturnType<typeof marksOf>): [string, Kind, Cell][] => [
  ["run", "text", () => run],
  ["label", "text", () => recording.label],
  ...marks.map(([name, kind, of]) => [name, kind, () => of(recording)] as [string, Kind, Cell]),
];

/** @returns those that it holds */
function held({ frames, header, bare }: Recording): import("../../run/columns.ts").Column[] {
  const measured = bare ? [] : ["mean_entropy", "accepted", "entropy"];
  const columns = header.source ? ["block", "step", "argmax_ids", ...measured] : COLUMNS.map(({ name }) => name);
  return COLUMNS.filter(
    ({ name }) => columns.includes(name) && frames.some((frame) => (frame as any)[name] !== undefined),
  );
}

/** @returns in order */
function positionColumns(recording: Recording): [string, Kind, Cell, boolean?][] {
  const { tokens, header, frames } = recording;
  const candidates = (frames[0]?.top_ids?.length ?? 0) / header.canvas_length;
  const text = (id: number | undefined) => (id === undefined ? "" : (tokens.get(id) ?? ""));
  const columns: [string, Kind, Cell, boolean?][] = [];
  for (const { name, shape, dtype } of held(recording)) {
    if (shape === "SLk") continue;
    const at = (frame: any, position: number) => figure(shape === "S" ? frame[name] : frame[name]?.[position]);
    if (name.endsWith("_ids")) {
      const layer = name.slice(0, -4);
      columns.push([`${layer}_id`, "int", at], [layer, "text", (frame, position) => text(at(frame, position))]);
    } else columns.push([name, KINDS[dtype], dtype === "bool" ? (frame, position) => at(frame, position) === 1 : at]);
    if (name === "step") columns.push(["position", "int", (_, position) => position]);
    if (name === "accepted")
      columns.push(["status", "text", (frame, position) => namesOf(wayOf(header))[frame.status[position]]]);
  }
  if (header.source) return columns;
  const part = (name: string) => (frame: any, position: number) => [
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

/** @returns in order */
function stepColumns(recording: Recording): [string, Kind, Cell][] {
  const figures = held(recording).filter(({ shape }) => shape === "S");
  const of = (values: Uint8Array, code: number) => values.reduce((sum, value) => sum + Number(value === code), 0);
  const counts: [string, Kind, Cell][] = recording.bare
    ? []
    : [
        ["accepted_count", "int", ({ accepted }) => of(accepted, 1)],
        ["newly_accepted", "int", ({ status }) => of(status, NEWLY_LOCKED)],
        ["reopened", "int", ({ status }) => of(status, RELAPSED)],
      ];
  return [
    ...figures.map(({ name, dtype }) => [name, KINDS[dtype], (frame) => figure(frame[name])] as [string, Kind, Cell]),
    ...counts,
    ["stop_reason", "text", ({ stopReason }) => stopReason],
  ];
}

const figure = (value: number | undefined): number | undefined => (Number.isNaN(value) ? undefined : value);
