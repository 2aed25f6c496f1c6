/** What the ways of writing declare, in playground/rules/ways/. `python -m workshop.makers.page_tables` writes this. */

type Column = "sampled_ids" | "argmax_ids";

export interface Declared {
  /** Settings that it has instead of a checkpoint's own. */
  defaults: Record<string, number | string>;
  /** Does an accepted token stay? */
  sticky: boolean;
  /** Does each pass write one token from what stands before it, rather than look both ways? */
  causal: boolean;
  /** What stands on a canvas before its first step. */
  begins: "noise" | "mask" | "blank";
  /** Whose token stands where a position is accepted, if a canvas is committed as it is. */
  accepted_from: Column;
  /** Whose token stands elsewhere; null if nothing does. */
  rest_from: Column | null;
  /** The names of the statuses, by code. */
  statuses: string[];
}

/** By name, in the order of menus and races. */
export const WAY_TABLE: Record<string, Declared> = {
  "uniform": {
    "defaults": {},
    "sticky": false,
    "causal": false,
    "begins": "noise",
    "accepted_from": "argmax_ids",
    "rest_from": "argmax_ids",
    "statuses": [
      "locked",
      "newly locked",
      "re-noised",
      "relapsed"
    ]
  },
  "masked": {
    "defaults": {
      "max_denoising_steps": 256,
      "t_max": 1.0,
      "t_min": 1.0,
      "confidence_threshold": 0.0,
      "draw": "greedy",
      "self_conditioning": "off"
    },
    "sticky": true,
    "causal": false,
    "begins": "mask",
    "accepted_from": "sampled_ids",
    "rest_from": "argmax_ids",
    "statuses": [
      "kept",
      "newly kept",
      "masked",
      "masked again"
    ]
  },
  "autoregressive": {
    "defaults": {
      "t_max": 1.0,
      "t_min": 1.0,
      "confidence_threshold": 0.0,
      "draw": "greedy",
      "self_conditioning": "off"
    },
    "sticky": true,
    "causal": true,
    "begins": "blank",
    "accepted_from": "sampled_ids",
    "rest_from": null,
    "statuses": [
      "written",
      "just written",
      "blank",
      "blank again"
    ]
  }
};
