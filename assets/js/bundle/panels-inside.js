import { cellText, element, entropyIn, percent, setText, wayOf } from "./main.js";
import { specOf } from "./branching.js";
import { draw, meanOf, shares, unpacked } from "./inside-weights.js";
// panels/inside.js
const [FIRST, MORE] = [20, 200];
const WATCHED = " Its pass was compiled; where it looks is shown by the same step uncompiled, which rounds differently.";
const NO_ANSWER = "The server does not answer; try again in a moment.";
const quoted = (text) => `“${cellText(text)}”`;
var Inside = class {
	constructor(root, inside) {
		this.inside = inside;
		this.state = element("p.tdp-rest", { role: "status" });
		this.pattern = element("select", { "aria-label": "Which attention" }, element("option", { value: "attention" }, "denoiser: both ways"), element("option", { value: "causal" }, "encoder: only back"));
		this.layer = element("select", { "aria-label": "Layer" });
		this.head = element("select", { "aria-label": "Head" });
		this.summary = element("p.tdp-inside-summary");
		this.prefix = element("p.tdp-inside-prefix", {
			tabindex: "0",
			"aria-label": "What the encoder has read, shaded by how much this position looks at it"
		});
		this.list = element("ol.tdp-inside-list", {
			tabindex: "0",
			"aria-label": "All tokens by probability"
		});
		this.more = element("button.tdp-pill", "More");
		this.total = element("p.tdp-rest");
		this.ask = element("button.tdp-pill", { title: "Takes this step again from the same canvas with the same random numbers, without self-conditioning" }, "Without self-conditioning?");
		this.without = element("p.tdp-rest", { role: "status" });
		this.body = element("div", { hidden: "" }, element("h4", "Where it looks"), element("div.tdp-inside-choices", this.pattern, this.layer, this.head), this.summary, this.prefix, element("h4", "Every token it might be"), this.list, this.more, this.total, this.ask, this.without);
		root.classList.add("tdp-inside");
		root.replaceChildren(this.state, this.body);
		this.overlay = element("canvas.tdp-inside-lines", { "aria-hidden": "true" });
		inside.stage.append(this.overlay);
		this.seen = null;
		this.key = "";
		this.drawn = null;
		this.position = -1;
		this.listed = 0;
		for (const field of [
			this.pattern,
			this.layer,
			this.head
		]) field.onchange = () => this.#look();
		this.more.onclick = () => this.#list(MORE);
	}
	async open(recording, step, position, taste) {
		const { block, step: number } = recording.frames[step];
		const key = keyOf(recording, step, position);
		this.key = key;
		this.#hide(`Computing step ${number} again …`);
		const question = JSON.stringify({
			run: recording.made || recording.run,
			spec: specOf(recording.header),
			block,
			step: number,
			position
		});
		const answer = await this.inside.ask("look_inside", question).catch(() => void 0);
		if (this.key !== key) return;
		if (!answer || answer.refused) return this.#hide(answer?.refused ?? NO_ANSWER);
		this.seen = unpacked(answer);
		this.position = position;
		setText(this.state, `COMPUTED: the server has taken this step again.${this.seen.compiled ? WATCHED : ""}`);
		this.body.hidden = false;
		const { layers, heads, causal } = this.seen;
		this.pattern.hidden = causal === null;
		this.layer.replaceChildren(...options("all layers", "layer", layers));
		this.head.replaceChildren(...options("all heads", "head", heads));
		this.list.replaceChildren();
		this.listed = 0;
		this.#list(FIRST);
		this.#look();
		setText(this.without, "");
		this.ask.hidden = wayOf(recording.header).causal;
		this.ask.onclick = () => this.#without(question, key, taste);
	}
	paint(recording, step, position) {
		if (this.key === "") return;
		if (recording === null || position === null || keyOf(recording, step, position) !== this.key) return this.#hide("");
		if (this.seen && this.inside.layout() !== this.drawn) this.#draw();
	}
	#hide(sentence) {
		if (sentence === "" || this.seen) this.seen = null;
		if (sentence === "") this.key = "";
		setText(this.state, sentence);
		this.body.hidden = true;
		this.overlay.hidden = true;
		this.drawn = null;
	}
	get #weights() {
		const seen = this.seen;
		const weights = this.pattern.value === "causal" && seen.causal ? seen.causal : seen.attention;
		return meanOf(weights, seen, Number(this.layer.value), Number(this.head.value));
	}
	#look() {
		if (!this.seen) return;
		const { keys, prefix } = this.seen;
		const weights = this.#weights;
		const { read, canvas, best } = shares(weights, prefix);
		const where = best < prefix ? `in what was read before` : `at position ${best - prefix}`;
		setText(this.summary, `It looks ${percent(read)} at what the encoder has read and ${percent(canvas)} at the canvas; most at ${quoted(keys[best])} ${where}, ${percent(weights[best])}.`);
		const most = Math.max(...weights);
		this.prefix.replaceChildren(...keys.slice(0, prefix).map((text, at) => {
			const share = Math.round(100 * weights[at] / most);
			return element("span", {
				title: percent(weights[at]),
				style: `background: color-mix(in srgb, var(--tdp-ink) ${Math.round(share * .35)}%, transparent)`
			}, cellText(text));
		}));
		this.#draw();
	}
	#draw() {
		if (!this.seen) return;
		this.drawn = this.inside.layout();
		this.overlay.hidden = false;
		draw(this.overlay, this.drawn, this.#weights.subarray(this.seen.prefix), this.position);
	}
	#list(count) {
		if (!this.seen) return;
		const { ids, probs, texts } = this.seen;
		const until = Math.min(this.listed + count, ids.length);
		for (let rank = this.listed; rank < until; rank += 1) {
			const name = rank < texts.length ? quoted(texts[rank]) : `token ${ids[rank]}`;
			this.list.append(element("li", element("span.tdp-token", name), " ", element("span.tdp-inside-share", shareText(probs[rank]))));
		}
		this.listed = until;
		this.more.hidden = until === ids.length;
		const sum = probs.subarray(0, until).reduce((all, one) => all + one, 0);
		setText(this.total, `These ${until} of ${ids.length} tokens hold ${percent(Math.min(sum, 1))} of the probability.`);
	}
	async #without(question, key, { unit }) {
		setText(this.without, "Taking the step again …");
		const answer = await this.inside.ask("without_conditioning", question).catch(() => void 0);
		if (this.key !== key) return;
		if (!answer || answer.refused) return setText(this.without, answer?.refused ?? NO_ANSWER);
		const sentence = ({ sampled, accepted, entropy }) => `${quoted(sampled)} (${entropyIn(entropy, unit)}, ${accepted ? "kept" : "thrown back"})`;
		setText(this.without, `Without it, ${sentence(answer.without)} would have been drawn here; with it, it was ${sentence(answer.with)}.`);
	}
};
const keyOf = ({ run, header, frames }, step, position) => `${run} ${header.seed} ${frames.length} ${step} ${position}`;
const options = (all, single, count) => [element("option", { value: "-1" }, all), ...Array.from({ length: count }, (_, at) => element("option", { value: String(at) }, `${single} ${at + 1}`))];
const shareText = (share) => share >= 5e-4 ? percent(share) : share === 0 ? "0" : share.toExponential(1);
export { Inside };
