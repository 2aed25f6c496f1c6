/**
 * The ways of writing, each declared once. `playground/rules/ways` declares the same ones; the cases in `tests/golden`
 * check both.
 */

import type { Frame } from "../run/recording.ts";
import type { Key } from "../words/terms.ts";

export interface Way {
  /** As settings and traces have it. */
  name: string;
  label: string;
  /** Does an accepted token stay? */
  sticky: boolean;
  /** Does each pass write one token from what stands before it, rather than look both ways? */
  causal: boolean;
  /** What stands on a canvas before its first step. */
  begins: "noise" | "mask" | "blank";
  /** The same in a sentence. */
  beginning: string;
  /** How it writes, in two short sentences. */
  gist: string;
  /** The canvas that would be committed at a step. */
  standing: (frame: Standing) => Int32Array;
  /** What `words/terms.ts` calls the statuses, by code. */
  statuses: Key[];
  /** Further ones in its glossary that other ways do not need. */
  words: Key[];
  /** What a step does with what it keeps and with the rest; null where it writes one token. */
  does: Record<"plain" | "terms", { keeps: string; rest: (count: number) => string }> | null;
}
type Standing = Pick<Frame, "accepted" | "sampled_ids" | "argmax_ids">;

const LEAVES_MASKED = { keeps: "keeps", rest: (count: number) => `leaves ${count} masked` };

/** In the order of menus and races. */
const ALL: Way[] = [
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

/** By name. */
export const WAYS: Record<string, Way> = Object.fromEntries(ALL.map((way) => [way.name, way]));

/** @param header of a trace; one that names no way is of uniform diffusion, as all once were */
export const wayOf = ({ way = "" }: { way?: string }): Way => WAYS[way] ?? ALL[0];
