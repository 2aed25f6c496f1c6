/** Bounds of schedules, addresses, texts with gaps and studies, from playground/spec and evaluation. `python -m workshop.makers.page_tables` writes this. */

export const LEAST_TEMPERATURE = 0.001;
export const MOST_PROMPT = 4000;
export const USUAL_GAP = 8;
export const MOST_GAP = 10000;
export const MOST_GAPS = 256;
export const MOST_LENGTHS = 16;
export const MOST_HELD = 16384;
export const MOST_SEEDS = 128;
export const MOST_VALUES = 8;
