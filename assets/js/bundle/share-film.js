import { BASE, CellPainter, DIAMOND_Y, LINGER, Places, TOP, TRACK, differing, element, fit, incomparable, inksOf, laneTitles, lanesSentence, layoutOf, modelName, momentIn, momentsOf, plainText, promptName, reopenedAt, stepSentence } from "./main.js";
// share/beats.js
const LAST_S = 2.5;
function beatsOf(count, speed, lingers) {
	const followed = speed <= 4;
	const beats = Array.from({ length: count }, (_, moment) => {
		const seconds = (followed && lingers(moment) ? LINGER : 1) / speed;
		if (!followed) return [{
			moment,
			half: "whole",
			seconds
		}];
		return [{
			moment,
			half: "drawn",
			seconds: seconds / 2
		}, {
			moment,
			half: "kept",
			seconds: seconds / 2
		}];
	}).flat();
	const last = beats.at(-1);
	if (last) last.seconds = Math.max(last.seconds, LAST_S);
	return beats;
}
// share/about.js
const NAMED = [
	["sampler", (value) => String(value).replaceAll("-", " ").replaceAll("_", " ")],
	["entropy_bound", (value) => `budget ${value} nats`],
	["t_max", (value) => `temperature from ${value}`],
	["t_min", (value) => `to ${value}`],
	["max_denoising_steps", (value) => `at most ${value} steps`]
];
const titleOf = ({ header, run }) => promptName(header.prompt) || run;
function settingsLine({ header }) {
	if (header.source) return "no setting is recorded";
	const settings = NAMED.flatMap(([name, words]) => name in header.settings ? [words(header.settings[name])] : []);
	return plainText([...settings, `seed ${header.seed}`].join(", ").replace(", to ", " to "));
}
// share/chart.js
const DASHES = {
	A: [],
	B: [7, 4],
	C: [2, 3],
	D: [
		8,
		3,
		2,
		3
	]
};
function drawTimeline(context, layout, moment, inks) {
	const { left, right, areas, lines, lanes, diamonds, dividers, labels } = layout;
	const at = layout.x(moment);
	context.fillStyle = inks.area;
	for (const area of areas) context.fill(new Path2D(area));
	context.lineWidth = 1;
	line(context, inks.line, [
		left,
		BASE,
		right,
		BASE
	]);
	for (const x of dividers) line(context, inks.line, [
		x,
		TOP,
		x,
		TRACK
	]);
	for (const { letter, points, end, leads } of lanes) {
		context.lineWidth = 1;
		line(context, inks[`lane-${letter}`], numbers(leads));
		context.lineWidth = 2;
		context.setLineDash(DASHES[letter]);
		line(context, inks[`lane-${letter}`], numbers(points));
		context.setLineDash([]);
		context.fillStyle = inks[`lane-${letter}`];
		context.beginPath();
		context.arc(...end, 3, 0, 2 * Math.PI);
		context.fill();
	}
	context.lineWidth = 1.5;
	context.setLineDash([2.5, 3]);
	for (const points of lines) line(context, inks.soft, numbers(points));
	context.setLineDash([]);
	context.lineWidth = 1.75;
	for (const x of diamonds) {
		const diamond = new Path2D(`M${x - 5} ${DIAMOND_Y}l5 -5 5 5 -5 5z`);
		context.fillStyle = inks.paper;
		context.fill(diamond);
		context.strokeStyle = inks.reopened;
		context.stroke(diamond);
	}
	context.textBaseline = "alphabetic";
	for (const { x, y, text, anchor, kind, letter = "" } of labels) {
		context.textAlign = anchor === "middle" ? "center" : anchor;
		context.fillStyle = kind === "area" ? inks["area-ink"] : kind === "lane" ? inks[`lane-${letter}`] : inks.soft;
		context.fillText(text, x, y);
	}
	context.textAlign = "left";
	context.fillStyle = inks.line;
	context.fillRect(left, TRACK - 2, right - left, 5);
	context.fillStyle = inks.soft;
	context.fillRect(left, TRACK - 2, at - left, 5);
	line(context, inks.ink, [
		at,
		TOP,
		at,
		TRACK
	]);
	context.beginPath();
	context.arc(at, TRACK + .5, 8, 0, 2 * Math.PI);
	context.fillStyle = inks.card;
	context.fill();
	context.lineWidth = 2;
	context.stroke();
}
const numbers = (points) => points.trim().split(/[\s,]+/).map(Number);
function line(context, colour, points) {
	context.strokeStyle = colour;
	context.beginPath();
	for (let at = 0; at < points.length; at += 2) context.lineTo(points[at], points[at + 1]);
	context.stroke();
}
// share/scene.js
const SIZES = {
	wide: [1280, 720],
	square: [1080, 1080]
};
const FAMILY = "system-ui, \"Segoe UI\", \"DejaVu Sans\", sans-serif";
const TASTE = {
	layer: "sampled",
	unit: "nats",
	terms: "plain"
};
const LOOK = {
	layer: "sampled",
	figure: "entropy",
	filter: null
};
const [MARGIN, HEAD, LANE_HEAD, WORDS, FOOT] = [
	28,
	44,
	26,
	92,
	24
];
var Scene = class {
	constructor(recordings, { theme, shape, scale }) {
		this.recordings = recordings;
		const [width, height] = SIZES[shape];
		this.width = width;
		this.height = height;
		this.count = momentsOf(recordings);
		const reopened = new Set(reopenedAt(recordings[0]));
		this.lingers = (moment) => {
			const at = recordings[0].moments[moment];
			return at !== void 0 && !at.noise && reopened.has(at.step);
		};
		this.canvas = element("canvas", {
			width: String(this.width * scale),
			height: String(this.height * scale)
		});
		this.context = this.canvas.getContext("2d", {
			alpha: false,
			willReadFrequently: true
		});
		this.context.scale(scale, scale);
		const timeline = element("div.tdp-timeline");
		this.place = element("div.token-canvas", {
			"aria-hidden": "true",
			style: "position: fixed; left: -9999px; top: 0; width: 10px; height: 10px; overflow: hidden"
		}, timeline);
		document.body.append(this.place);
		const [longest] = [...recordings].sort((a, b) => b.moments.length - a.moments.length);
		this.context.font = `12px ${FAMILY}`;
		const measure = (text) => this.context.measureText(text).width;
		this.timeline = layoutOf(longest, {
			...TASTE,
			width: this.width - 2 * MARGIN,
			measure,
			lanes: recordings
		});
		const was = document.body.classList.contains("dark");
		document.body.classList.toggle("dark", theme === "dark");
		this.inks = inksOf(timeline);
		this.parts = this.#lay(theme, scale);
		document.body.classList.toggle("dark", was);
	}
	#lay(theme, scale) {
		const { recordings, width, height } = this;
		const many = recordings.length;
		const columns = many > 1 && width > height ? 2 : 1;
		const rows = Math.ceil(many / columns);
		const titles = laneTitles(recordings);
		const above = many > 1 ? LANE_HEAD : 0;
		const free = height - 2 * MARGIN - HEAD - 108 - WORDS - FOOT;
		const room = {
			width: (width - 2 * MARGIN - (columns - 1) * 24) / columns,
			height: free / rows - above,
			scale: 1,
			low: many > 1
		};
		return recordings.map((recording, at) => {
			const canvas = element("canvas.tdp-canvas");
			this.place.append(canvas);
			const painter = new CellPainter(canvas);
			const places = new Places(recording, "grid", room, (text) => painter.measure(text));
			painter.prepare(places, theme, scale);
			return {
				recording,
				painter,
				places,
				x: MARGIN + at % columns * (room.width + 24),
				y: MARGIN + HEAD + Math.floor(at / columns) * (free / rows) + above,
				compared: at > 0 && incomparable(recordings[0], recording) === "",
				title: `${titles[at].letter}  ${titles[at].title}`
			};
		});
	}
	paint(moment, half) {
		const { context, inks, width, height, recordings } = this;
		const [first] = recordings;
		context.fillStyle = inks.paper;
		context.fillRect(0, 0, width, height);
		context.textBaseline = "middle";
		const label = first.label;
		this.#write(label, width - MARGIN, MARGIN + 14, {
			size: 15,
			colour: inks.soft,
			align: "right"
		});
		this.#write(titleOf(first), MARGIN, MARGIN + 14, {
			size: 22,
			bold: true,
			most: width - 2 * MARGIN - 130
		});
		for (const part of this.parts) this.#cells(part, moment, half);
		const below = height - MARGIN - FOOT - WORDS;
		context.save();
		context.translate(MARGIN, below - 108);
		context.font = `12px ${FAMILY}`;
		drawTimeline(context, this.timeline, moment, inks);
		context.restore();
		const sentence = recordings.length > 1 ? lanesSentence(recordings, moment) : stepSentence(first, first.moments[moment], TASTE);
		context.textBaseline = "middle";
		this.#sentence(sentence.plain, sentence.special, below + 22);
		const letter = recordings.length > 1 ? "A: " : "";
		const about = first.header.source ? [`${letter}from ${first.header.source}`, settingsLine(first)] : [
			modelName(first.header.model),
			`${letter}${settingsLine(first)}`,
			"colour is uncertainty in nats; bold with a line is kept"
		];
		this.#write(about.join("  ·  "), MARGIN, height - MARGIN - 4, {
			size: 14,
			colour: inks.soft,
			most: width - 2 * MARGIN
		});
	}
	#cells({ recording, painter, places, x, y, title, compared }, clock, half) {
		const moment = momentIn(recording, clock);
		const { context } = this;
		if (this.parts.length > 1) this.#write(title, x, y - LANE_HEAD / 2, {
			size: 15,
			bold: true,
			most: places.width
		});
		if (moment === void 0) return;
		const layout = places.at(moment.step);
		painter.stand(layout);
		const differs = compared ? differing(this.recordings[0], recording, clock, "sampled") : void 0;
		painter.paint(recording, moment, {
			...LOOK,
			differs
		}, clock >= recording.moments.length ? "whole" : half);
		const left = this.parts.length === 1 ? x + (this.width - 2 * MARGIN - layout.width) / 2 : x;
		context.drawImage(painter.canvas, left, y, painter.canvas.width / painter.ratio, painter.canvas.height / painter.ratio);
	}
	#sentence(plain, special, y) {
		const { context, width } = this;
		const words = [...plain.split(" ").map((word) => [word, false]), ...special.split(" ").map((word) => [word, true])].filter(([word]) => word !== "");
		let [x, line] = [MARGIN, 0];
		for (const [word, bold] of words) {
			context.font = face(20, bold);
			const text = plainText(word);
			const wide = context.measureText(`${text} `).width;
			if (x + wide > width - MARGIN && x > MARGIN) [x, line] = [MARGIN, line + 1];
			if (line > 2) return;
			context.fillStyle = this.inks.ink;
			context.fillText(text, x, y + line * 27);
			x += wide;
		}
	}
	#write(text, x, y, { size, bold = false, colour = this.inks.ink, align = "left", most = 1e400 }) {
		const { context } = this;
		context.font = face(size, bold);
		context.fillStyle = colour;
		context.textAlign = align;
		const shown = plainText(text);
		context.fillText(most === 1e400 ? shown : fit(shown, most, (part) => context.measureText(part).width), x, y);
		context.textAlign = "left";
	}
	remove() {
		this.place.remove();
	}
};
const face = (size, bold) => `${bold ? 600 : 400} ${size}px ${FAMILY}`;
// share/film.js
const CODECS = {
	webm: [
		"vp9",
		"vp8",
		"av1"
	],
	mp4: [
		"avc",
		"vp9",
		"av1"
	]
};
const LEAST_MS = 20;
async function film(recordings, kind, options, watch) {
	const scene = new Scene(recordings, options);
	try {
		if (kind === "png") return await picture(scene, options.moment);
		return kind === "gif" ? await gif(scene, options.speed, watch) : await video(scene, kind, options.speed, watch);
	} finally {
		scene.remove();
	}
}
async function picture(scene, moment) {
	scene.paint(moment, "whole");
	return new Promise((give, refuse) => scene.canvas.toBlob((blob) => blob ? give(blob) : refuse(new Error("This browser cannot make a picture."))));
}
async function video(scene, kind, speed, { progress, signal }) {
	const { BufferTarget, CanvasSource, Mp4OutputFormat, Output, QUALITY_HIGH, WebMOutputFormat, getFirstEncodableVideoCodec } = await import("../vendor/mediabunny.min.js");
	const { canvas } = scene;
	const codec = typeof VideoEncoder === "undefined" ? null : await getFirstEncodableVideoCodec(CODECS[kind], {
		width: canvas.width,
		height: canvas.height
	});
	if (codec === null) throw new Error(`This browser cannot encode .${kind}; choose another form, such as .gif.`);
	const format = kind === "webm" ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: "in-memory" });
	const target = new BufferTarget();
	const output = new Output({
		format,
		target
	});
	const source = new CanvasSource(canvas, {
		codec,
		quality: QUALITY_HIGH
	});
	output.addVideoTrack(source);
	await output.start();
	const beats = beatsOf(scene.count, speed, scene.lingers);
	let now = 0;
	for (const [at, { moment, half, seconds }] of beats.entries()) {
		if (signal.aborted) {
			await output.cancel();
			signal.throwIfAborted();
		}
		scene.paint(moment, half);
		await source.add(now, seconds);
		now += seconds;
		progress(at + 1, beats.length);
	}
	await source.add(now, .1);
	await output.finalize();
	return new Blob([target.buffer], { type: `video/${kind}` });
}
async function gif(scene, speed, { progress, signal }) {
	const { GIFEncoder, applyPalette, quantize } = await import("../vendor/gifenc.js");
	const { canvas, context } = scene;
	const pixels = () => context.getImageData(0, 0, canvas.width, canvas.height).data;
	const beats = beatsOf(scene.count, speed, scene.lingers);
	const samples = [
		0,
		Math.floor(beats.length / 3),
		beats.length - 1
	].map((at) => {
		scene.paint(beats[at].moment, beats[at].half);
		return pixels();
	});
	const joined = new Uint8Array(samples.reduce((sum, { length }) => sum + length, 0));
	samples.reduce((at, sample) => (joined.set(sample, at), at + sample.length), 0);
	const palette = quantize(joined, 256, { format: "rgb565" });
	const encoder = GIFEncoder();
	for (const [at, { moment, half, seconds }] of beats.entries()) {
		signal.throwIfAborted();
		scene.paint(moment, half);
		const options = {
			delay: Math.max(1e3 * seconds, LEAST_MS),
			...at === 0 && {
				palette,
				repeat: 0
			}
		};
		encoder.writeFrame(applyPalette(pixels(), palette, "rgb565"), canvas.width, canvas.height, options);
		progress(at + 1, beats.length);
		await new Promise((give) => setTimeout(give));
	}
	encoder.finish();
	return new Blob([encoder.bytes()], { type: "image/gif" });
}
export { film };
