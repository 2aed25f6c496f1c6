/**
 * How an address describes many runs: the run that they begin with, how many seeds, the setting that varies with its
 * values, and what counts as right. It never holds what came of them.
 */

import { MOST_SEEDS, MOST_VALUES } from "../../rules/bounds.ts";
import { MEASURES } from "./measures.ts";
import { decode, runWords } from "../../page/address.ts";
import { quoted } from "../../page/reader.ts";
import type { Knob } from "../../rules/knobs.ts";
import type { StudyRequest } from "./request.ts";

/** As the form has it. */
const MOST_WANTED = 500;
const [[USUAL]] = MEASURES;

/** @returns the values in it, each once */
export const valuesIn = (typed: string): string[] => [...new Set(typed.split(/[\s,;]+/).filter(Boolean))];

/** @returns why a setting cannot take so many values; "" if it can */
export const valuesFault = ({ length }: string[]): string =>
  length > 0 && length <= MOST_VALUES
    ? ""
    : `A setting has ${length} values; allowed are 1 to ${MOST_VALUES}, such as 0.1, 0.5, 1.`;

export function encodeStudy(
  { spec, seeds, vary, values, measure: { kind, wanted } }: StudyRequest,
  knobs: Knob[],
): string {
  const words = new URLSearchParams(runWords({ spec }, knobs));
  words.set("seeds", String(seeds));
  if (vary !== "") words.set("vary", vary);
  if (vary !== "") words.set("values", values.join(","));
  if (kind !== USUAL) words.set("measure", kind);
  if (wanted !== "") words.set("wanted", wanted);
  return words.toString();
}

/**
 * @param text of an address
 * @returns null if there is no such study; then the complaint says why
 */
export function decodeStudy(text: string, knobs: Knob[]): { request: StudyRequest | null; complaint: string } {
  const words = new URLSearchParams(text);
  const [seeds, vary, list, kind, wanted] = ["seeds", "vary", "values", "measure", "wanted"].map((name) => {
    const value = words.get(name) ?? "";
    words.delete(name);
    return value;
  });
  const { state, complaints } = decode(words.toString(), knobs);
  const { spec } = state.run ?? {};
  const refuse = (complaint: string) => ({ request: null, complaint });
  if (complaints.length > 0) return refuse(complaints[0]);
  if (!spec) return refuse("The address asks for many runs, but not of what.");
  const count = /^\d{1,3}$/.test(seeds) ? Number(seeds) : 0;
  if (count < 1 || count > MOST_SEEDS)
    return refuse(`The address asks for many runs with ${quoted(seeds)} seeds; allowed are 1 to ${MOST_SEEDS}.`);
  if (vary !== "" && !knobs.some(({ name }) => name === vary))
    return refuse(`The address asks for many runs that vary ${quoted(vary)}; there is no such setting.`);
  const values = vary === "" ? [""] : valuesIn(list);
  const fault = valuesFault(values);
  if (fault !== "") return refuse(fault);
  const known = MEASURES.some(([name]) => name === kind);
  const measure = { kind: known ? kind : USUAL, wanted: wanted.slice(0, MOST_WANTED) };
  return { request: { spec, seeds: count, vary, values, measure }, complaint: "" };
}
