import { addStyle, button, copyText, element, openHall, plainText, rememberHall, setText } from "./main.js";
import { isAsk } from "./predict.js";
import { nodesOf } from "./runs.js";
import { Tally, ask, follow, recordingFor } from "./stream.js";
import { encode } from "../vendor/uqr.js";
// hall/classroom.js
var Classroom = class {
	constructor(page, ask, lead) {
		this.page = page;
		this.ask = ask;
		this.lead = lead;
		this.question = null;
		this.watching = this.voted = 0;
		this.tally = null;
		this.status = element("span.tdp-class-status", { role: "status" });
		this.actions = element("span");
		this.bar = element("div.tdp-class", {
			"aria-label": "Ask those who watch",
			role: "group"
		}, this.actions, this.status);
		this.answers = element("div.tdp-class-answers");
		page.player.keys[" "] = () => this.#space();
		this.begin = action("Ask those who watch", "Their phones show this question, without its answer", () => {
			this.lead();
			return this.#send("/ask", this.#here() ?? {});
		});
		this.close = action("Close and show the answers", "Nobody can answer any more", () => this.#send("/close"));
		this.back = action("Take it back", "Their phones show the run again", () => this.#send("/ask", { lesson: "" }));
		this.play = action("Play the run", "Play it from the noise", async () => {
			page.player.seek(0);
			page.player.play();
		});
		this.show = action("Show what is right", "On their phones too", () => this.#send("/answer"));
		this.drawn = "";
	}
	#here() {
		const { lesson: learn, hall } = this.page.extras;
		const at = learn?.at;
		if (!learn || !at || hall === null || this.page.player.views.mode !== "learn" || !this.#prediction) return null;
		return {
			lesson: learn.name,
			part: at.part
		};
	}
	get #prediction() {
		const { lesson: learn } = this.page.extras;
		return learn?.lesson?.parts[(learn.at?.part ?? 0) - 1]?.blocks.find((each) => each.kind === "predict" && isAsk(each));
	}
	async #send(path, body = {}) {
		if (!await this.ask(path, body)) setText(this.status, "The server did not take this; try again.");
	}
	take(question) {
		this.question = question;
		this.tally = null;
		this.update();
	}
	counts(watching, voted) {
		Object.assign(this, {
			watching,
			voted
		});
		this.update();
	}
	update() {
		const here = this.#here();
		const { lesson: learn } = this.page.extras;
		const { stage } = this;
		if (learn) learn.votes = stage === "open" || stage === "closed";
		if (here === null) return this.#putAway();
		const section = learn?.prose.parts.children[here.part - 1]?.querySelector(".tdp-predict");
		if (section && this.answers.parentElement !== section) section.append(this.answers);
		if (!this.bar.isConnected) this.page.root.append(this.bar);
		if (stage === "open") setText(this.status, `${this.voted} of ${this.watching} have answered.`);
		const drawn = `${stage} ${here.lesson} ${here.part}`;
		if (drawn !== this.drawn || this.tally === null && (stage === "closed" || stage === "answered")) {
			this.drawn = drawn;
			this.#draw(stage);
		}
		this.#sweep(stage);
	}
	get stage() {
		const here = this.#here();
		const { question } = this;
		return here && question?.lesson === here.lesson && question.part === here.part ? question.stage : "none";
	}
	#space() {
		const { lesson: learn } = this.page.extras;
		if (this.#here() !== null && this.stage === "none" && !learn?.prose.hasAnswer(learn.at?.part ?? 0) || this.stage === "open") this.actions.querySelector("button")?.focus();
		else this.page.player.view.play.click();
	}
	#putAway() {
		this.bar.remove();
		this.answers.remove();
	}
	end() {
		this.#putAway();
		delete this.page.player.keys[" "];
		if (this.page.extras.lesson) this.page.extras.lesson.votes = false;
	}
	#draw(stage) {
		const { begin, close, back, play, show, status, actions, answers } = this;
		const prediction = this.#prediction;
		const next = {
			none: [begin],
			open: [close, back],
			closed: [
				play,
				show,
				back
			],
			answered: [back]
		}[stage] ?? [];
		actions.replaceChildren(...next);
		answers.replaceChildren();
		this.tally = null;
		if (stage !== "open") setText(status, "");
		if (stage === "none" || stage === "open") return;
		const recording = recordingFor(this.page, prediction);
		if (recording === null) return;
		this.tally = new Tally(prediction, () => recording, this.question?.votes ?? []);
		answers.append(this.tally.root);
		if (stage !== "answered") return;
		this.tally.answer();
		const { lesson: learn } = this.page.extras;
		learn?.prose.reveal(learn.at?.part ?? 0);
		answers.append(element("p.tdp-told", ...nodesOf(prediction.because, (_, words) => element("span", ...words))));
	}
	#sweep(stage) {
		const prediction = this.#prediction;
		const { recording, moment } = this.page.player;
		if (stage !== "closed" || recording === null || prediction?.form !== "guess") return;
		if (prediction.answer !== recording.frames.length || this.tally === null) return;
		const { step = 0, noise = true } = recording.moments[moment] ?? {};
		this.tally.sweep(noise ? step : step + 1);
	}
};
function action(face, name, act) {
	const made = button(face, name);
	made.classList.add("tdp-choice");
	made.onclick = () => act();
	return made;
}
// hall/invitation.js
const ITSELF = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])\.?$/i;
const meansItself = (hostname) => ITSELF.test(hostname);
function invitationTo(link) {
	const { hostname, port } = new URL(link);
	const url = element("input.tdp-hall-link", {
		readonly: "",
		"aria-label": "Link to the hall",
		value: link
	});
	url.onfocus = () => url.select();
	const copy = button("Copy link", "Copy the link for those who watch");
	copy.onclick = async () => copy.textContent = await copyText(link) ? "Copied" : "Copy it from the field";
	return [meansItself(hostname) ? reachOf(hostname, port) : codeOf(link), element("div.tdp-hall-row", url, copy)];
}
function reachOf(hostname, port) {
	const example = `http://192.168.1.20${port && `:${port}`}`;
	return element("div.tdp-hall-reach", element("p", element("strong", "Nobody else can open this link."), ` To every phone, ${hostname} is the phone itself.`), element("p", "Start the playground with ", element("code", "python app.py --host 0.0.0.0"), ` and open it at this computer’s address in your network, such as ${example}. Then choose Watch together there.`));
}
function codeOf(text) {
	const { size, data } = encode(text, { border: 2 });
	const canvas = element("canvas.tdp-hall-code", {
		width: String(size),
		height: String(size),
		role: "img",
		"aria-label": "Code with the link, for phones"
	});
	const context = canvas.getContext("2d");
	context.fillStyle = "#fff";
	context.fillRect(0, 0, size, size);
	context.fillStyle = "#000";
	data.forEach((row, y) => row.forEach((dark, x) => dark && context.fillRect(x, y, 1, 1)));
	return canvas;
}
// hall/presenter.js
const LEAD_MS = 400;
const MOST_SPEED = 60;
const ELSEWHERE = "They do not see this run: only this browser has it. They see runs that you make here, and the examples.";
const PARTLY = "They do not see all lanes: only this browser has some of them.";
var Presenter = class {
	constructor(page, tokens) {
		addStyle("hall");
		this.page = page;
		this.tokens = tokens;
		this.over = new AbortController();
		this.ending = false;
		this.answers = Promise.resolve();
		this.shown = "";
		this.first = "";
		this.sent = "null";
		this.next = 0;
		this.count = element("span.tdp-hall-count", { role: "status" }, "nobody watches yet");
		this.status = element("span.tdp-hall-said", { role: "status" });
		this.leads = element("input", {
			type: "checkbox",
			checked: ""
		});
		this.leads.onchange = () => this.#place();
		this.code = "";
		this.asks = element("input", { type: "checkbox" });
		this.asks.onchange = () => ask("/code", {
			control: tokens.control,
			on: this.asks.checked
		}).then(({ code }) => this.#showCode(code), () => this.#showCode(this.code));
		this.digits = element("p.tdp-hall-digits", {
			"aria-label": "Code for those who come",
			role: "status"
		});
		const show = button("Link and code", "Show the link and a code for phones");
		const end = button("End", "End the hall for everyone");
		end.onclick = () => this.end();
		const close = button("Close", "Go on; the hall stays open");
		this.dialog = element("dialog.tdp-hall", { "aria-label": "Watch together" }, element("h2", "Watch together"), element("p", "Whoever opens this link sees your runs as they happen, side by side too, and their prompts, until you end it. What a lesson hides from you it hides from them. In Learn you can ask them what it asks."), ...invitationTo(new URL(`#watch=${tokens.watch}`, location.href).href), element("label.tdp-hall-row", { title: "Whoever comes from now on must type it; those who are there stay" }, this.asks, "Ask for a code"), this.digits, element("div.tdp-hall-row", close));
		close.onclick = () => this.dialog.close();
		show.onclick = () => this.dialog.showModal();
		this.strip = element("section.tdp-hall-strip", { "aria-label": "Watch together" }, element("b", "Hall open"), this.count, this.status, element("label", { title: "They see the step and the cell that you see" }, this.leads, " Lead"), show, end);
		page.shell.note.before(this.strip);
		page.root.append(this.dialog);
		const lead = () => {
			this.leads.checked = true;
			this.#place();
		};
		this.classroom = new Classroom(page, async (path, body) => await this.#ask(path, body) !== null, lead);
		const { signal } = this.over;
		page.player.addEventListener("paint", () => this.update(), { signal });
		follow("attend", tokens.control, (message) => this.#take(message), signal).catch((error) => this.#ended(error.message));
		this.update();
	}
	update() {
		if (this.page.player.recording === null || this.ending) return;
		const { lanes, hidden } = this;
		const shown = JSON.stringify({
			lanes,
			hidden
		});
		if (lanes.length > 0 && shown !== this.shown) {
			this.shown = shown;
			const [{ run, example }] = lanes;
			if (this.first !== (run ?? example)) this.sent = "null";
			this.first = run ?? example ?? "";
			this.#ask("/show", {
				lanes,
				hidden
			}).then((answer) => setText(this.status, answer === null ? ELSEWHERE : answer.shown < lanes.length ? PARTLY : ""));
		}
		this.#place();
		this.classroom.update();
	}
	get lanes() {
		const { player, runList, lanes, extras } = this.page;
		const named = player.lanes.map((recording, at) => {
			const known = (at === 0 ? runList.shown : lanes.entries.get(recording))?.run ?? runList.items.find((other) => other.recording === recording)?.run;
			return known?.kind === "recorded" ? {
				example: known.name,
				lesson: extras.lesson?.name ?? ""
			} : { run: recording.made || recording.run };
		});
		const unnamed = named.findIndex(({ run }) => run === "");
		return unnamed < 0 ? named : named.slice(0, unnamed);
	}
	get hidden() {
		const { player, extras } = this.page;
		const panels = extras.lesson?.asks ?? false;
		return Object.entries({
			...player.views.withheld,
			panels
		}).flatMap(([name, is]) => is ? [name] : []);
	}
	#place() {
		if (this.next !== 0 || this.ending) return;
		const { clock, axis, views } = this.page.player;
		const { moment, playing, following: live } = clock;
		const speed = Number.isFinite(clock.speed) ? clock.speed : MOST_SPEED;
		const lead = (this.leads.checked || this.hidden.length > 0) && this.first !== "" ? {
			run: this.first,
			moment: Math.max(moment, 0),
			by: axis.by,
			playing,
			speed,
			live,
			position: views.chosen
		} : null;
		const message = JSON.stringify(lead && {
			...lead,
			moment: playing || live ? -1 : moment
		});
		if (message === this.sent) return;
		this.sent = message;
		this.#ask("/lead", { lead });
		this.next = window.setTimeout(() => {
			this.next = 0;
			this.#place();
		}, LEAD_MS);
	}
	async end() {
		this.ending = true;
		await this.#ask("/end", {});
		this.#ended("");
	}
	#ask(path, body) {
		const answer = this.answers.then(() => ask(path, {
			control: this.tokens.control,
			...body
		})).catch(() => null);
		this.answers = answer;
		return answer;
	}
	#showCode(code) {
		this.code = code;
		this.asks.checked = code !== "";
		setText(this.digits, code.replace(/^.../, "$& "));
	}
	#take(message) {
		const { kind, count, votes, sentence } = message;
		if (kind === "closed") this.#ended(String(sentence));
		else if (kind === "question") this.classroom.take(message.stage === "none" ? null : message);
		else if (kind === "code") this.#showCode(String(message.code));
		else if (kind === "watching") {
			this.count.textContent = count === 0 ? "nobody watches yet" : `${count} watching`;
			this.classroom.counts(count, votes);
		}
	}
	#ended(sentence) {
		if (this.over.signal.aborted) return;
		this.over.abort();
		rememberHall(null);
		this.strip.remove();
		this.dialog.remove();
		this.classroom.end();
		if (sentence !== "") this.page.say(plainText(sentence));
		this.page.extras.hall = null;
	}
};
async function present(page) {
	const tokens = openHall() ?? await ask("", {});
	rememberHall(tokens);
	return new Presenter(page, tokens);
}
export { present };
