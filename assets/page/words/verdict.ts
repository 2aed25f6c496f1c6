/** The verdict on a run's text, in words and as an element. A rule judged, not the model, and that is said. */

import { element } from "../dom/elements.ts";
import type { Recording, Verdict } from "../run/recording.ts";

type Judged = Pick<Recording, "verdict" | "header" | "finishReason" | "refused">;

const REFUSED =
  "The model declines: it says what it knows, and wrote nothing of what was asked. That is neither right nor wrong.";
const NOT_HERE = "No rule judges this text in a browser; on a server, rules judge stories and functions too.";

/**
 * @returns such as "Solved. So says a rule, not the model."; "" where there is no verdict, and nothing to say of that
 */
export function verdictSentence({ verdict, header, finishReason, refused }: Judged): string {
  if (verdict === null && refused) return REFUSED;
  if (verdict === null) return header.device === "browser" && finishReason !== "stopped" ? NOT_HERE : "";
  const { sentence } = verdict;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. So says a rule, not the model.`;
}

/** @returns the sentence, behind a tick or a cross if there is a verdict; null where nothing is to be said */
export function verdictElement(recording: Judged): HTMLElement | null {
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
