/** Where on the page each thing is that words of a lesson can name, from playground/plugins/learn/inline.py. `python -m workshop.makers.page_tables` writes this. */

export const NAMED: Record<string, string> = {
  "canvas": ".tdp-stage",
  "timeline": ".tdp-timeline",
  "play": ".tdp-play",
  "legend": ".tdp-legend",
  "kept": ".tdp-legend .tdp-state:nth-child(1)",
  "just-kept": ".tdp-legend .tdp-state:nth-child(2)",
  "thrown-back": ".tdp-legend .tdp-state:nth-child(3)",
  "reopened": ".tdp-legend .tdp-state:nth-child(4)",
  "went-in": ".tdp-layers [data-value=input]",
  "drawn": ".tdp-layers [data-value=sampled]",
  "best-guess": ".tdp-layers [data-value=argmax]",
  "scale": ".tdp-scale-place",
  "sentence": ".tdp-sentence",
  "details": ".tdp-tabs",
  "prediction": ".tdp-lesson-part:last-of-type .tdp-predict"
};
