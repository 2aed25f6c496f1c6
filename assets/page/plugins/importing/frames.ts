/**
 * Reads what other programs write about their steps: Unsloth's stream of events, and llama.cpp's visual lines.
 * `playground/plugins/importing/streams.py` and `foreign.py` have the same rules; the cases in tests/plugins/importing/foreign keep both equal.
 */

import { MAX_STEPS } from "../../run/columns.ts";
import { Recording } from "../../run/recording.ts";
import { readJson } from "../../run/strict-json.ts";
import { TraceError } from "../../run/trace.ts";
import { unrecorded } from "../../run/unrecorded.ts";
import type { ReadRun } from "../../run/run-files.ts";

/** A step, as its line tells it. */
interface Frame {
  /** The id of the answer that it belongs to; "" if it has none. */
  stream: string;
  block: any;
  step: any;
  text: any;
  line: string;
}
/** And the line after its last step that was cut off; "" for none. */
type Run = { frames: Frame[]; cut: string };

const UNSLOTH = "a stream of diffusion frames, as Unsloth sends them";
const LLAMA = "llama.cpp's visual server";
const CUT_OFF = " (the last line was cut off and is left out)";
const MAX_CANVAS = 2 ** 16;
const MOST_CELLS = 2 ** 24;
const MOST_BYTES = 2 ** 26;
const MOST_BLOCK = 999_999_999;

const END = "end";
const LLAMA_ENDS = ["READY", "ERR", "DONE"];
const DONE = /^data:[ \t\r]*\[DONE\][ \t\r]*$/;

/** What Python's `\s` matches: JavaScript's has one character more, and lacks some. */
const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const PIECE = new RegExp(`[${SPACE}]*[^${SPACE}]+|[${SPACE}]+`, "gu");

/**
 * @param name what messages call it
 * @returns in the order in which they begin
 * @throws {TraceError} it is not text, is damaged, or holds no step
 */
export function readFrames(file: Uint8Array, name: string): ReadRun[] {
  if (file.length > MOST_BYTES)
    throw new TraceError(`${name} has ${file.length} bytes; at most ${MOST_BYTES} are read.`);
  let text;
  try {
    // Half of a character may stand at the end: nothing is refused there while more may come.
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file, { stream: true });
  } catch {
    throw new TraceError(`${name} is neither a trace nor text in UTF-8.`);
  }
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  for (const [source, read] of [
    [UNSLOTH, unsloth],
    [LLAMA, llama],
  ] as [string, typeof unsloth][]) {
    const runs = runsOf(lines, read, name);
    if (runs.length === 0) continue;
    const drafts = runs.map(({ frames }) => draftsOf(frames));
    checkSize(drafts.flat(), name);
    return runs.map(({ frames, cut }, at) => ({
      recording: recorded(drafts[at], source + (cut && CUT_OFF), name),
      file: new TextEncoder().encode([...frames.map(({ line }) => line), cut].join("\n")),
    }));
  }
  throw new TraceError(
    `${name} is not a trace, and holds no step that Unsloth's stream or llama.cpp's visual server tells.`,
  );
}

/**
 * @param read makes a frame, END or "" of a line, which may be the last one after a step; an error says that it cannot
 * be read
 */
function runsOf(lines: string[], read: (line: string, last: boolean) => Frame | string, name: string): Run[] {
  const runs: Run[] = [];
  /** The run that each one tells. */
  const streams: Map<string, Run> = new Map();
  let stream = "";
  const final = lines.findLastIndex((line) => /[^ \t\r]/.test(line));
  for (const [at, line] of lines.entries()) {
    const last = at === final && runs.length > 0;
    let event;
    try {
      event = read(line, last);
    } catch {
      if (!last) throw new TraceError(`${name} is damaged: line ${at + 1} cannot be read as JSON.`);
      (streams.get(stream) ?? runs[runs.length - 1]).cut = line;
      break;
    }
    if (event === END) streams.delete(stream);
    if (typeof event === "string") continue;
    if (!Number.isInteger(event.block) || typeof event.text !== "string")
      throw new TraceError(`${name} is damaged: the frame in line ${at + 1} lacks its block or its text.`);
    if (Math.abs(event.block) > MOST_BLOCK)
      throw new TraceError(`${name} is damaged: the block of line ${at + 1} is not a number below a billion.`);
    stream = event.stream;
    let run = streams.get(stream);
    if (!run || !comesAfter(event, run.frames[run.frames.length - 1])) {
      runs.push((run = { frames: [], cut: "" }));
      streams.set(stream, run);
    }
    run.frames.push(event);
  }
  return runs;
}

