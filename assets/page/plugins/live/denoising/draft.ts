/** Answers while somebody writes, as `playground/server/draft.py`: the tokens of a text, the pins of a template, what noise replaces. */

import { MOST_HELD } from "../../../rules/bounds.ts";
import { PlaygroundError } from "../../../engine/errors.ts";
import { startOf, tokensOf } from "./held-tokens.ts";
import { isMapping, withCommas } from "./values.ts";
import { lengthsOf, noised, readTemplate } from "./steering.ts";
import { newWords } from "./world/new-words.ts";
import type { Choice } from "../../../run/gaps.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * @param question JSON with `kind` (tokens, template or start) and `text`; start also has `noise` and `seed`
 * @param known the words that the model was trained with
 * @returns as Python's; anything wrong is a sentence under `refused`
 */
export function draftTokens(vocabulary: Vocabulary, question: string, known: Set<string> | null): Record<string, any> {
  try {
    const { kind, text, noise, seed } = read(question);
    const { answer, ids } = drafted(vocabulary, kind, text, noise, seed);
    const different = [...new Set(ids)].sort((a, b) => a - b);
    const texts = vocabulary.textsOf(different);
    return {
      ...answer,
      new: known === null ? [] : newWords(text, known, Infinity).named,
      texts: Object.fromEntries(different.map((id, at) => [id, texts[at]])),
    };
  } catch (error) {
    if (error instanceof PlaygroundError) return { refused: error.message };
    throw error;
  }
}

function read(question: string): { kind: unknown; text: string; noise: number; seed: number } {
  const values = parsed(question);
  const { noise = 0, seed = 0 } = values ?? {};
  const numbers = [noise, seed].every(Number.isFinite);
  if (!isMapping(values) || !("kind" in values) || !("text" in values) || !numbers)
    throw new PlaygroundError("The question is not JSON with a kind and a text.");
  if (typeof values.text !== "string") throw new PlaygroundError("The text of the question is not text.");
  return { kind: values.kind, text: values.text.replace(/\p{Cs}/gu, "?"), noise, seed: Math.trunc(seed) };
}

/** @returns null if it is not JSON */
function parsed(question: string): any {
  try {
    return JSON.parse(question);
  } catch {
    return null;
  }
}

/** @returns the answer, and whose texts it needs */
function drafted(
  vocabulary: Vocabulary,
  kind: unknown,
  text: string,
  noise: number,
  seed: number,
): { answer: Record<string, any>; ids: number[] } {
  const { vocab_size: size, eos_ids: ends } = vocabulary.manifest;
  if (kind === "tokens") {
    const ids = tokensOf(text, vocabulary);
    return { answer: { ids }, ids };
  }
  if (kind === "template") {
    const choices = lengthsOf(text).map((each) => placed(each, vocabulary));
    const parts = choices.flatMap((choice) => choice.parts);
    const held = parts.reduce((sum, { ids }) => sum + (ids?.length ?? 0), 0);
    if (choices.length > 1 && held > MOST_HELD)
      throw new PlaygroundError(
        `The text holds ${withCommas(held)} tokens in its ${choices.length} combinations of lengths together; at ` +
          `most ${withCommas(MOST_HELD)} may be. Give its gaps fewer lengths.`,
      );
    return { answer: { choices }, ids: choices.flatMap(({ pins }) => Object.values(pins)) };
  }
  if (kind === "start") {
    const ids = startOf(text, vocabulary);
    const replaced = noised(ids.length, noise, seed, size);
    const length = tokensOf(text, vocabulary).length + Number(ends.length > 0);
    return { answer: { ids, replaced, text: length }, ids: [...ids, ...replaced.filter((token) => token !== null)] };
  }
  throw new PlaygroundError("The question is of no known kind.");
}

/**
 * @param text whole, with gaps or without; its end is held too, unless it ends with an open gap
 * @throws {PlaygroundError} a gap or a character in it is not allowed
 */
export function placed(text: string, vocabulary: Vocabulary): Choice {
  const { parts, open } = readTemplate(text);
  const pins: Record<string, number> = {};
  let length = 0;
  const all = parts.map((part) => {
    const content = typeof part === "number" ? { gap: part } : { ids: tokensOf(part, vocabulary) };
    const place = length;
    content.ids?.forEach((token, at) => (pins[place + at] = token));
    length += content.gap ?? content.ids.length;
    return { place, ...content };
  });
  const [end] = vocabulary.manifest.eos_ids;
  if (!open && end !== undefined) pins[length] = end;
  return { template: text, parts: all, pins, length, open };
}
