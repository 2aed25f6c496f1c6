/**
 * Reads runs as the page does: `node read_runs.ts [look] [SCRIPT]`. Each line of standard input is a file in base64. Prints
 * a line of JSON for each: was it opened, in how many seconds, the sentence that refused it, and the fault if it has one. With `look`,
 * it computes what the panels show too. The script's `read` reads files that are no traces.
 */

import { createInterface } from "node:readline";

import { readRuns } from "../../assets/page/run/run-files.ts";
import { TraceError } from "../../assets/page/run/trace.ts";
import { blocksOf, cacheSentence } from "../../assets/page/run/blocks.ts";
import { historyOf } from "../../assets/page/run/history.ts";
import { acceptedShare, changed, lockSteps, probabilityOf, revised, revisions } from "../../assets/page/run/metrics.ts";
import { SERIES, seriesOf, seriesSentence } from "../../assets/page/run/series.ts";
import { corrections } from "../../assets/page/run/corrections.ts";
import { differing, figuresOf, incomparable, nextDifference, parting } from "../../assets/page/run/lanes.ts";
import { appearanceAt } from "../../assets/page/cells/appearance.ts";
import { placeSentence, stepSentence } from "../../assets/page/run/sentences.ts";
import { lanesSentence, laneTitles } from "../../assets/page/run/lane-sentences.ts";
import { titlesOf } from "../../assets/page/run/titles.ts";
import type { Recording } from "../../assets/page/run/recording.ts";

const TASTE = { unit: "nats", terms: "plain" } as const;

/** What the panels ask of a run. */
function look(recording: Recording) {
  blocksOf(recording);
  for (const name of SERIES) seriesSentence(name, seriesOf(name, recording, "nats"), "plain");
  corrections(recording);
  figuresOf(recording);
  titlesOf([{ header: recording.header, passes: recording.frames.length }]);
  recording.moments.forEach((moment) => {
    for (const half of ["drawn", "kept", "whole"] as const) appearanceAt(recording, moment, "sampled", half);
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
  recording.frames.forEach((frame, row) => {
    for (const figure of [acceptedShare, changed, lockSteps, revised, revisions]) figure(recording, row);
    recording.passages(row);
    cacheSentence(recording, row, "part");
    historyOf(recording, row, 0);
    probabilityOf(frame, 0, frame.sampled_ids[0]);
  });
}

/** What a run of another program is. */
const contentOf = ({ text, frames }: Recording) => [
  text,
  frames.map(({ block }) => block),
  frames.map(({ step }) => step),
];

const [, , looks, script] = process.argv;
const reader = script ? (await import(script)).read : null;

async function verdict(packed: Uint8Array<ArrayBuffer>) {
  let opened = false;
  const begun = performance.now();
  try {
    const recordings = (await readRuns(packed, "x.trace", undefined, reader)).map(({ recording }) => recording);
    opened = true;
    const seconds = (performance.now() - begun) / 1000;
    if (looks === "look") recordings.forEach(look);
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
