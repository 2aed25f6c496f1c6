/**
 * Reads what other programs write about their steps: Unsloth's stream of events, and llama.cpp's visual lines.
 * `playground/importing/streams.py` and `foreign.py` have the same rules; the cases in tests/golden/foreign keep both equal.
 */

import { MAX_STEPS } from "../run/columns.js";
import { Recording } from "../run/recording.js";
import { readJson } from "../run/strict-json.js";
import { TraceError } from "../run/trace.js";
import { unrecorded } from "../run/unrecorded.js";

/** @typedef {{ block: number, text: string }} Draft a step: its block, from 1, and the text as it stood */

const UNSLOTH = "a stream of diffusion frames, as Unsloth sends them";
const LLAMA = "llama.cpp's visual server";
const MAX_CANVAS = 2 ** 16;
const MOST_CELLS = 2 ** 24;
const MOST_BYTES = 2 ** 26;
const MOST_BLOCK = 999_999_999;

/** What Python's `\s` matches: JavaScript's has one character more, and lacks some. */
const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const PIECE = new RegExp(`[${SPACE}]*[^${SPACE}]+|[${SPACE}]+`, "gu");

/**
 * @param {Uint8Array} file
 * @param {string} name what messages call it
 * @returns {Recording}
 * @throws {TraceError} it is not text, is damaged, or holds no step
 */
export function readFrames(file, name) {
  if (file.length > MOST_BYTES)
    throw new TraceError(`${name} has ${file.length} bytes; at most ${MOST_BYTES} are read.`);
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file);
  } catch {
    throw new TraceError(`${name} is neither a trace nor text in UTF-8.`);
  }
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  for (const [source, drafts] of /** @type {[string, Draft[]][]} */ ([
    [UNSLOTH, unsloth(lines, name)],
    [LLAMA, llama(lines, name)],
  ])) {
    if (drafts.length > 0) return recorded(drafts, source, name);
  }
  throw new TraceError(
    `${name} is not a trace, and holds no step that Unsloth's stream or llama.cpp's visual server tells.`,
  );
}

/** @param {string[]} lines @param {string} name */
function unsloth(lines, name) {
  const frames = lines.flatMap((line, at) => {
    if (!line.startsWith("data:") || !line.includes("diffusion_frame")) return [];
    const frame = json(line.slice(5), name, at + 1);
    if (typeof frame !== "object" || frame === null || frame.type !== "diffusion_frame") return [];
    return [{ block: frame.block, text: frame.text, line: at + 1 }];
  });
  return drafts(frames, name);
}

/** @param {string[]} lines @param {string} name */
function llama(lines, name) {
  const frames = lines.flatMap((line, at) => {
    const match = /^F (\d+) (\d+) (\d+) ([^]*)$/.exec(line);
    if (!match) return [];
    return [{ block: Number(match[1]), text: json(match[4], name, at + 1), line: at + 1 }];
  });
  return drafts(frames, name);
}

/**
 * @param {{ block: any, text: any, line: number }[]} lines
 * @param {string} name
 * @returns {Draft[]} whose blocks count from 1; some programs count from 0
 */
function drafts(lines, name) {
  for (const { block, text, line } of lines) {
    if (!Number.isInteger(block) || typeof text !== "string") {
      throw new TraceError(`${name} is damaged: the frame in line ${line} lacks its block or its text.`);
    }
    if (Math.abs(block) > MOST_BLOCK)
      throw new TraceError(`${name} is damaged: the block of line ${line} is not a number below a billion.`);
  }
  const first = Math.min(lines[0]?.block ?? 1, 1);
  return lines.map(({ block, text }) => ({ block: block + 1 - first, text }));
}

/**
 * @param {string} text
 * @param {string} name
 * @param {number} line
 * @returns {any}
 */
function json(text, name, line) {
  try {
    return readJson(text);
  } catch {
    throw new TraceError(`${name} is damaged: line ${line} cannot be read as JSON.`);
  }
}

/** @param {Draft[]} drafts @param {string} source @param {string} name */
function recorded(drafts, source, name) {
  const canvases = drafts.map(({ block, text }) => ({ block, pieces: text.match(PIECE) ?? [] }));
  const length = canvases.reduce((most, { pieces }) => Math.max(most, pieces.length), 1);
  if (drafts.length > MAX_STEPS || length > MAX_CANVAS || drafts.length * length > MOST_CELLS) {
    throw new TraceError(
      `${name} holds ${drafts.length} steps of up to ${length} positions, more than this page reads.`,
    );
  }
  /** @type {Map<string, number>} */
  const ids = new Map([["", 0]]);
  for (const { pieces } of canvases) for (const piece of pieces) if (!ids.has(piece)) ids.set(piece, ids.size);
  const recording = new Recording(name, "RECORDED", {
    model: "",
    revision: "",
    device: "",
    dtype: "",
    canvas_length: length,
    vocab_size: ids.size,
    eos_ids: [],
    pad_id: 0,
    special_ids: [0],
    prompt: "",
    prompt_ids: [],
    settings: {},
    seed: 0,
    seconds: 0,
    source,
  });
  for (const [piece, id] of ids) recording.tokens.set(id, piece);
  let [last, step] = [0, 0];
  canvases.forEach(({ block, pieces }, at) => {
    if (block < 1 || (block !== last && block !== last + 1)) {
      throw new TraceError(`${name} goes from block ${last} to block ${block}; blocks must count up from 1.`);
    }
    step = block === last ? step + 1 : 1;
    last = block;
    const argmax_ids = new Int32Array(length);
    pieces.forEach((piece, position) => (argmax_ids[position] = /** @type {number} */ (ids.get(piece))));
    const ends = canvases[at + 1]?.block !== block;
    const finishReason = at === canvases.length - 1 ? "stopped" : "";
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
