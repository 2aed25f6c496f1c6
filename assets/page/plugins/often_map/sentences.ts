/** What the page says of the map: of each mark, and of what so few runs cannot tell. */

import { wilson } from "../../rules/intervals.ts";
import { settingName } from "../../words/settings.ts";
import { counted, digits } from "../../words/units.ts";
import { apart } from "./marks.ts";
import type { Knob } from "../../rules/knobs.ts";
import type { Mark, Settings } from "./marks.ts";

export const EMPTY =
  "Nothing was measured of this model yet, so the map is empty. Run 16 seeds here, and it has its first mark.";
export const UNJUDGED = "No rule judged these texts, so that the map cannot place these runs.";

const percent = (share: number) => `${Math.round(100 * share)}%`;

/** Of the uniform way with its usual sampler, these say where a mark is from. */
const NAMED = ["entropy_bound", "t_max", "t_min"];

/**
 * @param shipped those of the checkpoint
 * @returns such as "budget 0.1, temperature 0.8 to 0.4, self conditioning off"
 */
export function markName(settings: Settings, shipped: Settings, knobs: Knob[]): string {
  const has = (name: string) => {
    const samplers = knobs.find((knob) => knob.name === name)?.samplers ?? [];
    return samplers.length === 0 || samplers.includes(String(settings.sampler));
  };
  const others = knobs.flatMap(({ name, value }) =>
    !NAMED.includes(name) && has(name) && (settings[name] ?? value) !== (shipped[name] ?? value)
      ? [settingName(name, settings[name])]
      : [],
  );
  return [...(has("entropy_bound") ? [budgetName(settings)] : []), temperatureName(settings), ...others].join(", ");
}

export const budgetName = ({ entropy_bound: bound }: Settings) => `budget ${digits(Number(bound), 3)}`;

export const temperatureName = ({ t_max: first, t_min: last }: Settings) =>
  `temperature ${digits(Number(first), 3)} to ${digits(Number(last), 3)}`;

export function markFigures({ right, cases, passes }: Mark): string {
  const [low, high] = wilson(right, cases);
  return `${right} of ${cases} right (${percent(low)} to ${percent(high)}), ${passesText(passes)} passes`;
}

export const passesText = (passes: number) => (passes < 100 ? passes.toFixed(1) : String(Math.round(passes)));

/**
 * @param mark where the reader is
 * @param marks all of them
 * @returns what its runs can tell
 */
export function tellSentence(mark: Mark, marks: Mark[]): string {
  const others = marks.filter((other) => other !== mark);
  if (others.length === 0) return "";
  const alike = others.filter((other) => !apart(mark, other)).length;
  const runs = mark.yours ? `Your ${counted(mark.cases, "run")}` : `${counted(mark.cases, "run")}`;
  const all = others.length === 1 ? "the other mark" : `all of the other ${others.length} marks`;
  const none = others.length === 1 ? "the other mark" : `any of the other ${others.length} marks`;
  const difference =
    alike === 0
      ? `${runs} tell this setting from ${all}: each interval of the difference leaves out 0.`
      : `${runs} cannot tell this setting from ${alike === others.length ? none : `${alike} of the other ${others.length} marks`}: there the 95% interval of the difference reaches 0.`;
  return `${difference}${mixed(mark, others)}`;
}

function mixed(mark: Mark, others: Mark[]) {
  if (others.every(({ subject }) => subject === mark.subject)) return "";
  return " Your marks are one prompt with many seeds; the others are many prompts of a kind, so that they differ in that too.";
}
