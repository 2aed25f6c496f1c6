import { TOUCHES, button, chooseNothing, corrections, element, passFocus, quoted$1 as quoted, setText, stepSentence } from "./main.js";
import { AGAIN, HEADINGS, SKIP, YOURS, captionsAt, taleOf } from "./opening.js";
// page/opening-rest.js
const DRAWER_BESIDE = 1e3;
const SVG = "http://www.w3.org/2000/svg";
const [MARGIN, GAP, DOT] = [
	12,
	9,
	2.5
];
var OpeningRest = class {
	constructor(page, replay) {
		this.page = page;
		this.heading = element("h2", HEADINGS[2]);
		this.tale = element("p");
		const again = button(`↺ ${AGAIN}`, AGAIN);
		again.classList.add("tdp-pill");
		again.onclick = replay;
		this.root = element("div.tdp-opening-rest", this.heading, this.tale, again);
		this.line = document.createElementNS(SVG, "svg");
		this.line.setAttribute("class", "tdp-opening-line");
		this.line.setAttribute("aria-hidden", "true");
		this.path = this.line.appendChild(document.createElementNS(SVG, "path"));
		this.dot = this.line.appendChild(document.createElementNS(SVG, "circle"));
		this.dot.setAttribute("r", String(DOT));
		this.going = null;
	}
	show(recording, correction) {
		const { root, player } = this.page;
		const { view, views } = player;
		setText(this.tale, taleOf(recording, correction, correction.again));
		const below = view.root.clientWidth < DRAWER_BESIDE;
		if (below) view.watching.prepend(this.root);
		else view.caption.append(this.root);
		root.append(this.line);
		root.classList.toggle("tdp-rests", !below);
		this.going = new AbortController();
		const { signal } = this.going;
		const holds = () => player.recording?.run === recording.run && player.step === correction.again && !player.noise && views.chosen === correction.position && views.mode === "watch";
		const draw = () => this.#draw(correction.position);
		player.addEventListener("paint", () => holds() ? draw() : this.leave(), { signal });
		const sizes = new ResizeObserver(() => {
			if (below) views.sheet.uncover();
			draw();
		});
		sizes.observe(view.drawer);
		signal.addEventListener("abort", () => sizes.disconnect());
		addEventListener("scroll", draw, {
			signal,
			capture: true,
			passive: true
		});
		addEventListener("resize", draw, { signal });
		player.refresh();
	}
	leave() {
		this.going?.abort();
		this.going = null;
		this.root.remove();
		this.line.remove();
		this.page.root.classList.remove("tdp-rests");
	}
	#draw(position) {
		const { view, views } = this.page.player;
		const box = views.painter.grid.boxes[position];
		if (!box) return;
		const canvas = view.canvas.getBoundingClientRect();
		const head = this.heading.getBoundingClientRect();
		const edge = Math.max(canvas.left - MARGIN, 4);
		const first = box.x < box.width / 2;
		const [x, y] = [canvas.left + box.x, canvas.top + box.y + (first ? box.height / 2 : box.height + 1)];
		const end = {
			x: Math.max(head.left - GAP, edge),
			y: head.top + head.height / 2
		};
		this.path.setAttribute("d", `M${x} ${y}H${edge}V${end.y}H${end.x}`);
		this.dot.setAttribute("cx", String(end.x));
		this.dot.setAttribute("cy", String(end.y));
	}
};
// page/opening.js
const NOISE_MS = 1200;
const STILL_MS = [
	2500,
	4e3,
	4e3
];
const PACE = 1;
const SEEN = .9;
var Opening = class {
	constructor(page) {
		this.page = page;
		this.captions = HEADINGS.map((heading) => {
			const [head, line] = [element("h2", heading), element("p")];
			return {
				root: element("div", head, line),
				line
			};
		});
		this.list = element("div.tdp-opening-captions", { "aria-live": "polite" });
		this.sentence = element("p.tdp-opening-sentence");
		this.dots = HEADINGS.map(() => element("i"));
		const skip = this.skip = button(SKIP, "Skip the opening (any key)");
		skip.setAttribute("aria-keyshortcuts", "Escape");
		skip.append(" ", element("kbd", { "aria-hidden": "true" }, "Esc"));
		skip.classList.add("tdp-pill");
		this.foot = element("div.tdp-opening-foot", this.sentence, element("span.tdp-opening-dots", { "aria-hidden": "true" }, ...this.dots), skip, element("span.tdp-opening-hint", YOURS));
		this.rest = new OpeningRest(page, () => this.replay());
		this.going = null;
		this.part = -1;
	}
	async replay() {
		const { runList, player, setMode } = this.page;
		this.stop();
		setMode.call(this.page, "watch");
		const [first] = runList.items;
		if (first && runList.shown !== first && !await runList.choose(first)) return;
		const { toolbar, legend, taste } = player.views;
		toolbar.set({
			layer: "sampled",
			shape: "grid",
			figure: "entropy",
			unit: taste.unit
		});
		legend.set(null);
		this.play();
	}
	play() {
		const { root, player, sharing } = this.page;
		const { recording } = player;
		const correction = recording && tellingOf(recording);
		root.classList.toggle("tdp-opens", Boolean(correction));
		if (!recording || !correction) return player.refresh();
		this.rest.leave();
		this.going = new AbortController();
		const { signal } = this.going;
		this.part = -1;
		sharing.held = true;
		this.list.replaceChildren();
		player.view.main.parentElement?.append(this.list);
		player.view.legend.parentElement?.append(this.foot);
		player.views.choosePair(null, null);
		player.seek(0);
		player.fresh = false;
		player.addEventListener("paint", () => this.#paint(correction), { signal });
		for (const kind of TOUCHES) addEventListener(kind, (event) => this.#touched(event), {
			signal,
			capture: true,
			passive: false
		});
		if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#stills(correction, signal);
		after(NOISE_MS, signal, () => {
			player.clock.speed = PACE;
			player.play();
		});
	}
	stop() {
		if (this.going === null) return;
		const { root, player, sharing } = this.page;
		this.going.abort();
		this.going = null;
		player.pause();
		player.clock.speed = Number(player.view.speed.value);
		root.classList.remove("tdp-opens");
		passFocus(this.skip, player.view.play);
		this.list.remove();
		this.foot.remove();
		sharing.accept();
		player.refresh();
	}
	#stills(correction, signal) {
		const { player } = this.page;
		const [noise, reads] = STILL_MS;
		after(noise, signal, () => player.move(correction.kept));
		after(noise + reads, signal, () => player.move(correction.again));
	}
	#paint(correction) {
		const { player, sharing } = this.page;
		const { recording, moment, clock } = player;
		if (recording === null || moment < 0) return;
		const { step, noise } = recording.moments[moment];
		const part = noise ? 0 : step <= correction.kept ? 1 : 2;
		this.#caption(part);
		const lines = captionsAt(recording, correction, noise ? -1 : step);
		this.captions.forEach(({ line }, at) => setText(line, lines[at]));
		const { plain } = stepSentence(recording, recording.moments[moment], player.views.taste);
		setText(this.sentence, noise ? `The model is asked: ${quoted(recording.header.prompt)}` : plain);
		if (part === 2 && player.views.chosen !== correction.position) player.views.choosePair(correction.position, null);
		if (step < correction.again || player.playing && clock.share < SEEN) return;
		this.stop();
		if (step !== correction.again) {
			player.move(correction.again);
			sharing.accept();
		}
		this.rest.show(recording, correction);
	}
	#caption(part) {
		if (part === this.part) return;
		this.part = part;
		this.captions.forEach(({ root }, at) => {
			root.className = at === part ? "tdp-opening-now" : "tdp-opening-past";
			if (at <= part && root.parentElement === null) this.list.append(root);
		});
		this.dots.forEach((dot, at) => dot.className = at === part ? "tdp-opening-now" : at < part ? "tdp-opening-past" : "");
	}
	#touched(event) {
		const skips = this.foot.contains(event.target);
		if (event instanceof KeyboardEvent) {
			if ([
				"Control",
				"Shift",
				"Alt",
				"Meta"
			].includes(event.key)) return;
			this.stop();
			if (event.key !== "Escape" && event.key !== " " && !(event.key === "Enter" && skips)) return;
		} else {
			this.stop();
			chooseNothing(event, this.page.player.view.stage);
			if (!skips) return;
		}
		event.preventDefault();
		event.stopImmediatePropagation();
	}
};
function tellingOf(recording) {
	const held = ({ kept, reopened }) => reopened - kept;
	const [first, ...others] = corrections(recording);
	return others.reduce((best, one) => held(one) < held(best) ? best : one, first ?? null);
}
function after(milliseconds, signal, act) {
	const timer = setTimeout(act, milliseconds);
	signal.addEventListener("abort", () => clearTimeout(timer));
}
export { Opening };
