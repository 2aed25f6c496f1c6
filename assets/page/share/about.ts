/** What an export says of a run, in words: what it is, of which model, with which settings. */

import { modelName } from "../run/sentences.ts";
import { promptName } from "../run/titles.ts";
import { plainText } from "../words/glyphs.ts";
import type { Recording } from "../run/recording.ts";

/** The settings that are named, where a run has them, and how. */
const NAMED: [name: string, said: (value: any) => string][] = [
  ["sampler", (value) => String(value).replaceAll("-", " ").replaceAll("_", " ")],
  ["entropy_bound", (value) => `budget ${value} nats`],
  ["t_max", (value) => `temperature from ${value}`],
  ["t_min", (value) => `to ${value}`],
  ["max_denoising_steps", (value) => `at most ${value} steps`],
];

/** @returns its prompt in few words; the name of its file where that is not known */
export const titleOf = ({ header, run }: Recording): string => promptName(header.spec.prompt.text) || run;

/** @returns such as "budget 0.1 nats, temperature from 0.8 to 0.4, at most 48 steps, seed 7" */
export function settingsLine({ header }: Recording): string {
  if (header.source) return "no setting is recorded";
  const settings = NAMED.flatMap(([name, words]) =>
    name in header.spec.settings ? [words(header.spec.settings[name])] : [],
  );
  return plainText([...settings, `seed ${header.spec.seed}`].join(", ").replace(", to ", " to "));
}

/** @returns the label, the model and the settings, as sentences */
export function besideLines(recording: Recording): string[] {
  const { header } = recording;
  if (header.source)
    return [
      `${recording.label}: from ${plainText(header.source)}; the model, the settings, the seed and the prompt are not recorded.`,
    ];
  const date = /^\d{4}-\d\d-\d\d/.exec((header as any).recorded_at ?? "")?.[0];
  const revision = header.spec.revision.slice(0, 8);
  const when = date ? ` on ${date}` : "";
  return [
    `${recording.label}${when}: ${plainText(modelName(header.spec.model))}${revision && ` (${plainText(revision)})`}; ${settingsLine(recording)}.`,
  ];
}
