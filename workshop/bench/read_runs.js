/**
 * Reads runs as the page does: `node read_runs.js FOLDER_OF_SCRIPTS [look]`. Each line of standard input is a file in base64. Prints
 * a line of JSON for each: was it opened, in how many seconds, the sentence that refused it, and the fault if it has one. With `look`,
 * it computes what the panels show too.
 */

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const scripts = (/** @type {string} */ path) => import(`${pathToFileURL(process.argv[2])}/${path}`);
const { readRuns } = await scripts("run/reading.js");
const { TraceError } = await scripts("run/trace.js");
const { blocksOf, cacheSentence } = await scripts("run/blocks.js");
const { historyOf } = await scripts("run/history.js");
const { acceptedShare, changed, lockSteps, probabilityOf, revised, revisions } = await scripts("run/metrics.js");
const { SERIES, seriesOf, seriesSentence } = await scripts("run/series.js");
const { corrections } = await scripts("run/corrections.js");
const { differing, figuresOf, incomparable, nextDifference, parting } = await scripts("run/lanes.js");
const { appearanceAt } = await scripts("cells/appearance.js");
const { placeSentence, stepSentence } = await scripts("words/sentences.js");
const { lanesSentence, laneTitles } = await scripts("words/lanes.js");
const { titlesOf } = await scripts("words/titles.js");

const TASTE = { unit: "nats", terms: "plain" };

/** What the panels ask of a run. @param {any} recording */
function look(recording) {
  blocksOf(recording);
  for (const name of SERIES) seriesSentence(name, seriesOf(name, recording, "nats"), "plain");
  corrections(recording);
  figuresOf(recording);
  titlesOf([{ header: recording.header, passes: recording.frames.length }]);
  recording.moments.forEach((/** @type {any} */ moment) => {
    for (const half of ["drawn", "kept", "whole"]) appearanceAt(recording, moment, "sampled", half);
    stepSentence(recording, moment, TASTE);
    placeSentence(recording, moment, TASTE);
  });
  laneTitles([recording, recording]);
  if (incomparable(recording, recording) === "" && recording.moments.length > 0) {
    parting(recording, recording);
    nextDifference([recording, recording], 0);
    differing(recording, recording, 0, "argmax");
    lanesSentence([recording, recording], 1);
  }
  void [recording.middle, recording.tokenIds];
  recording.frames.forEach((/** @type {any} */ frame, /** @type {number} */ row) => {
    for (const figure of [acceptedShare, changed, lockSteps, revised, revisions]) figure(recording, row);
    recording.passages(row);
    cacheSentence(recording, row);
    historyOf(recording, row, 0);
    probabilityOf(frame, 0, frame.sampled_ids[0]);
  });
}

/** What a run of another program is. @param {any} recording */
const contentOf = ({ text, frames }) => [
  text,
  frames.map((/** @type {any} */ { block }) => block),
  frames.map((/** @type {any} */ { step }) => step),
];

/** @param {Uint8Array<ArrayBuffer>} packed */
async function verdict(packed) {
  let opened = false;
  const begun = performance.now();
  try {
    const recordings = (await readRuns(packed, "x.trace")).map(({ recording }) => recording);
    opened = true;
    const seconds = (performance.now() - begun) / 1000;
    if (process.argv[3] === "look") recordings.forEach(look);
    return {
      opened,
      seconds,
      sentence: "",
      fault: "",
      content: recordings[0].header.source ? recordings.map(contentOf) : null,
    };
  } catch (error) {
    if (!opened && error instanceof TraceError) {
      const fault = /\p{Cc}/u.test(error.message) ? "a control character in the sentence" : "";
      return { opened, sentence: error.message, fault };
    }
    return { opened, sentence: "", fault: String(error instanceof Error ? error.stack : error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await verdict(new Uint8Array(Buffer.from(line, "base64")))));
}
