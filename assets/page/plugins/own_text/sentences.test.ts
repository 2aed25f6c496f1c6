import { sentences } from "../../testing/sentences.ts";
import { gapWords, roomSentence } from "./sentences.ts";

sentences("the room that is left is said for the longest choice", () =>
  [[41], [40, 44, 42], [128], [129]].map((counts) => roomSentence(counts, 128)),
);

sentences("what the model writes is the gaps, and the end if that is open", () => {
  const choice = (...gaps: number[]) =>
    ({ parts: [{ place: 0, ids: [1] }, ...gaps.map((gap) => ({ place: 1, gap }))] }) as any;
  return [
    gapWords([choice(3, 1)], false),
    gapWords([choice(1)], true),
    gapWords([choice(1, 2), choice(3, 2)], false),
    gapWords([choice()], false),
  ];
});
