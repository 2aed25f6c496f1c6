/** The verdict on a run's text. A rule judged, not the model, and that is said. */

/** Of a run: what a rule found, where the run was made, why it ended, and whether the model declined. */
export type Judged = {
  verdict: { sentence: string } | null;
  header: { device: string };
  finishReason: string;
  refused: boolean;
};

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
