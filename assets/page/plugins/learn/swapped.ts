/** What a cell might be with another word in it, as the model says. */

import { plainText } from "../../words/glyphs.ts";
import { unpacked } from "../inside/weights.ts";
import { entropyOf } from "./probabilities.ts";
import type { Recording } from "../../run/recording.ts";
import type { Swap, Swapped } from "./lesson.ts";
import type { AskModel } from "./surroundings.ts";

/** So many tokens have a bar of their own. */
export const SHOWN = 5;

/**
 * Takes the step again, with another word in the cell.
 *
 * @returns what it then might be; or why not, in a sentence
 */
export async function computed(
  word: string,
  { row, position }: Swap,
  { frames, header, run }: Recording,
  ask: AskModel,
): Promise<Swapped | string> {
  const { ids, refused } = await tokensOf(word, ask);
  if (refused) return refused;
  if (ids.length !== 1) return `“${plainText(word)}” is ${ids.length} tokens, and a cell holds one. Try another word.`;
  const { block, step } = frames[row];
  const spec = header.spec as Record<string, any>;
  const edits = [...(spec.edits ?? []), { block, step, cells: { [position]: ids[0] } }];
  const answer = await ask("look_inside", JSON.stringify({ run, spec: { ...spec, edits }, block, step, position }));
  if (answer.refused) return answer.refused;
  const seen = unpacked(answer);
  const tokens = seen.texts.map((text) => text.trim());
  return {
    word,
    tokens: tokens.slice(0, SHOWN),
    shares: [...seen.probs.subarray(0, SHOWN)],
    entropy: entropyOf([...seen.probs]),
    token: tokens[seen.ids.indexOf(answer.sampled)] ?? "",
    accepted: answer.accepted,
  };
}

/** @returns as it stands within a text, if it is one token there */
async function tokensOf(word: string, ask: AskModel): Promise<{ ids: number[]; refused?: string }> {
  const tokens = (text: string) => ask("own_text", JSON.stringify({ kind: "tokens", text }));
  const within = await tokens(` ${word}`);
  if (within.refused || within.ids.length === 1) return within;
  const alone = await tokens(word);
  return alone.ids?.length === 1 ? alone : within;
}
