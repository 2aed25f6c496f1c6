import { NAMES, PER_NAT, canvasOf, cellText, digits, element, namesOf, percent, probabilityOf, setText, setToken, words } from "./main.js";
import { GLYPHS } from "./history-table.js";
// panels/step-table.js
const COLUMNS = [
	"position",
	"token",
	"probability",
	"entropy",
	"status"
];
function linesOf(recording, step, { layer, unit }) {
	const frame = recording.frames[step];
	return Array.from(canvasOf(frame, layer), (id, position) => ({
		position,
		token: recording.tokens.get(id) ?? "",
		probability: probabilityOf(frame, position, id),
		entropy: frame.entropy[position] * PER_NAT[unit],
		status: frame.status[position]
	}));
}
function sorted(lines, by, direction) {
	return [...lines].sort((a, b) => {
		const [x, y] = [a[by], b[by]];
		if (typeof x === "string" && typeof y === "string") return direction * (x < y ? -1 : x > y ? 1 : 0) || a.position - b.position;
		const [missing, otherMissing] = [Number.isNaN(x), Number.isNaN(y)];
		if (missing || otherMissing) return Number(missing) - Number(otherMissing) || a.position - b.position;
		return direction * (Number(x) - Number(y)) || a.position - b.position;
	});
}
const probabilityText = (probability, least) => Number.isNaN(probability) ? Number.isNaN(least) ? "not recorded" : `≤ ${percent(least)}` : percent(probability);
function tsv(lines, unit) {
	const escape = (text) => text.replace(/[\\\t\n\r]/g, (sign) => ({
		"\\": "\\\\",
		"	": "\\t",
		"\n": "\\n",
		"\r": "\\r"
	})[sign] ?? sign).replace(/^["=+\-@＝＋－＠]/, "\\$&");
	return `${[COLUMNS.map((name) => name === "entropy" ? `entropy (${unit})` : name).join("	"), ...lines.map(({ position, token, probability, entropy, status }) => [
		position,
		escape(token),
		Number.isNaN(probability) ? "" : probability,
		entropy,
		NAMES[status]
	].join("	"))].join("\n")}\n`;
}
// panels/table.js
const SETTLED_MS = 150;
const TOKEN_WIDTH = 120;
var StepTable = class {
	constructor(root, reader) {
		this.reader = reader;
		this.copy = element("button", "Copy as TSV");
		this.copied = element("span.tdp-copied", { role: "status" });
		this.heads = COLUMNS.map((name) => {
			const button = element("button");
			button.onclick = () => this.#sort(name);
			return element("th", { scope: "col" }, button);
		});
		this.rows = element("tbody");
		this.caption = element("caption");
		const table = element("table.tdp-step-table", this.caption, element("thead", element("tr", ...this.heads)), this.rows);
		root.classList.add("tdp-panel", "tdp-table");
		root.replaceChildren(element("div.tdp-panel-head", element("h2", "This step as a table"), this.copy, this.copied), element("div.tdp-scroller", {
			tabindex: "0",
			role: "region",
			"aria-label": "Table of the step"
		}, table));
		this.recording = null;
		this.taste = {
			unit: "nats",
			layer: "sampled",
			terms: "plain"
		};
		this.step = -1;
		this.chosen = null;
		this.by = "position";
		this.direction = 1;
		this.settling = void 0;
		this.copy.onclick = () => this.#copy();
		this.rows.onclick = (event) => {
			const line = event.target.closest("tr");
			if (line) this.reader.choose(Number(line.dataset.position));
		};
	}
	show(recording, _theme, taste) {
		Object.assign(this, {
			recording,
			taste,
			step: -1
		});
		COLUMNS.forEach((name, i) => {
			const face = name === "entropy" ? `${words(taste.terms).uncertainty}, ${taste.unit}` : name;
			setText(this.heads[i].firstElementChild, face);
		});
	}
	paint(step, chosen) {
		const moved = step !== this.step;
		this.step = step;
		this.chosen = chosen;
		if (!moved) return this.#highlight();
		clearTimeout(this.settling);
		this.settling = setTimeout(() => this.#build(), SETTLED_MS);
	}
	#build() {
		const { recording, step, taste } = this;
		const frame = recording?.frames[step];
		if (!recording || frame === void 0) return;
		const { top_probs, argmax_ids } = frame;
		const names = namesOf(recording.header.way, taste.terms);
		const k = (top_probs?.length ?? 0) / argmax_ids.length;
		this.lines = sorted(linesOf(recording, step, taste), this.by, this.direction);
		const { part, [taste.layer]: layer } = words(taste.terms);
		this.caption.textContent = `${part[0].toUpperCase()}${part.slice(1)} ${frame.block}, step ${frame.step}: ${layer}. Positions count from 0.`;
		this.rows.replaceChildren(...this.lines.map(({ position, token, probability, entropy, status }) => {
			const least = top_probs ? top_probs[(position + 1) * k - 1] : NaN;
			return element("tr", { "data-position": String(position) }, element("th", { scope: "row" }, element("button", { title: "Choose this position" }, String(position))), setToken(element("td.tdp-token"), cellText(token), TOKEN_WIDTH), element("td", probabilityText(probability, least)), element("td", digits(entropy, 3)), element("td", `${GLYPHS[status]} ${names[status]}`));
		}));
		COLUMNS.forEach((name, i) => {
			this.heads[i].setAttribute("aria-sort", name !== this.by ? "none" : this.direction === 1 ? "ascending" : "descending");
		});
		this.#highlight();
	}
	#highlight() {
		this.rows.querySelector("[aria-current]")?.removeAttribute("aria-current");
		if (this.chosen !== null) this.rows.querySelector(`[data-position="${this.chosen}"]`)?.setAttribute("aria-current", "true");
	}
	#sort(name) {
		this.direction = name === this.by && this.direction === 1 ? -1 : 1;
		this.by = name;
		this.#build();
	}
	async #copy() {
		this.#build();
		try {
			await navigator.clipboard.writeText(tsv(this.lines ?? [], this.taste.unit));
			setText(this.copied, `${this.lines?.length ?? 0} rows copied.`);
		} catch {
			getSelection()?.selectAllChildren(this.rows.parentElement);
			setText(this.copied, "This browser refuses; the table is selected, press Ctrl+C.");
		}
	}
};
export { StepTable };
