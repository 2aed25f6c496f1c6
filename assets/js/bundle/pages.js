import { element } from "./main.js";
// learn/marks.js
var Marks = class {
	constructor(player) {
		this.player = player;
		this.root = element("div.tdp-cell-marks", { "aria-hidden": "true" });
		player.view.stage.append(this.root);
		this.positions = [];
		player.addEventListener("paint", () => this.#place());
	}
	show(positions) {
		this.positions = [...positions];
		this.root.replaceChildren(...this.positions.map(() => element("i.tdp-cell-mark")));
		this.#place();
	}
	#place() {
		const { boxes } = this.player.painter.grid;
		this.positions.forEach((position, at) => {
			const box = boxes[position];
			const mark = this.root.children[at];
			mark.hidden = box === void 0;
			if (box === void 0) return;
			mark.style.transform = `translate(${box.x}px, ${box.y}px)`;
			mark.style.width = `${box.width}px`;
			mark.style.height = `${box.height}px`;
		});
	}
};
// learn/pages.js
const GONE = "The lessons cannot be read from the server. Try again when it answers.";
var Pages = class {
	constructor(assets) {
		this.assets = assets;
		this.lessons = new Map();
	}
	list() {
		return this.#fetch("index");
	}
	lesson(name) {
		return this.#fetch(name);
	}
	async trace(file) {
		const response = await fetch(new URL(file, this.assets)).catch(() => null);
		if (!response?.ok) throw new Error(GONE, { cause: response?.status });
		return new Uint8Array(await response.arrayBuffer());
	}
	#fetch(name) {
		const lesson = this.lessons.get(name);
		if (lesson) return lesson;
		const coming = fetch(new URL(`lessons/${name}.json`, this.assets)).then((response) => response.ok ? response.json() : Promise.reject(new Error(GONE)), () => Promise.reject(new Error(GONE)));
		this.lessons.set(name, coming);
		coming.catch(() => this.lessons.delete(name));
		return coming;
	}
};
export { Marks, Pages };
