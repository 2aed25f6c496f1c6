/** What is known of a prompt before its run. */

/** What a model will do with a prompt, as the hook `prompt_advice` tells it. */
export type About = {
  kind: string | null;
  /** Where a rule judges texts of it: only where Python is, or nowhere. */
  judged: "anywhere" | "python" | "";
  unread: string[];
  unknown: { word: string; nearest: string[] }[];
  sentence: string;
  offers: string[];
};
