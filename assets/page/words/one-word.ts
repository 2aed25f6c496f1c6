/** What the page says where one word is changed. */

export const ONE_WORD = "Change one word of the prompt";
export const DIFFER =
  "The same seed, so the same noise and the same luck. Only cells that differ are coloured. One pair proves little: another seed, another text.";
