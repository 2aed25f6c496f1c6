import { BarredError, WireReader, addStyle, button, element, messageOf, plainText, readTrace, rememberSeat, seatIn, setText } from "./main.js";
import { Marks, Pages } from "./marks.js";
import { knownRun, nodesOf, readRun } from "./runs.js";
import { answerOf, hides, verdictOf } from "./predict.js";
import { Tally, ask, follow, recordingFor } from "./stream.js";
// hall/ballot.js
const SENT = "Your answer is in. Nobody sees who said what, and you can change it until the presenter closes the question.";
const SHOWN = {
	decision: false,
	length: false
};
const plain = (_, words) => element("span", ...words);
var Ballot = class {
	constructor(page, who) {
		addStyle("learn");
		this.page = page;
		this.who = who;
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
		const { root, player } = this.page;
		root.classList.toggle("tdp-questioned", question?.stage === "open" || question?.stage === "closed");
		const open = question?.stage === "open";
		player.views.withhold(open ? {
			decision: hides(question.prediction),
			length: true
		} : SHOWN);
		this.#draw();
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
// hall/watcher.js
const SPREAD_MS = 4e3;
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
		this.reader = new WireReader("");
		this.place = 0;
		this.taken = this.past = 0;
		this.shown = "";
		this.recording = null;
		this.item = null;
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
		}));
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
		if (this.recording?.live) this.#stopped(this.recording);
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
		if (message.run === void 0) return void (message.kind === "waiting" && (this.status.textContent = plainText(String(message.sentence))));
		if (message.run !== this.place) return;
		if (this.past > 0) return void (this.past -= 1);
		this.taken += 1;
		try {
			const { kind, sentence } = this.reader.read(message);
			if (kind === "start") this.#started(this.reader.recording);
			else if (kind === "frame") this.#grown();
			else if (kind === "end" || kind === "refused") this.#ended(sentence);
			else if (kind === "waiting") this.status.textContent = plainText(sentence);
		} catch (error) {
			this.status.textContent = messageOf(error);
		}
	}
	#turn({ run, place, example, lesson }) {
		if (run !== "" && run === this.shown && !this.reader.broken) return void (this.past = this.taken);
		if (this.recording?.live) this.#stopped(this.recording);
		this.shown = run || example;
		this.reader = new WireReader(run);
		this.place = place;
		this.taken = this.past = 0;
		this.recording = this.item = null;
		this.lead = null;
		this.#draw();
		if (example === "") return;
		this.#example(example, lesson).catch((error) => this.status.textContent = messageOf(error));
	}
	async #example(example, lesson) {
		const { runList, player, assets } = this.page;
		let item = knownRun(runList, example);
		if (item === void 0 && lesson !== "") {
			const pages = new Pages(assets);
			const read = await pages.lesson(lesson);
			if (Object.hasOwn(read.runs ?? {}, example)) item = await readRun(pages, runList, read, example);
		}
		if (item === void 0) throw new Error("The presenter shows an example that this page does not have.");
		if (this.shown !== example) return;
		this.item = item;
		await runList.choose(item, (recording) => {
			this.recording = recording;
			player.show(recording);
			this.#follow();
			this.#draw();
		});
	}
	#started(recording) {
		const { runList, player } = this.page;
		this.recording = recording;
		this.item = runList.addLive(recording, this.page.engine);
		runList.select(this.item);
		player.show(recording, -1);
		this.#draw();
	}
	#grown() {
		const { player } = this.page;
		if (player.recording !== this.recording) return;
		player.grow();
		if (this.lead && !this.lead.live) this.#follow();
		this.#draw();
	}
	#ended(sentence) {
		const { recording, item } = this;
		if (recording === null) return void (this.status.textContent = plainText(sentence));
		if (recording.live) this.#stopped(recording);
		if (item) this.page.runList.settle(item, recording);
		this.page.player.grow();
		this.page.player.finish();
		this.#draw();
		if (item) setTimeout(() => this.#complete(item, recording), Math.random() * SPREAD_MS);
	}
	#stopped(recording) {
		recording.end({
			finishReason: "stopped",
			text: "",
			seconds: 0
		});
		this.page.player.finish();
	}
	async #complete(item, partial) {
		try {
			const packed = await this.page.engine.trace(partial.run);
			const whole = await readTrace(packed, item.title, this.page.runList.maxMib);
			this.page.runList.settle(item, whole, packed);
			if (this.page.player.recording === partial) this.page.player.replace(whole);
			if (this.recording === partial) this.recording = whole;
		} catch {}
	}
	#free() {
		if (!this.led || this.lead === null) return;
		this.led = false;
		this.#draw();
	}
	#follow() {
		const { lead } = this;
		const { player, runList } = this.page;
		const shows = this.item === null ? player.recording === this.recording : runList.shown === this.item;
		if (!this.led || lead === null || lead.run !== this.shown || !shows || player.recording === null) return;
		player.views.choose(lead.position !== null && lead.position < player.recording.header.canvas_length ? lead.position : null);
		const last = player.axis.count - 1;
		player.seek(lead.live ? last : Math.min(player.axis.tickOf(0, lead.moment), last));
		if (!lead.playing) return;
		player.clock.speed = lead.speed;
		player.play();
	}
	#draw() {
		const { recording, lead } = this;
		const live = recording?.live ?? false;
		this.follow.hidden = lead === null;
		this.follow.textContent = this.led ? "Look around" : "Back to the presenter";
		this.follow.title = this.led ? "Leave the presenter's step for a while" : "Go where the presenter is";
		this.start.hidden = this.now.hidden = !live || lead !== null && this.led;
		this.status.textContent = this.shown === "" ? "the presenter’s first run is yet to come" : lead !== null && this.led ? "the presenter leads" : lead !== null ? "on your own" : live ? "as it is made" : "";
	}
};
export { Watcher };
