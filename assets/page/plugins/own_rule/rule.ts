/**
 * A rule of the reader's own in the place of a sampler: what it is called, what it declares, and where a spec has its text,
 * which is data wherever a run is only shown.
 */

/** What settings, addresses and traces call it; `sampler_source` in the spec is its text. */
export const OWN_RULE = "own-rule";
/** The longest text, in characters. */
export const MOST_RULE = 3000;

/** It orders nothing and has no bound, as far as anybody knows. */
export const DECLARATION = {
  label: "Own rule",
  rule: "A rule that a reader wrote picks what is kept.",
  paper: "",
  order: "none",
  falling: false,
  cut: "draw",
  bound: "",
  least: 0,
  unit: "",
  accepted: "kept",
  rejected: "redrawn at random",
};

/**
 * @param spec whole or shortened
 * @returns the texts of the rules that it and the runs need that it branches from, each once; "" for one that is
 * missing
 */
export function rulesOf(spec: any): string[] {
  const before = spec?.branch ? rulesOf(spec.branch.parent) : [];
  const present = spec?.settings?.sampler === OWN_RULE ? [String(spec.sampler_source ?? "")] : [];
  return [...new Set([...before, ...present])];
}
