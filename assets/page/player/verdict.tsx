/** The verdict on a run's text: the sentence, behind a tick or a cross if there is one. */

import { verdictSentence } from "../words/verdict.ts";
import type { Verdict } from "../run/recording.ts";
import type { Judged } from "../words/verdict.ts";

export function VerdictLine({ recording }: { recording: Judged & { verdict: Verdict | null } }) {
  const { verdict, refused } = recording;
  const sentence = verdictSentence(recording);
  if (verdict === null) return sentence && <span class={refused ? "tdp-verdict" : "tdp-hint"}>{sentence}</span>;
  return (
    <span class={`tdp-verdict tdp-verdict-${verdict.right ? "right" : "wrong"}`} title={ruleSentence(verdict)}>
      <span class="tdp-verdict-sign" aria-hidden="true">
        {verdict.right ? "✓" : "✗"}
      </span>{" "}
      <span dir="auto">{sentence}</span>
    </span>
  );
}

const ruleSentence = ({ task, rule }: Verdict) =>
  `Judged by version ${rule} of the rule for this kind of task: ${task}.`;
