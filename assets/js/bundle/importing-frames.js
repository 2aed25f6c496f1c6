import { Recording, TraceError, readJson, unrecorded } from "./main.js";
// importing/frames.js
const UNSLOTH = "a stream of diffusion frames, as Unsloth sends them";
const LLAMA = "llama.cpp's visual server";
const MAX_CANVAS = 2 ** 16;
const MOST_CELLS = 2 ** 24;
const MOST_BYTES = 2 ** 26;
const MOST_BLOCK = 999999999;
const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const PIECE = new RegExp(`[${SPACE}]*[^${SPACE}]+|[${SPACE}]+`, "gu");
function readFrames(file, name) {
	if (file.length > MOST_BYTES) throw new TraceError(`${name} has ${file.length} bytes; at most ${MOST_BYTES} are read.`);
	let text;
	try {
		text = new TextDecoder("utf-8", {
			fatal: true,
			ignoreBOM: true
		}).decode(file);
	} catch {
		throw new TraceError(`${name} is neither a trace nor text in UTF-8.`);
	}
	const lines = text.replaceAll("\r\n", "\n").split("\n");
	for (const [source, drafts] of [[UNSLOTH, unsloth(lines, name)], [LLAMA, llama(lines, name)]]) if (drafts.length > 0) return recorded(drafts, source, name);
	throw new TraceError(`${name} is not a trace, and holds no step that Unsloth's stream or llama.cpp's visual server tells.`);
}
function unsloth(lines, name) {
	return drafts(lines.flatMap((line, at) => {
		if (!line.startsWith("data:") || !line.includes("diffusion_frame")) return [];
		const frame = json(line.slice(5), name, at + 1);
		if (typeof frame !== "object" || frame === null || frame.type !== "diffusion_frame") return [];
		return [{
			block: frame.block,
			text: frame.text,
			line: at + 1
		}];
	}), name);
}
function llama(lines, name) {
	return drafts(lines.flatMap((line, at) => {
		const match = /^F (\d+) (\d+) (\d+) ([^]*)$/.exec(line);
		if (!match) return [];
		return [{
			block: Number(match[1]),
			text: json(match[4], name, at + 1),
			line: at + 1
		}];
	}), name);
}
function drafts(lines, name) {
	for (const { block, text, line } of lines) {
		if (!Number.isInteger(block) || typeof text !== "string") throw new TraceError(`${name} is damaged: the frame in line ${line} lacks its block or its text.`);
		if (Math.abs(block) > MOST_BLOCK) throw new TraceError(`${name} is damaged: the block of line ${line} is not a number below a billion.`);
	}
	const first = Math.min(lines[0]?.block ?? 1, 1);
	return lines.map(({ block, text }) => ({
		block: block + 1 - first,
		text
	}));
}
function json(text, name, line) {
	try {
		return readJson(text);
	} catch {
		throw new TraceError(`${name} is damaged: line ${line} cannot be read as JSON.`);
	}
}
function recorded(drafts, source, name) {
	const canvases = drafts.map(({ block, text }) => ({
		block,
		pieces: text.match(PIECE) ?? []
	}));
	const length = canvases.reduce((most, { pieces }) => Math.max(most, pieces.length), 1);
	if (drafts.length > 131072 || length > MAX_CANVAS || drafts.length * length > MOST_CELLS) throw new TraceError(`${name} holds ${drafts.length} steps of up to ${length} positions, more than this page reads.`);
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
		source
	});
	for (const [piece, id] of ids) recording.tokens.set(id, piece);
	let [last, step] = [0, 0];
	canvases.forEach(({ block, pieces }, at) => {
		if (block < 1 || block !== last && block !== last + 1) throw new TraceError(`${name} goes from block ${last} to block ${block}; blocks must count up from 1.`);
		step = block === last ? step + 1 : 1;
		last = block;
		const argmax_ids = new Int32Array(length);
		pieces.forEach((piece, position) => argmax_ids[position] = ids.get(piece));
		const ends = canvases[at + 1]?.block !== block;
		const finishReason = at === canvases.length - 1 ? "stopped" : "";
		recording.append({
			block,
			step,
			...unrecorded(argmax_ids),
			argmax_ids,
			stopReason: ends ? "stopped" : "",
			finishReason
		});
	});
	recording.end({
		finishReason: "stopped",
		text: recording.join(recording.tokenIds),
		seconds: 0
	});
	return recording;
}
export { readFrames };
