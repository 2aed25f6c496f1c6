/** A text that is typed for a cell, as it would stand there. */

import type { Frame, Recording } from "../run/recording.ts";

/**
 * @param text to put there
 * @returns with the space that a word in the middle of a text begins with, which nobody thinks of typing
 */
export function wordAt({ tokens }: Recording, { argmax_ids: ids }: Frame, position: number, text: string): string {
  const before = tokens.get(ids[position - 1] ?? -1) ?? "";
  const spaced = position > 0 && !/[\s("“'_]$/.test(before) && /^[\p{L}\p{N}]/u.test(text);
  return spaced ? ` ${text}` : text;
}
