import { BarredError, WireReader, addStyle, button, element, messageOf, plainText, readTrace, rememberSeat, seatIn, setText } from "./main.js";
import { Marks, Pages } from "./pages.js";
import { answerOf, hides, verdictOf } from "./predict.js";
import { knownRun, nodesOf, readRun } from "./runs.js";
import { Tally, ask, follow, recordingFor } from "./stream.js";
// hall/ballot.js
const SENT = "Your answer is in. Nobody sees who said what, and you can change it until the presenter closes the question.";
const plain = (_, words) => element("span", ...words);
var Ballot = class {
	constructor(page, who, turned) {
		addStyle("learn");
		this.page = page;
		this.who = who;
		this.turned = turned;
		this.root = element("section.tdp-ballot", { "aria-label": "The presenter’s question" });
		this.root.hidden = true;
		this.marks = new Marks(page.player);
		this.listening = new AbortController();
		this.question = null;
		this.vote = null;
		this.recording = null;
		page.player.addEventListener("paint", () => {
			if (this.question !== null && this.recording !== recordingFor(page, this.question.prediction)) this.#draw();
		});
	}
	take(question) {
		const { question: before } = this;
		if (question === null || question.lesson !== before?.lesson || question.part !== before.part) this.vote = null;
		this.question = question;
		this.turned();
		this.#draw();
	}
	get waits() {
		return this.question !== null && this.question.stage !== "answered";
	}
	get hidden() {
		if (this.question?.stage !== "open") return [];
		return hides(this.question.prediction) ? ["length", "decision"] : ["length"];
	}
	#draw() {
		this.listening.abort();
		this.listening = new AbortController();
		const { question, root } = this;
		const { player } = this.page;
		this.recording = question && recordingFor(this.page, question.prediction);
		root.hidden = question === null || this.recording === null;
		const open = question?.stage === "open" && question.prediction.form === "press";
		this.marks.show(open && "among" in question.prediction ? question.prediction.among : []);
		if (question === null || this.recording === null) return;
		const { prediction, stage, votes } = question;
		const recording = () => this.recording;
		const title = element("p.tdp-question", ...nodesOf(prediction.ask, plain));
		if (stage === "open") {
			const status = element("p.tdp-told", { role: "status" });
			const { signal } = this.listening;
			const mark = (cells) => this.marks.show(cells);
			const form = answerOf(prediction, {
				player,
				recording,
				name: plain,
				mark,
				signal
			}, (answer) => this.#send(answer, status));
			return root.replaceChildren(title, form, status);
		}
		const tally = new Tally(prediction, recording, votes);
		const verdict = element("p.tdp-told");
		root.replaceChildren(title, verdict, tally.root);
		if (stage === "closed") return setText(verdict, "The question is closed. The answer comes with the run.");
		tally.answer();
		if (this.vote !== null) {
			const { right, sentence } = verdictOf(prediction, recording(), this.vote);
			verdict.append(element("strong", { class: right ? "tdp-told-right" : "tdp-told-wrong" }, right ? "✓ " : "✗ "), ...nodesOf(sentence, plain));
		}
		verdict.after(element("p.tdp-told", ...nodesOf(prediction.because, plain)));
	}
	async #send(answer, status) {
		try {
			await ask("/vote", {
				...this.who(),
				vote: answer
			});
			this.vote = answer;
			setText(status, SENT);
		} catch (error) {
			setText(status, plainText(messageOf(error)));
		}
	}
	end() {
		this.take(null);
		this.root.remove();
	}
};
// hall/code-entry.js
function codeEntry(enter) {
	const field = element("input", {
		inputmode: "numeric",
		autocomplete: "off",
		required: "",
		size: "7",
		maxlength: "12",
		"aria-label": "Code on the presenter’s screen"
	});
	const form = element("form.tdp-hall-entry", field, element("button", { type: "submit" }, "Come in"));
	form.onsubmit = (event) => {
		event.preventDefault();
		enter(field.value.replace(/\D/g, ""));
	};
	return form;
}
// hall/lane.js
const SPREAD_MS = 4e3;
var HallLane = class {
	constructor(page, { run, example, lesson }, shows) {
		this.page = page;
		this.shows = shows;
		this.name = run || example;
		this.example = example;
		this.lesson = lesson;
		this.reader = new WireReader(run);
		this.taken = this.past = 0;
		this.recording = null;
		this.item = null;
	}
	again() {
		this.past = this.taken;
	}
	async read() {
		const { runList, assets } = this.page;
		let item = knownRun(runList, this.example);
		if (item === void 0 && this.lesson !== "") {
			const pages = new Pages(assets);
			const lesson = await pages.lesson(this.lesson);
			if (Object.hasOwn(lesson.runs ?? {}, this.example)) item = await readRun(pages, runList, lesson, this.example);
		}
		if (item === void 0) throw new Error("The presenter shows an example that this page does not have.");
		this.recording = item.recording = await runList.read(item);
		this.item = item;
		this.shows.begun();
	}
	take(message) {
		if (this.past > 0) {
			this.past -= 1;
			return "";
		}
		this.taken += 1;
		const { kind, sentence } = this.reader.read(message);
		if (kind === "start") this.#started(this.reader.recording);
		else if (kind === "frame") this.shows.grown();
		else if (kind === "end" || kind === "refused") this.#ended();
		return sentence;
	}
	#started(recording) {
		this.recording = recording;
		this.item = this.page.runList.addLive(recording, this.page.engine);
		this.shows.begun();
	}
	#ended() {
		const { recording, item } = this;
		if (recording === null || item === null) return;
		this.stop();
		this.page.runList.settle(item, recording);
		this.shows.ended();
		setTimeout(() => this.#complete(item, recording), Math.random() * SPREAD_MS);
	}
	stop() {
		if (this.recording?.live) this.recording.end({
			finishReason: "stopped",
			text: "",
			seconds: 0
		});
	}
	async #complete(item, partial) {
		const { engine, runList } = this.page;
		try {
			const packed = await engine.trace(partial.run);
			const whole = await readTrace(packed, item.title, runList.maxMib);
			runList.settle(item, whole, packed);
			this.recording = whole;
			this.shows.repaired(partial, whole);
		} catch {}
	}
};
// hall/watcher.js
const STEERING = new Set([
	"ArrowLeft",
	"ArrowRight",
	"Home",
	"End",
	" "
]);
var Watcher = class {
	constructor(page, token) {
		addStyle("hall");
		this.page = page;
		this.lanes = [];
		this.at = 0;
		this.standing = null;
		this.hidden = [];
		this.token = token;
		this.seat = seatIn(token);
		this.code = "";
		this.lead = null;
		this.led = true;
		this.over = new AbortController();
		this.status = element("span", { role: "status" }, "Joining …");
		this.start = button("From the start", "Play the run from its first step");
		this.now = button("Now", "Go to the newest step");
		this.follow = button("", "");
		this.leave = button("Leave", "Stop watching; the page is yours again");
		this.strip = element("section.tdp-hall-strip", { "aria-label": "Watching together" }, element("b", "Watching"), this.status, this.start, this.now, this.follow, this.leave);
		const { shell, root, player, sharing } = page;
		shell.note.before(this.strip);
		root.classList.add("tdp-watching");
		sharing.bound = true;
		this.ballot = new Ballot(page, () => ({
			watch: token,
			seat: this.seat
		}), () => this.#hide());
		this.strip.after(this.ballot.root);
		this.start.onclick = () => {
			this.#free();
			player.seek(0);
			player.play();
		};
		this.now.onclick = () => {
			this.#free();
			player.seek(player.clock.count - 1);
		};
		this.follow.onclick = () => {
			this.led = !this.led;
			this.#follow();
			this.#draw();
		};
		this.leave.onclick = () => this.end();
		const { signal } = this.over;
		player.view.root.addEventListener("pointerdown", () => this.#free(), { signal });
		addEventListener("keydown", ({ key }) => STEERING.has(key) && this.#free(), { signal });
		player.addEventListener("paint", () => this.#stay(), { signal });
		this.#draw();
		this.#join();
	}
	async #join() {
		const more = () => ({
			...this.seat !== "" && { "Hall-Seat": this.seat },
			...this.code !== "" && { "Hall-Code": this.code }
		});
		try {
			await follow("watch", this.token, (message) => this.#take(message), this.over.signal, more);
		} catch (error) {
			if (!(error instanceof BarredError)) return this.end(messageOf(error));
			this.status.textContent = plainText(error.message);
			const entry = codeEntry((code) => {
				entry.remove();
				this.code = code;
				this.#join();
			});
			this.leave.before(entry);
			entry.querySelector("input")?.focus();
		}
	}
	end(sentence = "") {
		if (this.over.signal.aborted) return;
		this.over.abort();
		const { root, sharing, player } = this.page;
		this.#stop(this.lanes);
		this.hidden = [];
		this.ballot.end();
		root.classList.remove("tdp-watching");
		sharing.bound = false;
		sharing.leave();
		player.refresh();
		if (sentence === "") this.strip.remove();
		else {
			this.status.textContent = plainText(sentence);
			const close = button("Close", "Put this line away");
			close.onclick = () => this.strip.remove();
			this.strip.replaceChildren(this.status, close);
		}
	}
	#take(message) {
		if (message.kind === "closed") return this.end(String(message.sentence));
		if (message.kind === "seat") {
			this.seat = String(message.seat);
			return rememberSeat(this.token, this.seat);
		}
		if (message.kind === "question") return this.ballot.take(message.stage === "none" ? null : message);
		if (message.kind === "hall") return this.#turn(message);
		if (message.kind === "lead") {
			this.lead = message.lead;
			this.#follow();
			return this.#draw();
		}
		if (message.kind === "lane") return void (this.at = message.lane);
		if (message.kind === "waiting") return void (this.status.textContent = plainText(String(message.sentence)));
		if (message.run === void 0) return;
		const lane = this.lanes[this.at];
		try {
			const sentence = lane.take(message);
			if (sentence !== "" && lane.recording === null) this.status.textContent = plainText(sentence);
		} catch (error) {
			this.status.textContent = messageOf(error);
		}
	}
	#turn({ lanes, hidden }) {
		const before = this.lanes;
		this.lanes = lanes.map((lane) => {
			const known = before.find(({ name, reader }) => name === (lane.run || lane.example) && !reader.broken);
			if (known === void 0) return this.#begin(lane);
			if (lane.anew) known.again();
			return known;
		});
		this.#stop(before.filter((lane) => !this.lanes.includes(lane)));
		Object.assign(this, {
			at: 0,
			lead: null,
			hidden
		});
		this.#hide();
		this.#stand();
		this.#draw();
	}
	#stop(lanes) {
		const live = lanes.filter(({ recording }) => recording?.live);
		for (const lane of live) lane.stop();
		if (live.length > 0) this.page.player.finish();
	}
	#begin(shown) {
		const { player } = this.page;
		const lane = new HallLane(this.page, shown, {
			begun: () => this.#stand(),
			grown: () => {
				if (lane.recording && player.lanes.includes(lane.recording)) player.grow();
				if (!this.lead?.playing) this.#follow();
				this.#draw();
			},
			ended: () => {
				player.grow();
				if (!player.lanes.some(({ live }) => live)) player.finish();
				this.#stand();
			},
			repaired: (partial, whole) => {
				if (player.recording === partial) player.replace(whole);
				else if (player.sideBySide.has(partial)) this.page.lanes.replaced(partial, whole);
			}
		});
		if (shown.example !== "") lane.read().catch((error) => this.status.textContent = messageOf(error));
		return lane;
	}
	#stand() {
		const { player, runList } = this.page;
		const missing = this.lanes.findIndex(({ recording }) => recording === null);
		const [first, ...others] = missing < 0 ? this.lanes : this.lanes.slice(0, missing);
		if (!first?.item || !first.recording) return;
		if (this.standing !== first) {
			this.standing = first;
			runList.select(first.item);
			player.show(first.recording, this.hides ? 0 : void 0);
		}
		if (runList.shown !== first.item) return;
		player.views.mode = others.length > 0 ? "compare" : "watch";
		const beside = others.map(({ recording, item }) => {
			const lane = recording;
			if (item) this.page.lanes.entries.set(lane, item);
			return lane;
		});
		player.sideBySide.compare(beside);
		this.#follow();
		this.#draw();
	}
	get hides() {
		return this.hidden.length > 0 || this.ballot.hidden.length > 0;
	}
	#hide() {
		const { root, player } = this.page;
		const hidden = (name) => this.hidden.includes(name) || this.ballot.hidden.includes(name);
		player.views.withhold({
			decision: hidden("decision"),
			length: hidden("length"),
			before: hidden("before"),
			colours: hidden("colours")
		});
		root.classList.toggle("tdp-questioned", this.hides || this.ballot.waits);
	}
	#stay() {
		const { lead } = this;
		const { clock, axis } = this.page.player;
		if (!this.hides || lead === null || lead.playing) return;
		const last = axis.count - 1;
		if (clock.playing || clock.moment !== (lead.live ? last : Math.min(lead.moment, last))) this.#follow();
	}
	#free() {
		if (!this.led || this.lead === null || this.hides) return;
		this.led = false;
		this.#draw();
	}
	#follow() {
		const { lead, standing } = this;
		const { player, runList } = this.page;
		if (!(this.led || this.hides) || lead === null || lead.run !== standing?.name || runList.shown !== standing.item) return;
		const { views, sideBySide } = player;
		if (views.by !== lead.by) {
			views.by = lead.by;
			sideBySide.arrangeAgain();
		}
		const { canvas_length: cells } = player.recording.header;
		views.choose(lead.position !== null && lead.position < cells ? lead.position : null);
		const last = player.axis.count - 1;
		player.seek(lead.live ? last : Math.min(lead.moment, last));
		if (!lead.playing) return;
		player.clock.speed = lead.speed;
		player.play();
	}
	#draw() {
		const { lead, hides } = this;
		const live = this.lanes.some(({ recording }) => recording?.live);
		const led = lead !== null && (this.led || hides);
		this.follow.hidden = lead === null || hides;
		this.follow.textContent = led ? "Look around" : "Back to the presenter";
		this.follow.title = led ? "Leave the presenter's step for a while" : "Go where the presenter is";
		this.start.hidden = this.now.hidden = !live || led || hides;
		this.status.textContent = this.lanes.length === 0 ? "the presenter’s first run is yet to come" : led ? "the presenter leads" : lead !== null ? "on your own" : live ? "as it is made" : "";
	}
};
export { Watcher };
