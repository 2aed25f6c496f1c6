import { element, fit, historySentence, inksOf, place, setText, shadeOf, shades, surface, tokenText, words } from "./main.js";
import { historyOf } from "./history.js";
import { HistoryTable } from "./history-table.js";
// panels/step-strip.js
const [BARS, LINE, HEIGHT] = [
	44,
	6,
	70
];
const [WIDEST, NAME] = [22, 70];
var StepStrip = class {
	constructor(seek) {
		this.canvas = element("canvas", { role: "img" });
		this.now = element("i.tdp-strip-now");
		this.root = element("div.tdp-strip", this.canvas, this.now);
		this.root.style.height = `${HEIGHT}px`;
		this.width = 300;
		this.moments = [];
		this.root.onclick = (event) => {
			const at = Math.floor((event.clientX - this.root.getBoundingClientRect().left) / this.pitch);
			const moment = this.moments[at];
			if (moment) seek(moment.at);
		};
	}
	get pitch() {
		return Math.min(this.width / Math.max(this.moments.length, 1), WIDEST);
	}
	draw(recording, moments, layer, theme) {
		this.moments = moments;
		const { pitch, width } = this;
		this.canvas.style.width = `${width}px`;
		this.canvas.style.height = `${HEIGHT}px`;
		const context = surface(this.canvas, width, HEIGHT);
		const colours = shades(theme);
		const inks = inksOf(this.canvas);
		const gap = pitch > 4 ? 1 : 0;
		moments.forEach(({ entropy, status }, i) => {
			const height = Math.max(place(entropy) * BARS, 1);
			context.fillStyle = colours[shadeOf(entropy)].fill;
			context.fillRect(i * pitch, BARS - height, pitch - gap, height);
			context.fillStyle = inks.line;
			context.fillRect(i * pitch, BARS - height, pitch - gap, 1);
			const held = status === 0 || status === 1;
			context.fillStyle = held ? inks.kept : status === 3 ? inks.reopened : inks.line;
			context.fillRect(i * pitch, BARS + 2, pitch - gap, held || status === 3 ? 3 : 1);
		});
		let free = 0;
		context.textAlign = "left";
		context.fillStyle = inks.soft;
		moments.forEach((moment, i) => {
			if (i > 0 && moment[layer] === moments[i - 1][layer]) return;
			const name = fit(tokenText(recording, moment[layer]), NAME, (part) => context.measureText(part).width);
			const wide = context.measureText(name).width;
			const x = Math.min(i * pitch, width - wide);
			if (x < free) return;
			context.fillText(name, x, BARS + LINE + 15);
			free = x + wide + 8;
		});
		this.now.style.width = `${Math.max(pitch - gap, 3) + 4}px`;
		this.now.style.height = `${BARS + LINE + 3}px`;
	}
	paint(at) {
		this.now.style.transform = `translateX(${at * this.pitch - 2}px)`;
	}
};
// panels/history.js
var History = class {
	static place = "watch";
	constructor(root, reader) {
		this.root = root;
		this.reader = reader;
		this.compare = element("button.tdp-compare", {
			"aria-pressed": "false",
			title: "Keep this position and choose a second one"
		}, "Compare with a cell");
		this.look = element("button.tdp-pill.tdp-look-inside", {
			title: "Every token that it might be, and where it looks: the server computes this step again",
			hidden: ""
		}, "Look inside");
		this.inner = element("div");
		this.strip = new StepStrip(reader.seek);
		this.summary = element("p.tdp-summary");
		this.table = new HistoryTable(reader.seek);
		this.more = element("details.tdp-more", element("summary", "All its figures"), this.summary, this.table.scroller, this.table.key);
		root.classList.add("tdp-panel");
		root.prepend(element("h2", "Step by step"), this.strip.root, element("div.tdp-card-foot", this.more, this.compare), this.look, this.inner);
		this.recording = null;
		this.theme = "light";
		this.taste = null;
		this.step = -1;
		this.chosen = null;
		this.pinned = null;
		this.moments = [];
		this.key = "";
		this.listed = false;
		this.inside = null;
		this.more.ontoggle = () => this.#list();
		this.look.onclick = () => this.#lookInside();
		this.compare.onclick = () => reader.pin(this.pinned === null ? this.chosen : null);
		new ResizeObserver(() => {
			const width = this.strip.root.clientWidth;
			if (width === 0 || width === this.strip.width) return;
			this.strip.width = width;
			this.key = "";
			this.paint(this.step, this.chosen, this.pinned);
		}).observe(this.strip.root);
	}
	show(recording, theme, taste) {
		Object.assign(this, {
			recording,
			theme,
			taste,
			key: ""
		});
		this.table.show(recording, theme, taste);
	}
	paint(step, chosen, pinned) {
		Object.assign(this, {
			step,
			chosen,
			pinned
		});
		const { recording, taste } = this;
		const frame = recording?.frames[step];
		this.root.hidden = chosen === null || frame === void 0;
		this.inside?.paint(recording, step, chosen);
		if (!recording || !taste || frame === void 0 || chosen === null) return;
		this.look.hidden = recording.live || this.reader.inside === null;
		this.compare.setAttribute("aria-pressed", String(pinned !== null));
		const key = `${chosen} ${frame.block} ${recording.frames.length} ${devicePixelRatio}`;
		if (key !== this.key) {
			this.key = key;
			this.listed = false;
			this.moments = historyOf(recording, step, chosen);
			this.strip.draw(recording, this.moments, taste.layer === "argmax" ? "argmax" : "sampled", this.theme);
			this.strip.canvas.setAttribute("aria-label", `Uncertainty of position ${chosen} at each of ${this.moments.length} steps; the table has the figures`);
		}
		this.strip.paint(step - this.moments[0].at);
		this.#list();
	}
	#list() {
		if (!this.more.open || this.moments.length === 0 || this.root.hidden) return;
		const { part } = words(this.taste?.terms ?? "plain");
		setText(this.summary, historySentence(this.moments.filter((moment) => moment.at <= this.step), part));
		if (!this.listed) this.table.build(this.moments);
		this.listed = true;
		this.table.paint(this.step);
	}
	async #lookInside() {
		const { reader, recording, taste, chosen, step } = this;
		if (reader.inside === null || recording === null || taste === null || chosen === null) return;
		const { Inside } = await import("./panels-inside.js");
		this.inside ??= new Inside(this.inner, reader.inside);
		await this.inside.open(recording, step, chosen, taste);
	}
};
export { History };
