/**
 * The ways of writing, each declared once. `playground/rules/ways` declares the same ones; the cases in `tests/golden`
 * check both.
 */

/** @typedef {import("../words/terms.js").Key} Key */

/**
 * @typedef {object} Way
 * @property {string} name as settings and traces have it
 * @property {string} label
 * @property {boolean} sticky does an accepted token stay?
 * @property {boolean} causal does each pass write one token from what stands before it, rather than look both ways?
 * @property {"noise" | "mask" | "blank"} begins what stands on a canvas before its first step
 * @property {string} beginning the same in a sentence
 * @property {string} gist how it writes, in two short sentences
 * @property {(frame: Standing) => Int32Array} standing the canvas that would be committed at a step
 * @property {Key[]} statuses what `words/terms.js` calls the statuses, by code
 * @property {Key[]} words further ones in its glossary that other ways do not need
 * @property {Record<"plain" | "terms", { keeps: string, rest: (count: number) => string }> | null} does what a step does
 *   with what it keeps and with the rest; null where it writes one token
 */
/** @typedef {Pick<import("../run/recording.js").Frame, "accepted" | "sampled_ids" | "argmax_ids">} Standing */

const LEAVES_MASKED = { keeps: "keeps", rest: (/** @type {number} */ count) => `leaves ${count} masked` };

/** In the order of menus and races. @type {Way[]} */
const ALL = [
  {
    name: "uniform",
    label: "uniform diffusion",
    sticky: false,
    causal: false,
    begins: "noise",
    beginning: "The canvas is noise: every position holds a token drawn at random.",
    gist: "It starts as noise. Each step keeps what it is sure of and throws the rest back into noise.",
    standing: ({ argmax_ids }) => argmax_ids,
    statuses: ["kept", "justKept", "thrownBack", "reopened"],
    words: ["noise", "correction"],
    does: {
      plain: { keeps: "keeps", rest: (count) => `throws ${count} back` },
      terms: { keeps: "accepts", rest: (count) => `re-noises ${count}` },
    },
  },
  {
    name: "masked",
    label: "masked diffusion",
    sticky: true,
    causal: false,
    begins: "mask",
    beginning: "The canvas is masked: no position has a token.",
    gist: "It starts all masked. Each step fills what it is sure of and leaves the rest masked.",
    standing: ({ accepted, sampled_ids, argmax_ids }) =>
      argmax_ids.map((id, at) => (accepted[at] === 1 ? sampled_ids[at] : id)),
    statuses: ["unmasked", "justUnmasked", "masked", "maskedAgain"],
    words: [],
    does: { plain: LEAVES_MASKED, terms: LEAVES_MASKED },
  },
  {
    name: "autoregressive",
    label: "token after token",
    sticky: true,
    causal: true,
    begins: "blank",
    beginning: "The canvas is blank: nothing is written.",
    gist: "It starts blank. Each step writes the next token.",
    standing: ({ accepted, sampled_ids }) => sampled_ids.filter((_, at) => accepted[at] === 1),
    statuses: ["written", "justWritten", "blank", "blankAgain"],
    words: [],
    does: null,
  },
];

/** By name. @type {Record<string, Way>} */
export const WAYS = Object.fromEntries(ALL.map((way) => [way.name, way]));

/**
 * @param {{ way?: string }} header of a trace; one that names no way is of uniform diffusion, as all once were
 * @returns {Way}
 */
export const wayOf = ({ way = "" }) => WAYS[way] ?? ALL[0];
