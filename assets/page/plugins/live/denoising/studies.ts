/**
 * A study: the same run with many seeds, at each value of a setting. `playground/evaluation/study.py` and
 * `playground/doors/requests.py` have the same rules and say the same sentences.
 */

import { MOST_SEEDS, MOST_VALUES } from "../../../rules/bounds.ts";
import { wholeNumber } from "../../../rules/python-text.ts";
import { shown } from "../../../run/schema.ts";
import { MAX_SEED } from "../../../run/spec-schema.ts";
import { PlaygroundError } from "../../../engine/errors.ts";
import { isMapping, withCommas } from "./values.ts";
import { replaced } from "./settings.ts";
import { RunSpec } from "./spec.ts";
import type { Knob, Manifest, Value } from "./manifest.ts";

const BETWEEN = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000,;]+/;

/**
 * @param study `spec`, `seeds`, and `vary` and `values` as text, from anywhere
 * @returns what to run: every value with the first seed, then with the second, so that a stopped study compares
 * @throws {PlaygroundError} they describe no study
 */
export function specsOf(study: any, manifest: Manifest): RunSpec[] {
  const { vary = "", values = "" } = isMapping(study) ? study : { vary: null };
  if (typeof vary !== "string" || typeof values !== "string")
    throw new PlaygroundError("A study must be an object with spec, seeds, and vary and values as text.");
  const spec = RunSpec.of(study.spec, manifest);
  const changes = changesOf(vary, values, manifest);
  const { seeds } = study;
  if (!Number.isInteger(seeds) || seeds < 1 || seeds > MOST_SEEDS)
    throw new PlaygroundError(`seeds is ${shown(seeds)}; allowed is a whole number from 1 to ${MOST_SEEDS}.`);
  if (spec.seed > MAX_SEED - seeds + 1)
    throw new PlaygroundError(`The last of ${seeds} seeds from ${spec.seed} on is above ${MAX_SEED}, the largest one.`);
  const settings = changes.map((change) => replaced(spec.settings, change, manifest));
  return Array.from({ length: seeds }, (_, number) => number).flatMap((number) =>
    settings.map((each) => spec.replace({ seed: spec.seed + number, settings: each })),
  );
}

/** @returns the setting at each value; no name means no change */
function changesOf(name: string, text: string, manifest: Manifest): Record<string, Value>[] {
  if (name === "") return [{}];
  const knob = manifest.knobs.find((each) => each.name === name);
  if (!knob)
    throw new PlaygroundError(
      `There is no setting called '${name}'; the settings are ${manifest.knobs.map((each) => each.name).join(", ")}.`,
    );
  const values = text
    .split(BETWEEN)
    .filter(Boolean)
    .map((word) => valueOf(knob, word));
  if (values.length < 1 || values.length > MOST_VALUES)
    throw new PlaygroundError(
      `${name} has ${values.length} values; allowed are 1 to ${MOST_VALUES}, such as 0.1, 0.5, 1.`,
    );
  if (new Set(values).size < values.length) throw new PlaygroundError(`${name} has the same value twice.`);
  return values.map((value) => ({ [name]: value }));
}

/** @throws {PlaygroundError} the setting cannot have it */
function valueOf({ name, minimum, maximum, whole, choices }: Knob, word: string): Value {
  const names = Object.keys(choices);
  if (names.includes(word)) return word;
  if (names.length > 0) throw new PlaygroundError(`${name} is '${word}'; allowed are ${names.join(", ")}.`);
  const value = numberIn(word);
  if (value !== null && minimum <= value && value <= maximum && (!whole || Number.isInteger(value))) return value;
  const shown = [...(value === null ? `'${word}'` : String(value))].slice(0, 40).join("");
  const [least, most] = [minimum, maximum].map(withCommas);
  throw new PlaygroundError(
    `${name} is ${shown}; allowed is ${whole ? "a whole number" : "a number"} from ${least} to ${most}.`,
  );
}

const DIGITS = "\\d+(?:_\\d+)*";
const NUMBER = new RegExp(`^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:e[+-]?${DIGITS})?$`, "i");
const ODD = /^([+-]?)(?:(inf(?:inity)?)|nan)$/i;

/** @returns as `float(word)` reads it; null if it is no number */
function numberIn(word: string): number | null {
  const plain = word.replace(/\p{Nd}/gu, (digit) => String(wholeNumber(digit)));
  if (NUMBER.test(plain)) return Number(plain.replaceAll("_", ""));
  const odd = ODD.exec(plain);
  return odd && (odd[2] ? Number(`${odd[1]}Infinity`) : NaN);
}
