/** The ways of writing, with what the page says of each. `way-table.ts` has what Python declares. */

import { WORDS } from "../words/terms.ts";
import { WAY_TABLE } from "./way-table.ts";
import type { Value } from "./knobs.ts";
import type { Frame, Header } from "../run/recording.ts";
import type { Key } from "../words/terms.ts";
import type { Declared } from "./way-table.ts";

/** What the page says of a way. */
interface Words {
  label: string;
  /** What stands on a canvas before its first step. */
  beginning: string;
  /** How it writes, in two short sentences. */
  gist: string;
  /** Words of `words/terms.ts` beside its statuses that other ways do not need. */
  words?: Key[];
  /** What a step does with what it keeps and with the rest; null where it writes one token. */
  does: Record<"plain" | "terms", { keeps: string; rest: (count: number) => string }> | null;
}
export type Way = Omit<Declared, "statuses"> &
  Words & {
    /** As settings and traces have it. */
    name: string;
    /** What `words/terms.ts` calls the statuses, by code. */
    statuses: Key[];
    /** The canvas that would be committed at a step. */
    standing: (frame: Standing) => Int32Array;
  };
type Standing = Pick<Frame, "accepted" | "sampled_ids" | "argmax_ids">;

const LEAVES_MASKED = { keeps: "keeps", rest: (count: number) => `leaves ${count} masked` };

const SAYS: Record<string, Words> = {
  uniform: {
    label: "uniform diffusion",
    beginning: "The canvas is noise: every position holds a token drawn at random.",
    gist: "It starts as noise. Each step keeps what it is sure of and throws the rest back into noise.",
    words: ["noise", "correction"],
    does: {
      plain: { keeps: "keeps", rest: (count) => `throws ${count} back` },
      terms: { keeps: "accepts", rest: (count) => `re-noises ${count}` },
    },
  },
  masked: {
    label: "masked diffusion",
    beginning: "The canvas is masked: no position has a token.",
    gist: "It starts all masked. Each step fills what it is sure of and leaves the rest masked.",
    does: { plain: LEAVES_MASKED, terms: LEAVES_MASKED },
  },
  autoregressive: {
    label: "token after token",
    beginning: "The canvas is blank: nothing is written.",
    gist: "It starts blank. Each step writes the next token.",
    does: null,
  },
};

const keyOf = (term: string) => (Object.keys(WORDS) as Key[]).find((key) => WORDS[key].term === term) as Key;

/** By name. */
export const WAYS: Record<string, Way> = Object.fromEntries(
  Object.entries(WAY_TABLE).map(([name, declared]) => [
    name,
    {
      name,
      ...declared,
      ...SAYS[name],
      statuses: declared.statuses.map(keyOf),
      standing: (frame: Standing) => standing(declared, frame),
    },
  ]),
);

/**
 * @param settings the checkpoint's
 * @returns the settings of which some way has its own default: each as this way has it, or the checkpoint
 */
export function defaultsIn(way: string, settings: Record<string, Value>): Record<string, Value> {
  const names = Object.values(WAYS).flatMap(({ defaults }) => Object.keys(defaults));
  return { ...Object.fromEntries(names.map((name) => [name, settings[name]])), ...WAYS[way].defaults };
}

/** @returns what a change of settings brings along: another way of writing has its own defaults */
export const broughtBy = (change: Record<string, unknown>, settings: Record<string, unknown>): Record<string, Value> =>
  change.way === settings.way ? {} : (WAYS[String(change.way)]?.defaults ?? {});

/** @param name of a way; uniform diffusion where it names none */
export const wayNamed = (name: unknown): Way => WAYS[String(name)] ?? WAYS.uniform;

/** @param header of a trace */
export const wayOf = ({ spec, source_way: foreign }: Pick<Header, "spec" | "source_way">): Way =>
  wayNamed(spec.settings.way ?? foreign);

function standing({ accepted_from, rest_from }: Declared, frame: Standing): Int32Array {
  const { accepted, [accepted_from]: ids } = frame;
  if (rest_from === null) return ids.filter((_, at) => accepted[at] === 1);
  return frame[rest_from].map((id, at) => (accepted[at] === 1 ? ids[at] : id));
}
