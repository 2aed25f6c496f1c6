import { StepChart, element, frame, inksOf, leadDecision, ownTextSentence, setText, shades, shortToken } from "./main.js";
// panels/favoured.js
var FavouredPanel = class {
	static place = "watch";
	constructor(root, reader) {
		this.root = root;
		const body = frame(root, "Your own text");
		this.canvas = element("canvas.tdp-favoured-chart", { role: "img" });
		this.sentence = element("p.tdp-why");
		body.append(this.canvas, this.sentence);
		root.hidden = true;
		this.chart = new StepChart(this.canvas);
		this.recording = null;
		this.taste = {
			unit: "nats",
			layer: "sampled",
			terms: "plain"
		};
		this.inks = inksOf(root);
		this.shades = shades("light");
		this.decision = null;
		this.painted = [-1, null];
		this.pointed = null;
		const positionAt = (event) => this.decision?.order[this.chart.barAt(event.offsetX)] ?? null;
		this.canvas.onpointermove = (event) => reader.point(positionAt(event));
		this.canvas.onpointerup = (event) => reader.choose(positionAt(event));
		this.canvas.onpointerleave = () => reader.point(null);
		new ResizeObserver(() => {
			this.chart.fit(body.clientWidth);
			this.paint(...this.painted);
		}).observe(body);
	}
	show(recording, theme, taste) {
		Object.assign(this, {
			recording,
			taste,
			inks: inksOf(this.canvas),
			shades: shades(theme),
			pointed: null
		});
	}
	point(position) {
		if (position === this.pointed) return;
		this.pointed = position;
		this.paint(...this.painted);
	}
	paint(step, chosen) {
		this.painted = [step, chosen];
		const { recording, taste, pointed } = this;
		const now = recording?.frames[step];
		const decision = this.decision = now ? leadDecision(now) : null;
		this.root.hidden = decision === null;
		if (!recording || now === void 0 || decision === null || this.chart.width <= 0) return;
		const margin = Number(recording.headerAt(step).settings.favour_margin);
		const sentence = ownTextSentence(now, margin, taste.unit);
		setText(this.sentence, sentence);
		this.canvas.setAttribute("aria-label", `Favoured tokens by the lead of another. ${sentence}`);
		this.canvas.hidden = decision.order.length === 0;
		if (this.canvas.hidden) return;
		const shown = chosen !== null && (now.lead?.[chosen] ?? -1) >= 0 ? chosen : null;
		const followed = shown ?? decision.order[Math.max(decision.cut - 1, 0)];
		this.chart.paint({
			decision,
			entropy: now.entropy,
			bound: margin,
			supposedBound: null,
			unit: taste.unit,
			inks: this.inks,
			shades: this.shades,
			followed,
			chosen: shown !== null,
			pointed: pointed !== null && (now.lead?.[pointed] ?? -1) >= 0 ? pointed : null,
			token: shortToken(recording, now.sampled_ids[followed]),
			names: [decision.cut === 1 ? "stands" : "stand", decision.order.length - decision.cut === 1 ? "gives way" : "give way"],
			limit: "margin"
		});
	}
};
export { FavouredPanel };
