/** What the page says of many runs: shares with their intervals, passes, differences, and whether a wish is shown. */

import { mean } from "../../rules/intervals.ts";
import { candidate, differences, moreNeeded, quartiles, refuted, shareOf } from "./findings.ts";
import { quoted } from "../../words/quoted.ts";
import { settingName } from "../../words/settings.ts";
import { counted, digits } from "../../words/units.ts";
import { promptName } from "../../run/titles.ts";
import type { Interval } from "../../rules/intervals.ts";
import type { Finding } from "./findings.ts";
import type { StudyRequest } from "./request.ts";

const percent = (share: number) => `${Math.round(100 * share)}%`;
const signed = (value: number, text: string) => `${value < 0 ? "−" : "+"}${text}`;

/** @returns such as `bound 1` */
export const changeName = (vary: string, value: string): string =>
  vary === "" ? "as it is" : settingName(vary, value);

/** @param request by an address */
export function offerSentence({ spec, seeds, vary, values }: StudyRequest): string {
  const at = vary === "" ? "" : values.map((value) => `, with ${changeName(vary, value)}`).join("");
  const count = seeds * values.length;
  return `The address asks for ${quoted(promptName(spec.prompt.text))}, seeds ${spec.seed} to ${spec.seed + seeds - 1}${at}: ${counted(count, "run")}. It does not hold what came of them; made again, they come out the same.`;
}

/** @param interval of its share */
export function shareSentence(finding: Finding, interval: Interval | null): string {
  const { right, cases, share } = shareOf(finding);
  if (interval === null) return "No quality measured.";
  return `Right ${right} of ${cases}: ${percent(share)}, 95% interval ${percent(interval[0])} to ${percent(interval[1])}.`;
}

/** @param finding with at least one run */
export function passesSentence({ passes }: Finding) {
  const all = [...passes.values()];
  const [low, middle, high] = quartiles(all);
  if (all.length < 4) return `${digits(mean(all), 3)} passes on average.`;
  return `${digits(mean(all), 3)} passes on average, from ${Math.min(...all)} to ${Math.max(...all)}; half of the runs took ${digits(low, 3)} to ${digits(high, 3)}, the median is ${digits(middle, 3)}.`;
}

/**
 * @param name of the first
 * @returns "" where too little is known
 */
export function differenceSentence(first: Finding, second: Finding, name: string): string {
  const { share, passes } = differences(first, second);
  const parts = [
    ...(share
      ? [`right ${share.map((end) => signed(end, `${Math.round(100 * Math.abs(end))}`)).join(" to ")} points`]
      : []),
    ...(passes ? [`passes ${passes.map((end) => signed(end, digits(Math.abs(end), 2))).join(" to ")}`] : []),
  ];
  return parts.length === 0 ? "" : `Against ${name}, on the same seeds: ${parts.join(", ")} (95% intervals).`;
}

interface Proposal {
  sentence: string;
  /** The setting that it is about. */
  best: number | null;
  /** Runs on fresh seeds that it still needs; 0 if it is shown, or there is none. */
  more: number;
}

/**
 * @param wish a share
 * @param names of the settings
 * @returns the setting with the fewest passes that grants the wish, and how far that is shown
 */
export function proposalOf(findings: Finding[], fresh: Map<number, Finding>, wish: number, names: string[]): Proposal {
  if (findings.every(({ right }) => right.size === 0))
    return { sentence: "No quality measured, so no setting is proposed.", best: null, more: 0 };
  const best = candidate(findings, wish, fresh);
  const out = [...fresh]
    .filter(([, finding]) => refuted(shareOf(finding).right, shareOf(finding).cases, wish))
    .map(([number]) => names[number]);
  const refutation = out.length > 0 ? `Fresh seeds refute ${out.join(" and ")}. ` : "";
  if (best === null)
    return { sentence: `${refutation}No setting has ${percent(wish)} right on these seeds.`, best: null, more: 0 };
  const known = fresh.get(best) ?? { right: new Map(), passes: new Map() };
  const { right, cases } = shareOf(known);
  const more = moreNeeded(right, cases, wish);
  if (more === 0)
    return {
      sentence: `${refutation}Shown: ${names[best]} has at least ${percent(wish)} right (${right} of ${cases} on fresh seeds), with the fewest passes of those that do.`,
      best,
      more,
    };
  const far = cases > 0 ? `${right} of ${cases} right on fresh seeds; ` : "";
  return {
    sentence: `${refutation}The best here is ${names[best]}. Not shown yet: ${far}${counted(more, "more run")}, if all of them are right. The seeds that chose it do not count.`,
    best,
    more,
  };
}
