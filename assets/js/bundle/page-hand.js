import { button, cellText, counted, element, flowText, handAt, readSteering, setText, steeringOf, stretchesOf, wayOf, withEdit, withPins } from "./main.js";
// page/hold-row.js
const REST_MS = 150;
var HoldRow = class {
	constructor(tokens, acts) {
		this.tokens = tokens;
		this.acts = acts;
		this.input = element("input", {
			type: "text",
			maxlength: "400",
			"aria-label": "Text to hold here",
			placeholder: "Type to hold a text here",
			autocomplete: "off",
			spellcheck: "false"
		});
		this.pin = button("Pin", "Hold this text here in the next run (Enter)");
		this.free = button("Unpin", "Let the next run write here");
		this.put = button("Put here once", "Run again with this text here from the next step on, free to change");
		this.noise = button("Re-noise", "Run again with this cell turned into noise before the next step");
		this.status = element("p", { role: "status" });
		for (const made of [
			this.pin,
			this.free,
			this.put,
			this.noise
		]) made.classList.add("tdp-pill");
		this.root = element("div.tdp-hold", { hidden: "" }, this.input, this.pin, this.free, this.put, this.noise, this.status);
		this.ids = null;
		this.recording = null;
		this.frame = null;
		this.position = 0;
		this.texts = {};
		this.timer = void 0;
		this.input.oninput = () => {
			clearTimeout(this.timer);
			this.ids = null;
			this.#offer();
			this.timer = setTimeout(() => this.#read(), REST_MS);
		};
		this.input.onkeydown = (event) => {
			if (event.key === "Escape") this.input.blur();
			if (event.key !== "Enter" || event.isComposing) return;
			if (this.ids !== null) this.pin.click();
			else this.#read().then(() => this.pin.disabled || this.pin.click());
		};
		this.pin.onclick = () => {
			if (this.ids === null) return;
			const problem = acts.pin(this.position, this.ids);
			if (problem !== "") return this.#say(problem, true);
			this.#clear();
			this.#say("Held in the next run: press Generate to write around it.");
		};
		this.free.onclick = () => {
			acts.pin(this.position, null);
			this.#say("");
		};
		this.put.onclick = () => this.ids && this.#say(acts.change(this.position, this.ids), true);
		this.noise.onclick = () => this.#say(acts.change(this.position, null), true);
	}
	show(recording, frame, position, noise = false) {
		this.root.hidden = recording === null;
		if (recording === null || frame === null) return;
		const moved = position !== this.position || recording !== this.recording;
		const stepped = frame !== this.frame;
		Object.assign(this, {
			recording,
			frame,
			position
		});
		if (moved) {
			this.#clear();
			this.#say("");
		} else if (stepped && this.ids !== null) this.#describe();
		setText(this.noise, noise ? "New noise" : "Re-noise");
		this.#offer();
	}
	#offer() {
		const causal = wayOf(this.recording?.header ?? {}).causal;
		this.free.hidden = !this.acts.pinned(this.position);
		const some = this.ids !== null && this.ids.length > 0;
		this.pin.disabled = this.put.disabled = !some;
		this.put.hidden = this.input.value === "" || causal;
		this.noise.hidden = this.input.value !== "" || causal || (this.frame && handAt(this.frame, this.position)) === "held";
	}
	#clear() {
		clearTimeout(this.timer);
		this.input.value = "";
		this.ids = null;
		this.#offer();
	}
	async #read() {
		clearTimeout(this.timer);
		const { value } = this.input;
		if (value === "") return this.#say("");
		const before = this.recording?.tokens.get(this.frame?.argmax_ids[this.position - 1] ?? -1) ?? "";
		const spaced = this.position > 0 && !/[\s("“'_]$/.test(before) && /^[\p{L}\p{N}]/u.test(value);
		const { ids, texts = {}, refused } = await this.tokens(spaced ? ` ${value}` : value);
		if (this.input.value !== value) return;
		this.ids = ids ?? null;
		this.texts = texts;
		this.#offer();
		if (refused !== void 0) return this.#say(refused, true);
		this.#describe();
	}
	#describe() {
		const { frame, ids, texts } = this;
		if (ids === null || frame === null) return;
		const length = frame.argmax_ids.length;
		const k = (frame.top_ids?.length ?? 0) / length;
		let without = 0;
		const names = ids.map((id, beside) => {
			const [token, position] = [`“${cellText(texts[id] ?? "")}”`, this.position + beside];
			if (!frame.top_ids || !frame.top_probs || position >= length) return token;
			const rank = frame.top_ids.subarray(position * k, (position + 1) * k).indexOf(id);
			without += Number(rank === -1);
			return rank === -1 ? token : `${token} (rank ${rank + 1}, probability ${frame.top_probs[position * k + rank].toPrecision(2)})`;
		});
		const who = without < ids.length ? "Those without a rank are" : without === 1 ? "It is" : "They are";
		const rest = without > 0 ? `. ${who} not among the ${k} most probable here.` : "";
		this.#say(`${counted(ids.length, "token")}: ${names.slice(0, 12).join(" ")}${names.length > 12 ? " …" : ""}${rest}`);
	}
	#say(sentence, wrong = false) {
		this.status.classList.toggle("tdp-refused", wrong);
		setText(this.status, sentence);
	}
};
// page/hand.js
const [LISTED, SHOWN] = [6, 24];
var Hand = class {
	constructor(page) {
		this.texts = new Map();
		this.page = {
			...page,
			server: (question) => this.#ask(page, question)
		};
		this.line = element("div.tdp-steering", {
			role: "group",
			"aria-label": "Held by hand"
		});
		page.ask.cards.parentElement?.after(this.line);
		this.row = new HoldRow((text) => this.#tokens(text), {
			pin: (position, ids) => this.#pin(position, ids),
			change: (position, ids) => this.#change(position, ids),
			pinned: (position) => this.pins[this.#place(position)] !== void 0
		});
		page.player.view.watching.querySelector(".tdp-history-panel")?.append(this.row.root);
		page.player.addEventListener("paint", () => this.#paint());
		this.update();
		this.#paint();
	}
	get pins() {
		return readSteering(this.page.form.steering)?.pins ?? {};
	}
	#place(position) {
		const { recording, views } = this.page.player;
		const frame = recording?.frames[views.drawn.step] ?? recording?.frames[0];
		return (recording?.header.canvas_length ?? 0) * ((frame?.block ?? 1) - 1) + position;
	}
	async #ask({ server }, question) {
		const answer = await server(question);
		for (const [id, token] of Object.entries(answer?.texts ?? {})) this.texts.set(Number(id), String(token));
		return answer;
	}
	async #tokens(text) {
		return await this.page.server({
			kind: "tokens",
			text
		}).catch(() => void 0) ?? { refused: "The server does not answer; try again in a moment." };
	}
	#pin(position, ids) {
		const { form } = this.page;
		const place = this.#place(position);
		const most = Number(form.values.settings.max_new_tokens);
		if (ids !== null && place + ids.length > most) return `${counted(ids.length, "token")} from place ${place} on would go past the end of the next run, which has ${most} places; pin less, or raise the length in Tune.`;
		form.steer(withPins(form.steering, ids === null ? { [place]: null } : Object.fromEntries(ids.map((id, at) => [place + at, id]))));
		this.update();
		this.#paint();
		return "";
	}
	#change(position, ids) {
		const { ask, player, shown, make } = this.page;
		if (ask.busy) return "A run is going on; change cells when it has ended.";
		const run = shown();
		const { recording, moment } = player;
		if (run === null || recording === null) return "This run holds a picture or a long prompt that cannot be asked for again; its cells cannot be changed.";
		const { step, noise } = recording.moments[moment];
		const frame = recording.frames[step];
		const at = noise ? frame.step : frame.step + 1;
		if (at > Number(recording.header.settings.max_denoising_steps)) return `This is the last of ${recording.header.settings.max_denoising_steps} steps; go to an earlier one, or allow more steps.`;
		const length = recording.header.canvas_length;
		if (position + (ids?.length ?? 1) > length) return `${counted(ids?.length ?? 1, "token")} from position ${position} on would go past the end of the canvas, which has ${length}; put less here, or go to an earlier cell.`;
		const cells = Object.fromEntries((ids ?? [null]).map((id, beside) => [position + beside, id]));
		make({
			...run,
			steering: withEdit(run.steering ?? "", {
				block: frame.block,
				step: at,
				cells
			})
		});
		this.update();
		return "";
	}
	#paint() {
		const { player } = this.page;
		const { chosen } = player.views;
		const moment = player.recording?.moments[player.moment];
		if (!player.recording || chosen === null || moment === void 0) return this.row.show(null, null, 0);
		this.row.show(player.recording, player.recording.frames[moment.step], chosen, moment.noise);
	}
	update() {
		const { form } = this.page;
		const steering = readSteering(form.steering) ?? {};
		const known = form.source && this.page.player.recording?.tokens;
		const textOf = (id) => flowText(this.texts.get(id) ?? known?.get(id) ?? `token ${id}`);
		const held = stretchesOf(steering.pins ?? {});
		const parts = held.slice(0, LISTED).map((pins) => {
			const [first, last] = [pins[0][0], pins[pins.length - 1][0]];
			const where = first === last ? `${first}` : `${first}–${last}`;
			const text = pins.map(([, id]) => textOf(id)).join("").trim() || "␣";
			return this.#chip(`${where} “${[...text].slice(0, SHOWN).join("")}${[...text].length > SHOWN ? "…" : ""}”`, `Let go of place ${where}`, withPins(form.steering, Object.fromEntries(pins.map(([place]) => [place, null]))));
		});
		if (held.length > LISTED) parts.push(this.#chip(`and ${held.length - LISTED} more`, "Let go of all pins", steeringOf({
			...steering,
			pins: void 0
		})));
		if (held.length > 0) parts.unshift(element("span", "Held:"));
		if (steering.start) {
			const noise = steering.noise ? `, ${Math.round(100 * steering.noise)} % noise` : "";
			parts.push(this.#chip(`starts from a text of yours${steering.keep ? `, ${steering.keep}` : ""}${noise}`, "Start from noise", steeringOf({
				...steering,
				start: void 0,
				noise: void 0,
				noise_seed: void 0,
				keep: void 0
			})));
		}
		for (const edit of steering.edits ?? []) {
			const others = steeringOf({
				...steering,
				edits: steering.edits?.filter((one) => one !== edit)
			});
			const count = Object.keys(edit.cells).length;
			parts.push(this.#chip(`${counted(count, "cell")} changed before step ${edit.step}`, "Leave these cells alone", others));
		}
		this.line.replaceChildren(...parts);
	}
	#chip(face, name, steering) {
		const made = button(`${face} ×`, name);
		made.onclick = () => {
			this.page.form.steer(steering);
			this.update();
			this.#paint();
		};
		return made;
	}
};
export { Hand };
