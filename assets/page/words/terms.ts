/**
 * The page's words, in one table: the plain word, the field's term, and what it means in one line. A switch says which of
 * the two the page shows; the other one is in the tooltip and in the glossary.
 */

/** Which words the reader wants to see. */
export type Mode = "plain" | "terms";
export type Word = { plain: string; term: string; line: string };

/** What opens the glossary. */
export const WORDS_AND_KEYS = "Words and keys";

/** In the order of the glossary. */
const TABLE = {
  token: same("token", "A word, a piece of a word, or a sign: what a model reads and writes."),
  canvas: same("canvas", "The positions that are written together. Each holds one token."),
  noise: same("noise", "Tokens drawn at random from the whole vocabulary. The canvas starts as noise."),
  step: word("step", "denoising step", "The model reads the whole canvas once; then the sampler decides what is kept."),
  pass: word("pass", "denoiser pass, NFE", "One reading of the canvas by the model. Every step takes one."),
  input: word("what went in", "input canvas", "The canvas that the model read at this step."),
  sampled: word(
    "what was drawn",
    "sampled canvas",
    "A token for each position, drawn by the probabilities that the model gave.",
  ),
  argmax: word("best guess", "argmax canvas", "The most probable token of each position."),
  kept: word("kept", "locked", "Kept at this step, as at the step before."),
  justKept: word("just kept", "newly locked", "Kept at this step, but not at the step before."),
  thrownBack: word("thrown back", "re-noised", "Not kept: a token drawn at random takes its place for the next step."),
  reopened: word("reopened", "relapsed", "Not kept at this step, though it was kept at the step before."),
  unmasked: same("kept", "Has its token. In masked diffusion what is kept stays."),
  justUnmasked: word("just kept", "newly kept", "Has got its token at this step."),
  masked: same("masked", "Has no token yet: the model sees a mask there."),
  maskedAgain: same("masked again", "Had a token at the step before and has none now."),
  written: same("written", "Has its token, which stays."),
  justWritten: same("just written", "Has got its token at this step."),
  blank: same("blank", "Comes later: the text is written from left to right."),
  blankAgain: same("blank again", "Had a token at the step before and has none now."),
  correction: same("self-correction", "A token that was kept, reopened, and kept again as another."),
  uncertainty: word(
    "uncertainty",
    "entropy",
    "How undecided the model is about a position: 0 if it is sure of one token.",
  ),
  unit: same("nats, bits", "Two units of uncertainty. A coin that may fall either way has 1 bit, which is 0.69 nats."),
  temperature: same(
    "temperature",
    "Evens out the probabilities: the higher it is, the more often an unlikely token is drawn.",
  ),
  schedule: same("schedule", "The temperature of every step. It falls as the text takes shape."),
  sampler: same("sampler", "The rule that decides which positions are kept."),
  budget: word(
    "budget",
    "entropy bound",
    "Positions are kept, the surest first, while the uncertainties of those before add up to no more than this.",
  ),
  confidence: word(
    "sure enough",
    "confidence threshold",
    "A part may end when the mean uncertainty of its positions is below this.",
  ),
  stability: word(
    "stable for",
    "stability threshold",
    "A part may end when its best guess has not changed for so many steps.",
  ),
  part: word("part", "block", "What one canvas adds to the text. A long text has several, one after the other."),
  end: same("end of the text", "What stands behind this token is not in the text."),
  padding: same("padding", "Fills the canvas behind the end of the text. It counts as no text."),
  filler: same("filler", "Keeps the next word in its place within the text. It is empty and counts as no text."),
  lockStep: same("lock step", "The step at which a position was last kept after it had not been."),
  revisions: word("changes of mind", "argmax revisions", "How often the best guess of a position has changed."),
  perPass: same("tokens per pass", "How many tokens of text a pass gives. One token at a time gives 1."),
  seed: same("seed", "Where the random numbers start. On one CPU the same seed and settings give the same run."),
};

export type Key = keyof typeof TABLE;

export const WORDS: Record<Key, Word> = TABLE;

/** @returns what the page calls each thing */
export const words = (mode: Mode): Record<Key, string> => SHOWN[mode];

const SHOWN = { plain: shown("plain"), terms: shown("term") };

function shown(side: "plain" | "term") {
  const pairs = Object.entries(WORDS).map(([key, entry]) => [key, entry[side]]);
  return Object.fromEntries(pairs) as Record<Key, string>;
}

/** @returns a tooltip: the other word, if there is one, and what it means */
export function hint(key: Key, mode: Mode): string {
  const { plain, term, line } = WORDS[key];
  if (plain === term) return line;
  return mode === "plain" ? `The field's term: ${term}. ${line}` : `In plain words: ${plain}. ${line}`;
}

/** @param line what it means, in at most 20 words */
function word(plain: string, term: string, line: string): Word {
  return { plain, term, line };
}

/** @param both the plain word is the term */
function same(both: string, line: string) {
  return word(both, both, line);
}
