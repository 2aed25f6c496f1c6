/** `a` and `an`, by the letters of the next word, as `small_world/words.py` has them. */

import type { World } from "./world.ts";

export const article = ({ patterns }: World, word: string): string =>
  patterns.vowel.begin(word) && !patterns.consonant.begin(word) ? "an" : "a";

/** @returns with every `a` and `an` as the next word wants it */
export const withArticles = (world: World, text: string): string =>
  world.patterns.article.replaced(text, (_, head, word) => `${head}${article(world, word).slice(1)} `);
