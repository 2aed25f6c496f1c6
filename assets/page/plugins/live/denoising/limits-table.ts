/** What a run and a study may take in a browser: the private limits of playground/service/limits.py. `python -m workshop.makers.page_tables` writes this. */

/** `sentence` is for whoever reaches the limit; names in braces stand for numbers. */
export const LIMITS: Record<string, { limit: number; sentence: string }> = {
  "run_positions": {
    "limit": 510000,
    "sentence": "This run may take {passes:,} passes; a run may take at most {most:,} here. Ask for fewer steps or a shorter text."
  },
  "run_tokens": {
    "limit": 100000,
    "sentence": "This run may write {tokens:,} tokens; a run may write at most {limit:,} here. Lower max_new_tokens."
  },
  "run_seconds": {
    "limit": 3600,
    "sentence": "The run was ended after {limit:,} seconds, the longest that a run may take here; its steps so far are kept."
  },
  "prompt_characters": {
    "limit": 100000,
    "sentence": "The prompt has {characters:,} characters; it may have at most {limit:,} here, including the system prompt."
  },
  "study_seconds": {
    "limit": 14400,
    "sentence": "The study was ended after {limit:,} seconds, the longest that one may take here; what is done stays."
  }
};
