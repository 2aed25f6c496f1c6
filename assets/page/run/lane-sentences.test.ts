import { header, traceFile } from "../testing/fixtures.ts";
import { sentences } from "../testing/sentences.ts";
import { laneTitles, lanesSentence } from "./lane-sentences.ts";
import { readTrace } from "./trace.ts";

async function run(changes: any = {}) {
  const recording = await readTrace(traceFile(), "x");
  const { settings = {}, source, ...others } = changes;
  const { spec } = header({ ...others, settings: { ...recording.header.spec.settings, ...settings } });
  Object.assign(recording.header, { spec, source });
  return recording;
}

const runs = (...changes: any[]) => Promise.all(changes.map(run));
const titles = async (...changes: any[]) =>
  laneTitles(await runs(...changes), (processor) => `the ${processor}`).map(
    ({ letter, title }) => `${letter}: ${title}`,
  );

sentences("the title of a lane states only what differs", async () => [
  await titles({}, { settings: { entropy_bound: 1 } }),
  await titles({}, { seed: 3 }),
  await titles({}, {}),
  await titles({}, { spec: { processors: { guide: { scale: 2 } } } }),
  await titles({}, { settings: { sampler: "entropy-bound", entropy_bound: 1 } }), // the other does not name it
  await titles(
    {},
    { settings: { entropy_bound: 1 } },
    { way: "masked", settings: { max_denoising_steps: 256, t_min: 1 } }, // not all that comes with the way
  ),
]);

sentences("what a person put into a lane is named", async () => [
  await titles({}, { spec: { pins: { 3: 2, 4: 3 } } }),
  await titles({}, { spec: { edits: [{ block: 1, step: 2, cells: { 0: 4 } }] } }),
  await titles({}, { spec: { edits: [{ block: 1, step: 2, cells: { 0: null, 1: null } }] } }),
]);

sentences("a run from elsewhere names its source, and nothing that it does not tell", async () => [
  await titles({}, { seed: 3 }, { source: "a stream", seed: 0, model: "", prompt: "" }),
  await titles({ source: "one" }, { source: "another" }),
  lanesSentence(await runs({}, { source: "a stream" }), 2),
]);

sentences("lanes that begin with other noise than the first are named in one sentence", async () => {
  const [first, same, ...others] = await runs({}, {}, {}, {});
  for (const { frames } of others) frames[0].input_ids = Int32Array.from([7, 6, 5, 4]);
  return [[first, others[0]], [first, ...others], [first, others[0], same, others[1]]].map((lanes) => lanesSentence(lanes, 0).plain); // prettier-ignore
});

sentences("the sentence says where runs part, and what each keeps", async () => {
  const [first, second] = await runs({}, {});
  second.frames[1].sampled_ids = Int32Array.from([2, 4, 7, 6]);
  const plain = [1, 2, 9].map((tick) => lanesSentence([first, second], tick));
  second.frames[1].passes = 2; // as a guided step takes
  return [
    ...plain,
    lanesSentence([first, second], 9),
    lanesSentence([first, first], 0),
    lanesSentence([first, await run({ way: "autoregressive" })], 1),
  ];
});

sentences(
  "where cells that differ are counted, the sentence has their number, and the end's once all are over",
  async () => {
    const [first, second] = await runs({}, {});
    second.frames[1].sampled_ids = Int32Array.from([2, 4, 7, 6]);
    second.frames[2].sampled_ids = Int32Array.from([7, 1, 0, 7]);
    const words = (tick: number) => lanesSentence([first, second], tick, undefined, true);
    const over = [1, 2, 4].map(words);
    second.label = "LIVE";
    const going = words(2);
    second.header.canvas_length = 8;
    return [...over, going, words(2)];
  },
);
