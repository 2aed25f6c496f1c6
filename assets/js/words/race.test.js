/** What is said about a race: never that one run decides. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isRace, leadSentence, mixSentence, raceSentence } from "./race.js";

/** @param {string} way @param {boolean | null} right @param {object} [header] @returns {any} */
const lane = (way, right, header = {}) => ({
  live: false,
  frames: Array(way === "autoregressive" ? 92 : 7),
  verdict: right === null ? null : { right },
  header: { prompt: "a", model: "embedded", revision: "1", way, ...header },
});

test("the same prompt in several ways is a race; two seeds of one way, or two prompts, are not", () => {
  assert.ok(isRace([lane("uniform", true), lane("masked", true)]));
  assert.ok(!isRace([lane("uniform", true), lane("uniform", true)]));
  assert.ok(!isRace([lane("uniform", true), lane("masked", true), lane("masked", true)]));
  assert.ok(!isRace([lane("uniform", true), lane("masked", true, { prompt: "b" })]));
  assert.ok(!isRace([lane("uniform", true)]));
});

test("a result is said with the warning that it is one run", () => {
  const sentence = raceSentence([lane("uniform", true), lane("masked", null), lane("autoregressive", false)]);
  assert.equal(
    sentence,
    "This race: uniform diffusion ✓ right, 7 passes; masked diffusion ended, 7 passes; token after token ✗ wrong, 92 passes. That is one run each, and one run proves little.",
  );
  assert.match(
    raceSentence([lane("uniform", true), { ...lane("masked", null), live: true }]),
    /masked diffusion is still writing/,
  );
});

test("other weights are no race", () => {
  assert.match(raceSentence([lane("uniform", true), lane("masked", true, { revision: "2" })]), /different weights/);
});

/** @param {string} way @param {number} right @param {number} least @param {number} most @returns {any} */
const row = (way, right, least, most) => ({ way, right, cases: 64, least, most, passes: 5 });

test("who got more right is said with the interval of the difference, not by intervals that overlap", () => {
  // Of 64, 32 and 45 are 50% and 70%: their intervals overlap, and that of the difference does not reach 0.
  assert.equal(
    leadSentence([row("uniform", 32, 0.38, 0.62), row("masked", 45, 0.58, 0.8), row("autoregressive", 60, 0.9, 1)]),
    "Here masked diffusion got more right than uniform diffusion: 20 points, 95% interval 3 to 36.",
  );
  assert.equal(
    leadSentence([row("uniform", 40, 0.5, 0.73), row("masked", 36, 0.44, 0.68)]),
    "Here uniform diffusion got more right than masked diffusion: 6 points, 95% interval −11 to 23. So it may be chance.",
  );
  assert.equal(leadSentence([row("uniform", 64, 0.94, 1), row("masked", 64, 0.94, 1)]), "");
  assert.equal(leadSentence([row("uniform", 64, 0.94, 1)]), "");
});

test("the mix and the decoding are named", () => {
  const sentence = mixSentence({
    tasks: [],
    shares: { uniform: 0.8, masked: 0.12, autoregressive: 0.08 },
    settings: "temperature 0.8 to 0.2",
  });
  assert.match(sentence, /80% uniform diffusion, 12% masked diffusion, 8.*% token after token/);
  assert.match(sentence, /draws its tokens \(temperature 0.8 to 0.2\)\. The other two take the most probable/);
});

test("a lane that was refused was not made", () => {
  const refused = { ...lane("masked", null), frames: [] };
  assert.match(raceSentence([lane("uniform", true), refused]), /masked diffusion was not made\./);
});
