/** The worker of `pattern.js`: answers which texts match, or why nothing can be said. */

self.onmessage = ({ data: { pattern, texts } }) => self.postMessage(answer(pattern, texts));
self.postMessage("ready");

/** @param {string} pattern @param {string[]} texts @returns {boolean[] | string} */
function answer(pattern, texts) {
  try {
    const expression = new RegExp(pattern, "u");
    return texts.map((text) => expression.test(text));
  } catch (error) {
    return `This is no regular expression: ${error instanceof Error ? error.message.replace(/^Invalid regular expression: /, "") : error}.`;
  }
}
