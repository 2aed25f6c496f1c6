/** What is said of marks: their settings, their figures, and what their runs cannot tell. */

import { sentences } from "../../testing/sentences.ts";
import { markFigures, markName, tellSentence } from "./sentences.ts";

const KNOBS: any[] = [
  { name: "sampler", value: "entropy-bound", samplers: [] },
  { name: "entropy_bound", value: 0.1, samplers: ["entropy-bound"] },
  { name: "kappa", value: 0.9, samplers: ["psi"] },
  { name: "t_max", value: 0.8, samplers: [] },
  { name: "t_min", value: 0.4, samplers: [] },
  { name: "self_conditioning", value: "on", samplers: [] },
];
const SHIPPED = {
  ...Object.fromEntries(KNOBS.map(({ name, value }) => [name, value])),
  entropy_bound: 0.15,
  t_max: 0.5,
  t_min: 0.2,
};

sentences("a mark is named by budget and temperature, and by what else is not as the checkpoint has it", () =>
  [
    {},
    { self_conditioning: "off" },
    { kappa: 0.5 }, // of another sampler
    { sampler: "psi", kappa: 0.5 }, // no budget there
  ].map((changes) => markName({ ...SHIPPED, ...changes }, SHIPPED, KNOBS)),
);

const mark = (right: number, cases: number, changes: object = {}): any => ({
  right,
  cases,
  passes: 6.25,
  subject: "a",
  yours: false,
  finding: null,
  ...changes,
});

sentences("figures stand with their interval, and it is said from how many marks a setting cannot be told", () => {
  const yours = mark(14, 16, { yours: true });
  const [near, far] = [mark(45, 48), mark(2, 48)];
  return [
    markFigures(mark(14, 16)),
    markFigures(mark(0, 1, { passes: 120.4 })),
    tellSentence(yours, [yours]),
    tellSentence(yours, [near, yours, far]),
    tellSentence(yours, [near, near, yours]),
    tellSentence(yours, [near, yours]),
    tellSentence(near, [near, far, far]),
    tellSentence(near, [near, mark(3, 16, { subject: "b", yours: true })]),
  ];
});
