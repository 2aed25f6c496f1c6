import { HAND_COLOURS, STATUS_COLOURS, column, content, element, entropyIn, frame, handsOf, inksOf, namesOf, palettes, placeSentence, setText, statusName, surface, switchOf, tokenText, words } from "./main.js";
// panels/overview.js
const HEIGHT = 150;
const HEAD = 1.5;
var Overview = class {
	constructor(root, reader) {
		this.reader = reader;
		this.by = "entropy";
		this.switch = switchOf("Colour", ["entropy", "status"], (value) => {
			this.by = value;
			this.#redraw();
		});
		const body = frame(root, "Overview: position × step", this.switch);
		this.canvas = element("canvas");
		this.raster = element("div.tdp-raster", {
			tabindex: "0",
			role: "slider",
			"aria-label": "Step of the run",
			"aria-valuemin": "1"
		}, this.canvas);
		this.raster.style.height = `168px`;
		this.readout = element("p.tdp-readout");
		this.key = element("p.tdp-raster-key");
		body.append(this.raster, this.key, this.readout);
		this.picture = new OffscreenCanvas(1, 1);
		this.drawn = 0;
		this.columns = 0;
		this.starts = [];
		this.width = 300;
		this.recording = null;
		this.theme = "light";
		this.inks = inksOf(this.canvas);
		this.unit = "nats";
		this.terms = "plain";
		this.step = -1;
		this.chosen = null;
		this.#listen();
		new ResizeObserver(() => {
			this.width = this.raster.clientWidth;
			this.canvas.style.width = `${this.width}px`;
			this.canvas.style.height = `168px`;
			this.#redraw();
		}).observe(this.raster);
	}
	show(recording, theme, { unit, terms }) {
		if (recording !== this.recording) Object.assign(this, {
			step: -1,
			chosen: null
		});
		Object.assign(this, {
			recording,
			theme,
			unit,
			terms,
			inks: inksOf(this.canvas)
		});
		const entropy = this.switch.querySelector("[data-value=entropy]");
		setText(entropy, words(terms).uncertainty);
		this.#redraw();
	}
	paint(step, chosen) {
		this.step = step;
		this.chosen = chosen;
		const { recording } = this;
		if (recording === null || step < 0) return;
		if (this.drawn < recording.frames.length || this.columns !== this.#steps) this.#grow();
		this.#draw();
		this.raster.setAttribute("aria-valuemax", String(recording.frames.length));
		this.raster.setAttribute("aria-valuenow", String(step + 1));
		this.raster.setAttribute("aria-valuetext", placeSentence(recording, {
			step,
			noise: false
		}));
		this.#tell(step, chosen);
	}
	get #steps() {
		const { frames, header, live } = this.recording;
		const { max_denoising_steps: most, max_new_tokens: length } = header.settings;
		return live ? Math.max(most * Math.ceil(length / header.canvas_length), frames.length) : Math.max(frames.length, 1);
	}
	#redraw() {
		this.drawn = 0;
		const { canvas_length: positions } = this.recording?.header ?? { canvas_length: 1 };
		this.picture = new OffscreenCanvas(1, Math.min(positions, 256));
		this.setKey();
		if (this.step >= 0) this.paint(Math.min(this.step, (this.recording?.frames.length ?? 0) - 1), this.chosen);
	}
	#grow() {
		const recording = this.recording;
		const { frames } = recording;
		const steps = this.#steps;
		const lines = this.picture.height;
		if (this.columns !== steps || this.picture.width !== steps) {
			this.columns = steps;
			this.picture.width = steps;
			this.drawn = 0;
		}
		if (this.drawn === 0) this.starts = [];
		const colours = palettes(this.by, this.theme);
		const pixels = this.picture.getContext("2d");
		for (; this.drawn < frames.length; this.drawn += 1) {
			const { drawn } = this;
			if (frames[drawn].block !== frames[drawn - 1]?.block) this.starts.push(drawn);
			pixels.putImageData(new ImageData(column(frames[drawn], this.by, content(recording, drawn), colours), 1, lines), drawn, 0);
		}
	}
	#draw() {
		const { frames, header } = this.recording;
		const context = surface(this.canvas, this.width, 168);
		context.imageSmoothingEnabled = false;
		context.drawImage(this.picture, 0, 0, this.width, HEIGHT);
		const width = this.width / this.columns;
		const { inks } = this;
		this.starts.forEach((step, i) => {
			const room = ((this.starts[i + 1] ?? this.columns) - step) * width;
			context.fillStyle = inks.paper;
			if (step > 0) context.fillRect(step * width - 1, 0, 2, HEIGHT);
			context.fillStyle = inks.soft;
			const { block } = frames[step];
			const name = [`${words(this.terms).part} ${block}`, String(block)].find((text) => context.measureText(text).width < room - 4);
			if (name !== void 0) context.fillText(name, step * width + 2, 163);
		});
		context.strokeStyle = inks.ink;
		context.lineWidth = HEAD;
		context.strokeRect(this.step * width - HEAD / 2, HEAD / 2, width + HEAD, 148.5);
		if (this.chosen === null) return;
		context.fillStyle = inks.ink;
		context.globalAlpha = .75;
		context.fillRect(0, (this.chosen + .5) / header.canvas_length * HEIGHT - .5, this.width, 1);
		context.globalAlpha = 1;
	}
	setKey() {
		const entry = (colour, name) => {
			const swatch = element("i.tdp-raster-swatch");
			swatch.style.background = colour;
			return [swatch, `${name} `];
		};
		const { header } = this.recording ?? {};
		const hands = handsOf(header?.spec);
		const ownWords = [...hands.has("held") ? entry(HAND_COLOURS[this.theme].held, "pinned by hand") : [], ...hands.has("favoured") ? entry(HAND_COLOURS[this.theme].favoured, "your own word, favoured") : []];
		if (this.by === "entropy") return this.key.replaceChildren("Colours as in the cells; what is no text is paler. ", ...ownWords);
		const states = namesOf(header?.way, this.terms).flatMap((name, code) => entry(STATUS_COLOURS[this.theme][code], name));
		this.key.replaceChildren(...states, ...ownWords);
	}
	#tell(step, position) {
		const recording = this.recording;
		const now = recording.frames[step];
		if (now === void 0) return;
		const vocabulary = words(this.terms);
		const where = `${vocabulary.part} ${now.block}, step ${now.step}`;
		if (position === null) return setText(this.readout, `${where}: drag to move through the run, double-click to choose a position.`);
		const token = tokenText(recording, now.sampled_ids[position]);
		const status = statusName(now, position, recording.header.way, this.terms);
		setText(this.readout, `${where}, position ${position}: “${token}”, ${vocabulary.uncertainty} ${entropyIn(now.entropy[position], this.unit)}, ${status}`);
	}
	#listen() {
		const { raster } = this;
		const at = (event) => {
			const box = raster.getBoundingClientRect();
			const clamp = (share, count) => Math.min(Math.max(Math.floor(share * count), 0), count - 1);
			const positions = this.recording?.header.canvas_length ?? 1;
			return {
				step: Math.min(clamp((event.clientX - box.left) / box.width, this.#steps), (this.recording?.frames.length ?? 1) - 1),
				position: clamp((event.clientY - box.top) / HEIGHT, positions)
			};
		};
		let dragging = false;
		raster.onpointerdown = (event) => {
			dragging = true;
			raster.setPointerCapture(event.pointerId);
			this.reader.seek(at(event).step);
		};
		raster.onpointermove = (event) => {
			if (this.recording === null) return;
			const { step, position } = at(event);
			if (dragging) this.reader.seek(step);
			this.reader.point(position);
			this.#tell(step, position);
		};
		raster.onpointerup = raster.onpointercancel = () => dragging = false;
		raster.ondblclick = (event) => this.reader.choose(at(event).position);
		raster.onpointerleave = () => {
			this.reader.point(null);
			if (this.recording) this.#tell(this.step, this.chosen);
		};
		raster.onkeydown = (event) => this.#key(event);
	}
	#key(event) {
		const { recording, step } = this;
		if (recording === null || event.ctrlKey || event.metaKey || event.altKey) return;
		const last = recording.frames.length - 1;
		const starts = recording.frames.flatMap((frame, at) => frame.step === 1 ? [at] : []);
		const to = {
			ArrowLeft: step - 1,
			ArrowDown: step - 1,
			ArrowRight: step + 1,
			ArrowUp: step + 1,
			Home: 0,
			End: last,
			PageUp: starts.findLast((start) => start < step) ?? 0,
			PageDown: starts.find((start) => start > step) ?? last
		}[event.key];
		if (to === void 0) return;
		event.preventDefault();
		event.stopPropagation();
		this.step = Math.min(Math.max(to, 0), last);
		this.reader.seek(this.step);
	}
};
export { Overview };
