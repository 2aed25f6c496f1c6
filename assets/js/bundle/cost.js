import { counted, digits, growing, wayOf } from "./main.js";
// rules/cost.js
const NORMS = 7;
const total = (parts) => Object.values(parts).reduce((sum, part) => sum + part, 0);
function roofline({ flops, bytes }, { bytesPerS, flopsPerS }) {
	const [memory, compute] = [total(bytes) / bytesPerS, total(flops) / flopsPerS];
	return memory >= compute ? {
		seconds: memory,
		limit: "memory"
	} : {
		seconds: compute,
		limit: "compute"
	};
}
function denoiserPass(shape, { positions = shape.canvas, prefix = 0, rows = 1, width = 2, conditioned = true }) {
	const tokens = rows * positions;
	const table = shape.vocabulary * shape.hidden;
	const signal = 3 * shape.hidden * shape.intermediate;
	const { flops, bytes } = layers(shape, positions, prefix, rows, width);
	return {
		flops: {
			...flops,
			"self-conditioning": 2 * tokens * (signal + (conditioned ? table : 0)),
			head: 2 * tokens * table
		},
		bytes: {
			...bytes,
			weights: bytes.weights + width * (signal + shape.hidden),
			embeddings: width * table * (conditioned ? 2 : 1),
			logits: 2 * width * tokens * shape.vocabulary
		}
	};
}
function autoregressivePass(shape, { prefix, rows = 1, width = 2 }) {
	const table = shape.vocabulary * shape.hidden;
	const { flops, bytes } = layers(shape, 1, prefix, rows, width);
	return {
		flops: {
			...flops,
			head: 2 * rows * table
		},
		bytes: {
			...bytes,
			embeddings: width * table,
			logits: 2 * width * rows * shape.vocabulary
		}
	};
}
const encoderPass = (shape, { tokens, prefix = 0, width = 2 }) => layers(shape, tokens, prefix, 1, width);
const distinctExperts = (experts, routed, tokens) => experts * (1 - (1 - routed / experts) ** tokens);
function layers(shape, positions, prefix, rows, width) {
	const { hidden, intermediate, experts, routed, heads, window } = shape;
	const tokens = rows * positions;
	const flops = {
		projections: 0,
		attention: 0,
		mlp: 0,
		router: 0,
		experts: 0
	};
	const held = {
		weights: hidden,
		experts: 0,
		cache: 0
	};
	const expert = 3 * hidden * shape.expert;
	for (const { count, sliding, size, keyHeads } of shape.layers) {
		const [queries, keys] = [heads * size, keyHeads * size];
		const read = sliding ? Math.min(prefix, window - 1) : prefix;
		const projections = hidden * (2 * queries + (sliding ? 2 : 1) * keys);
		const [mlp, router] = [3 * hidden * intermediate, hidden * experts];
		flops.projections += count * 2 * tokens * projections;
		flops.attention += count * 4 * tokens * (read + positions) * queries;
		flops.mlp += count * 2 * tokens * mlp;
		flops.router += count * 2 * tokens * router;
		flops.experts += count * 2 * tokens * routed * expert;
		held.weights += count * (projections + mlp + router + NORMS * hidden + 2 * size + hidden + experts);
		held.experts += count * expert * distinctExperts(experts, routed, tokens);
		held.cache += count * 2 * rows * read * keys;
	}
	return {
		flops,
		bytes: {
			weights: width * held.weights,
			experts: width * held.experts,
			cache: width * held.cache
		}
	};
}
// rules/shapes.js
const SHAPES = {
	"embedded": {
		"canvas": 128,
		"vocabulary": 2001,
		"hidden": 256,
		"intermediate": 640,
		"expert": 64,
		"experts": 1,
		"routed": 1,
		"heads": 8,
		"window": 1024,
		"layers": [{
			"count": 4,
			"sliding": true,
			"size": 32,
			"keyHeads": 4
		}, {
			"count": 1,
			"sliding": false,
			"size": 32,
			"keyHeads": 4
		}]
	},
	"google/diffusiongemma-26B-A4B-it": {
		"canvas": 256,
		"vocabulary": 262144,
		"hidden": 2816,
		"intermediate": 2112,
		"expert": 704,
		"experts": 128,
		"routed": 8,
		"heads": 16,
		"window": 1024,
		"layers": [{
			"count": 25,
			"sliding": true,
			"size": 256,
			"keyHeads": 8
		}, {
			"count": 5,
			"sliding": false,
			"size": 512,
			"keyHeads": 2
		}]
	}
};
const GPUS = [{
	"name": "H100 SXM",
	"bytesPerS": 335e10,
	"flopsPerS": 9895e11
}, {
	"name": "H200 SXM",
	"bytesPerS": 48e11,
	"flopsPerS": 9895e11
}];
// run/costs.js
const WIDTHS = {
	float32: 4,
	bfloat16: 2,
	float16: 2
};
function modelOf({ header }) {
	const shape = Object.hasOwn(SHAPES, header.model) ? SHAPES[header.model] : void 0;
	const width = WIDTHS[header.dtype];
	return shape && width && shape.vocabulary === header.vocab_size && shape.canvas === header.canvas_length ? {
		shape,
		width
	} : null;
}
const stepCosts = (recording) => modelOf(recording) === null ? null : costsOf(recording);
const costsOf = growing(() => [], (costs, recording, at) => {
	const { shape, width } = modelOf(recording);
	const { header, frames } = recording;
	const promptLength = header.prompt_ids.length;
	const causal = wayOf(header).causal;
	const conditions = (header.settings.self_conditioning ?? "on") === "on";
	const { block, step } = frames[at];
	const prefix = causal ? promptLength - 1 + at : promptLength + (block - 1) * shape.canvas;
	const { encoder_tokens: read = at === 0 ? prefix : step === 1 && !causal ? shape.canvas : 0 } = frames[at];
	const pass = causal ? autoregressivePass(shape, {
		prefix,
		width
	}) : denoiserPass(shape, {
		prefix,
		width,
		conditioned: conditions && step > 1
	});
	const encoder = read > 0 ? encoderPass(shape, {
		tokens: read,
		prefix: prefix - read,
		width
	}) : null;
	costs.push({
		flops: total(pass.flops),
		bytes: total(pass.bytes),
		pass,
		encoder
	});
});
// rules/rehearsed.js
const REHEARSED = {
	"prefix": 300,
	"floor": {
		"experts": 45675967500,
		"embeddings": 2952790016,
		"weights": 3349607936,
		"cache": 67584e3,
		"logits": 268435456
	},
	"steps": {
		"eager": {
			"attention": {
				"operations": 30,
				"bytes": 351764480
			},
			"copies": {
				"operations": 122,
				"bytes": 456556544
			},
			"decision": {
				"operations": 123,
				"bytes": 5678856431
			},
			"rest of the pass": {
				"operations": 3638,
				"bytes": 17439957504
			}
		},
		"static": {
			"attention": {
				"operations": 30,
				"bytes": 319838720
			},
			"copies": {
				"operations": 122,
				"bytes": 379060224
			},
			"decision": {
				"operations": 123,
				"bytes": 5678856431
			},
			"rest of the pass": {
				"operations": 3640,
				"bytes": 17442841092
			}
		},
		"static, fixed seats": {
			"attention": {
				"operations": 30,
				"bytes": 498127360
			},
			"copies": {
				"operations": 122,
				"bytes": 379060224
			},
			"decision": {
				"operations": 123,
				"bytes": 5678856431
			},
			"rest of the pass": {
				"operations": 3640,
				"bytes": 17442841092
			}
		}
	}
};
// words/cost.js
const FLOOR = {
	experts: "experts",
	embeddings: "embeddings, twice,",
	weights: "other weights",
	cache: "what was read before",
	logits: "logits for the next step"
};
const ABOUT = 1.1;
const REPORTED = [
	["DiffusionGemma 26B in FP8 on an H200, one request: 1,288 tokens a second, 6 times an autoregressive model of its size and 3 times one with multi-token prediction", "vLLM"],
	["the same on an H100: 1,008 tokens a second", "vLLM"],
	["on an RTX 5090: more than 700 tokens a second in vLLM; about 191 in llama.cpp at 4 bits, 61 ms a step", "vLLM, llama.cpp"],
	["15 to 20 tokens a pass; about 20 steps a canvas for code, 34 on average without strict stopping; one run of 1,884 tokens in 69 passes", "published with the model"]
];
const PASSES = [
	[64, 8],
	[128, 13],
	[256, 24]
];
const MEASURED = `MEASURED on two quiet processor cores in November 2026: passes of the small model over ${listed(PASSES.map(([positions]) => positions))} positions took ${listed(PASSES.map(([, ms]) => ms))} ms.`;
function listed(numbers) {
	return numbers.join(", ").replace(/, (\d+)$/, " and $1");
}
const flopsText = (flops) => scaled(flops, [
	[0xe8d4a51000, "TFLOP"],
	[1e9, "GFLOP"],
	[1e6, "MFLOP"]
]);
const bytesText = (bytes) => scaled(bytes, [
	[0xe8d4a51000, "TB"],
	[1e9, "GB"],
	[1e6, "MB"],
	[1e3, "kB"]
]);
const timeText = (seconds) => seconds >= 1 ? `${digits(seconds, 3)} s` : `${digits(seconds * 1e3, 3)} ms`;
function scaled(value, units) {
	const [unit, name] = units.find(([one]) => value >= one) ?? units[units.length - 1];
	return `${digits(value / unit, 3)} ${name}`;
}
const REHEARSED_FLOOR = `COUNTED, nothing ran: a step of the 26B model in bfloat16, one row after ${REHEARSED.prefix} tokens, moves ${bytesText(total(REHEARSED.floor))} at the least: ${Object.entries(REHEARSED.floor).map(([kind, bytes]) => `${FLOOR[kind]} ${bytesText(bytes)}`).join(", ")}. The table has what its operations read and write besides weights, before compiling fuses any. “Static” is what is compiled: keys and values in buffers of a few lengths, or of one with fixed seats.`;
function rehearsedRows() {
	const ways = Object.values(REHEARSED.steps);
	const cell = (parts) => {
		return `${parts.reduce((sum, part) => sum + part.operations, 0).toLocaleString("en")} operations, ${bytesText(parts.reduce((sum, part) => sum + part.bytes, 0))}`;
	};
	return [
		["", ...Object.keys(REHEARSED.steps)],
		...Object.keys(ways[0]).map((part) => [part, ...ways.map((parts) => cell([parts[part]]))]),
		["the step", ...ways.map((parts) => cell(Object.values(parts)))]
	];
}
const machineText = ({ bytesPerS, flopsPerS }) => `${bytesText(bytesPerS)}/s between memory and processors, ${flopsText(flopsPerS)}/s in matrix products`;
const LIMITS = {
	memory: "memory is the limit",
	compute: "arithmetic is the limit"
};
function pointSentence(machine, { shape, width, prefix }, positions, people) {
	const cost = denoiserPass(shape, {
		positions,
		rows: people,
		prefix,
		width
	});
	const { seconds, limit } = roofline(cost, machine);
	const who = people === 1 ? "one person" : `${people} people`;
	return `${counted(positions, "position")} for ${who}, ${prefix.toLocaleString("en")} tokens before them: ${flopsText(total(cost.flops))} and ${bytesText(total(cost.bytes))}. At best ${timeText(seconds)}: ${LIMITS[limit]}.`;
}
function claimSentence(machine, { shape, width, prefix }, people) {
	const { canvas, experts, routed } = shape;
	const at = (positions) => roofline(denoiserPass(shape, {
		positions,
		rows: people,
		prefix,
		width
	}), machine).seconds;
	const token = roofline(autoregressivePass(shape, {
		prefix,
		rows: people,
		width
	}), machine).seconds;
	const [single, all] = [at(1), at(canvas)];
	const written = `A pass that writes one token after the others takes ${timeText(token)}.`;
	if (all <= single * ABOUT) return `Here a pass over all ${canvas} positions costs about what a pass over one does: ${timeText(all)} and ${timeText(single)}. ${written}`;
	const why = experts > 1 ? `, because ${people === 1 ? `one position goes through ${routed} of ${experts} experts` : `${people} positions go through few of ${experts} experts`} and many go through nearly all` : "";
	const flat = [...Array(Math.ceil(Math.log2(canvas)))].map((_, power) => 2 ** power).find((positions) => all <= at(positions) * ABOUT);
	const holds = flat ? `It holds from about ${flat} positions on: ${timeText(at(flat))} at ${flat}, ${timeText(all)} at ${canvas}.` : `It does not hold here at all: ${timeText(at(canvas / 2))} at ${canvas / 2}, ${timeText(all)} at ${canvas}.`;
	return `“A pass over a canvas costs about what a pass over one position does” is not true here from the start: one takes ${timeText(single)}, ${canvas} take ${digits(all / single, 2)} times as long${why}. ${holds} ${written}`;
}
export { GPUS, LIMITS, MEASURED, REHEARSED_FLOOR, REPORTED, SHAPES, bytesText, claimSentence, denoiserPass, flopsText, machineText, modelOf, pointSentence, rehearsedRows, roofline, stepCosts, timeText, total };
