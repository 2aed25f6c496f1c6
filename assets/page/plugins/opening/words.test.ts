import { sentences } from "../../testing/sentences.ts";
import { captionsAt, taleOf } from "./words.ts";

const run = {
  header: { canvas_length: 4 },
  frames: [1, 2, 3, 4, 5].map((step) => ({ step })),
  tokens: new Map([
    [2, " ball"],
    [3, "<b>\n"],
  ]),
} as any;
const correction = { position: 1, kept: 1, reopened: 3, again: 4, before: 2, after: 3 };

sentences("a tale goes as far as the step that is shown, and the captions count the cells of the canvas", () => [
  ...[2, 3, 4].map((step) => taleOf(run, correction, step)),
  ...captionsAt(run, correction, -1),
]);
