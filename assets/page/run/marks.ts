/** What tells several runs apart, in tables of them. */

import { wayOf } from "../rules/ways.ts";
import type { Recording } from "./recording.ts";

export type Kind = "int" | "float" | "bool" | "text";

/** @returns the settings that a run names; of a run from elsewhere none is known */
const settingsOf = ({ header }: Recording): Record<string, any> =>
  header.source ? {} : { way: wayOf(header).name, ...header.spec.settings };

/** @returns what tells several runs apart: the seed, and the settings that differ */
export function marksOf(runs: Recording[]): [name: string, kind: Kind, of: (recording: Recording) => any][] {
  if (runs.length < 2) return [];
  const known = runs.map(settingsOf).filter((settings) => "way" in settings);
  const names = [...new Set(known.flatMap((settings) => Object.keys(settings)))];
  const differing = names.filter((name) => known.some((settings) => settings[name] !== known[0][name]));
  const isNumber = (name: string) => known.some((settings) => typeof settings[name] === "number");
  return [
    ["seed", "int", ({ header }) => (header.source ? undefined : header.spec.seed)],
    ...differing.map((name) => {
      const mark: [string, Kind, (recording: Recording) => any] = [
        name,
        isNumber(name) ? "float" : "text",
        (recording) => settingsOf(recording)[name],
      ];
      return mark;
    }),
  ];
}
