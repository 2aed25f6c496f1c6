import { NAMES, element, entropyText, namesOf, setToken, shadeOf, shades, tokenText } from "./main.js";
// panels/history-table.js
const GLYPHS = [
	"●",
	"◉",
	"○",
	"✕"
];
const CELL_WIDTH = 48;
var HistoryTable = class {
	constructor(seek) {
		this.head = element("thead");
		this.rows = element("tbody");
		this.table = element("table.tdp-history", this.head, this.rows);
		this.scroller = element("div.tdp-scroller", {
			tabindex: "0",
			role: "region",
			"aria-label": "History of the position"
		}, this.table);
		this.key = element("p.tdp-glyph-key", { "aria-hidden": "true" });
		this.recording = null;
		this.first = 0;
		this.unit = "nats";
		this.shades = shades("light");
		this.names = NAMES;
		this.current = -1;
		this.measured = {
			head: 0,
			line: 0,
			room: 0
		};
		this.scrolled = 0;
		this.scroller.onscroll = () => this.scrolled = this.scroller.scrollTop;
		this.rows.onclick = (event) => {
			const line = event.target.closest("tr");
			if (line) seek(Number(line.dataset.at));
		};
	}
	show(recording, theme, { unit, terms }) {
		const names = namesOf(recording.header.way, terms);
		const tokens = terms === "plain" ? [
			"went in",
			"drawn",
			"best guess"
		] : [
			"input",
			"sampled",
			"argmax"
		];
		Object.assign(this, {
			recording,
			unit,
			names,
			shades: shades(theme)
		});
		this.head.replaceChildren(element("tr", ...[
			"step",
			"status",
			...tokens,
			unit
		].map((name) => element("th", { scope: "col" }, name))));
		this.key.textContent = names.map((name, code) => `${GLYPHS[code]} ${name}`).join("   ");
	}
	build(moments) {
		this.current = -1;
		this.first = moments[0].at;
		this.rows.replaceChildren(...moments.map((moment) => this.#line(moment)));
		this.measured = {
			head: this.head.offsetHeight,
			line: this.rows.offsetHeight / moments.length,
			room: this.scroller.clientHeight
		};
	}
	paint(step) {
		if (this.current === step) return;
		const index = step - this.first;
		this.rows.querySelector("[aria-current]")?.removeAttribute("aria-current");
		this.rows.children[index].setAttribute("aria-current", "step");
		this.current = step;
		this.#follow(index);
	}
	#follow(index) {
		const { head, line, room } = this.measured;
		this.table.style.backgroundPositionY = `${head + index * line}px`;
		this.table.style.backgroundSize = `100% ${line}px`;
		if (index * line >= this.scrolled && head + (index + 1) * line <= this.scrolled + room) return;
		this.scrolled = index * line;
		requestAnimationFrame(() => this.scroller.scrollTop = this.scrolled);
	}
	#line({ at, step, input, sampled, argmax, entropy, status }) {
		const recording = this.recording;
		const heat = element("td.tdp-heat", entropyText(entropy, this.unit));
		const shade = this.shades[shadeOf(entropy)];
		heat.style.backgroundColor = shade.fill;
		heat.style.color = shade.text;
		const name = this.names[status];
		const sign = element("span", {
			role: "img",
			"aria-label": name,
			title: name
		}, GLYPHS[status]);
		return element("tr", { "data-at": String(at) }, element("th", { scope: "row" }, String(step)), element("td", { class: `tdp-status tdp-is-${NAMES[status].replace(" ", "-")}` }, sign), ...[
			input,
			sampled,
			argmax
		].map((id) => setToken(element("td.tdp-token"), tokenText(recording, id), CELL_WIDTH)), heat);
	}
};
export { GLYPHS, HistoryTable };
