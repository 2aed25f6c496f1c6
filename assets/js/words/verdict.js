/** The verdict on a run's text, in words and as an element. A rule judged, not the model, and that is said. */

import { element } from "../dom/elements.js";

/** @typedef {import("../run/recording.js").Verdict} Verdict */

/**
 * @param {{ verdict: Verdict | null }} recording
 * @returns {string} such as "Solved. So says a rule, not the model."; "" where there is no verdict
 */
export function verdictSentence({ verdict }) {
  if (verdict === null) return "";
  const { sentence } = verdict;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. So says a rule, not the model.`;
}

/**
 * @param {{ verdict: Verdict | null }} recording
 * @returns {HTMLElement | null} the sentence behind a tick or a cross; null where there is no verdict
 */
export function verdictElement(recording) {
  const { verdict } = recording;
  if (verdict === null) return null;
  const side = verdict.right ? "right" : "wrong";
  const sign = element("span.tdp-verdict-sign", { "aria-hidden": "true" }, verdict.right ? "✓" : "✗");
  const words = element("span", { dir: "auto" }, verdictSentence(recording));
  return element("span", { class: `tdp-verdict tdp-verdict-${side}`, title: ruleSentence(verdict) }, sign, " ", words);
}

/** @param {Verdict} verdict */
const ruleSentence = ({ task, rule }) => `Judged by version ${rule} of the rule for this kind of task: ${task}.`;
