/** `a` and `an`, by the letters of the next word, as `playground/world/words.py` has them. */

/** @typedef {import("./world.js").World} World */

/** @param {World} world @param {string} word @returns {string} */
export const article = ({ patterns }, word) =>
  patterns.vowel.begin(word) && !patterns.consonant.begin(word) ? "an" : "a";

/** @param {World} world @param {string} text @returns {string} with every `a` and `an` as the next word wants it */
export const withArticles = (world, text) =>
  world.patterns.article.replaced(text, (_, head, word) => `${head}${article(world, word).slice(1)} `);