/** Can it be a step of the run of `before`? Its block goes on, or another one begins. */
function comesAfter({ block, step }: Frame, before: Frame) {
  if (block !== before.block) return block > before.block;
  if (!Number.isInteger(step) || !Number.isInteger(before.step)) return true;
  return step > before.step || (step === before.step && step > 1); // some write a step twice
}

function unsloth(line: string, last: boolean): Frame | string {
  if (!line.startsWith("data:")) return "";
  if (DONE.test(line)) return END;
  const frame = last || line.includes("diffusion_frame") ? readJson(line.slice(5)) : null;
  if (typeof frame !== "object" || frame === null || frame.type !== "diffusion_frame") return "";
  const { id, block, step, text } = frame;
  return { stream: typeof id === "string" ? id : "", block, step, text, line };
}

function llama(line: string, last: boolean): Frame | string {
  const [word] = line.split(" ", 1);
  if (LLAMA_ENDS.includes(word)) return END;
  const match = /^F (\d+) (\d+) (\d+) ([^]*)$/.exec(line);
  if (match) return { stream: "", block: Number(match[1]), step: Number(match[2]), text: readJson(match[4]), line };
  if (last && word === "F") throw new Error("the line ends too early");
  return "";
}

/** A step: its block, from 1, and the words of its text. */
type Draft = { block: number; pieces: string[] };

function draftsOf(frames: Frame[]): Draft[] {
  const first = Math.min(frames[0].block, 1); // some count from 0
  return frames.map(({ block, text }) => ({ block: block + 1 - first, pieces: text.match(PIECE) ?? [] }));
}

/** @param drafts of all runs */
function checkSize(drafts: Draft[], name: string) {
  const length = lengthOf(drafts);
  if (drafts.length > MAX_STEPS || length > MAX_CANVAS || drafts.length * length > MOST_CELLS) {
    throw new TraceError(
      `${name} holds ${drafts.length} steps of up to ${length} positions, more than this page reads.`,
    );
  }
}

/** @returns the most positions */
const lengthOf = (drafts: Draft[]): number => drafts.reduce((most, { pieces }) => Math.max(most, pieces.length), 1);

function recorded(drafts: Draft[], source: string, name: string) {
  const length = lengthOf(drafts);
  const ids: Map<string, number> = new Map([["", 0]]);
  for (const { pieces } of drafts) for (const piece of pieces) if (!ids.has(piece)) ids.set(piece, ids.size);
  const recording = new Recording(name, "RECORDED", {
    device: "",
    dtype: "",
    canvas_length: length,
    vocab_size: ids.size,
    eos_ids: [],
    pad_id: 0,
    special_ids: [0],
    prompt_ids: [],
    software: {},
    seconds: 0,
    source,
  });
  for (const [piece, id] of ids) recording.tokens.set(id, piece);
  let [last, step] = [0, 0];
  drafts.forEach(({ block, pieces }, at) => {
    if (block < 1 || (block !== last && block !== last + 1)) {
      throw new TraceError(`${name} goes from block ${last} to block ${block}; blocks must count up from 1.`);
    }
    step = block === last ? step + 1 : 1;
    last = block;
    const argmax_ids = new Int32Array(length);
    pieces.forEach((piece, position) => (argmax_ids[position] = ids.get(piece) as number));
    const ends = drafts[at + 1]?.block !== block;
    const finishReason = at === drafts.length - 1 ? "stopped" : "";
    recording.append({
      block,
      step,
      ...unrecorded(argmax_ids),
      argmax_ids,
      stopReason: ends ? "stopped" : "",
      finishReason,
    });
  });
  recording.end({ finishReason: "stopped", text: recording.join(recording.tokenIds), seconds: 0 });
  return recording;
}
