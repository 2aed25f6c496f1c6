import { counted, element, frame, setText, words } from "./main.js";
// run/blocks.js
const REASONS = {
	"": "going on",
	"stable-and-confident": "stable and confident",
	complete: "every position has its token",
	"max-steps": "the most steps",
	stopped: "stopped"
};
function blocksOf({ frames }) {
	const blocks = [];
	frames.forEach(({ block, step, stopReason }, at) => {
		const known = blocks.at(-1);
		const first = known?.block === block ? known.first : at;
		const now = {
			block,
			first,
			last: at,
			steps: counted(step, "step"),
			reason: REASONS[stopReason] ?? stopReason
		};
		if (first === at) blocks.push(now);
		else blocks[blocks.length - 1] = now;
	});
	return blocks;
}
function cacheSentence({ frames, header }, step, part) {
	const prompt = header.prompt_ids.length;
	const { block } = frames[step];
	const committed = (block - 1) * header.canvas_length;
	const before = committed === 0 ? "" : ` and ${committed} of the ${part}s before it`;
	return `The encoder has read the ${counted(prompt, "token")} of the prompt${before} once; every step of ${part} ${block} reads the KV cache of these ${counted(prompt + committed, "token")} and adds nothing to it.`;
}
// panels/blocks.js
var BlockStrip = class {
	constructor(root, { seek }) {
		const body = frame(root, "");
		this.heading = root.querySelector("h2");
		this.strip = element("ol.tdp-blocks");
		this.cache = element("p.tdp-cache");
		body.append(this.strip, this.cache);
		this.recording = null;
		this.terms = "plain";
		this.built = -1;
		this.strip.onclick = (event) => {
			const button = event.target.closest("button");
			if (button) seek(Number(button.dataset.last));
		};
	}
	show(recording, _theme, { terms }) {
		Object.assign(this, {
			recording,
			terms,
			built: -1
		});
	}
	paint(step) {
		if (this.recording === null || step < 0) return;
		const { frames } = this.recording;
		if (this.built !== frames.length) this.#build();
		const current = this.strip.children[frames[step].block - 1]?.firstElementChild;
		if (current?.getAttribute("aria-current") !== "true") {
			this.strip.querySelector("[aria-current]")?.removeAttribute("aria-current");
			current?.setAttribute("aria-current", "true");
		}
		setText(this.cache, cacheSentence(this.recording, step, words(this.terms).part));
	}
	#build() {
		const recording = this.recording;
		this.built = recording.frames.length;
		const { part } = words(this.terms);
		const name = `${part[0].toUpperCase()}${part.slice(1)}`;
		setText(this.heading, `${name}s`);
		this.strip.replaceChildren(...blocksOf(recording).map(({ block, last, steps, reason }) => element("li", element("button", { "data-last": String(last) }, element("b", `${name} ${block}`), ` ${steps}, ${reason}`))));
	}
};
export { BlockStrip };
