/** The verdict on a run's text as an element. */

import { element } from "../dom/elements.ts";
import { verdictSentence } from "../words/verdict.ts";
import type { Verdict } from "../run/recording.ts";
import type { Judged } from "../words/verdict.ts";

/** @returns the sentence, behind a tick or a cross if there is a verdict; null where nothing is to be said */
export function verdictElement(recording: Judged & { verdict: Verdict | null }): HTMLElement | null {
  const { verdict } = recording;
  const sentence = verdictSentence(recording);
  if (verdict === null)
    return sentence === "" ? null : element(recording.refused ? "span.tdp-verdict" : "span.tdp-hint", sentence);
  const side = verdict.right ? "right" : "wrong";
  const sign = element("span.tdp-verdict-sign", { "aria-hidden": "true" }, verdict.right ? "✓" : "✗");
  const words = element("span", { dir: "auto" }, sentence);
  return element("span", { class: `tdp-verdict tdp-verdict-${side}`, title: ruleSentence(verdict) }, sign, " ", words);
}

const ruleSentence = ({ task, rule }: Verdict) =>
  `Judged by version ${rule} of the rule for this kind of task: ${task}.`;
