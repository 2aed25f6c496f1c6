import { ServerTape, button, counted, digits, element, messageOf, setText } from "./main.js";
// words/rival.js
const textOf = ({ pieces }, count) => pieces.slice(0, count).map(([, text]) => text).join("");
function whereSentence({ pieces, over }, moment) {
	const count = Math.min(moment, pieces.length);
	const seconds = count === 0 ? "" : `, ${digits(pieces[count - 1][0], 3)} s`;
	if (!over) return `LIVE · ${counted(pieces.length, "piece")}`;
	return `RECORDED on arrival · piece ${count} of ${pieces.length}${seconds}${moment > pieces.length ? ", over" : ""}`;
}
function rivalSentence({ pieces, over, tokens, seconds }) {
	if (pieces.length === 0) return over ? "Nothing arrived." : "Nothing has arrived yet.";
	const [first] = pieces[0];
	const [last] = pieces[pieces.length - 1];
	const begun = `The first piece arrived after ${digits(first, 3)} s`;
	if (!over) return `${begun}; ${pieces.length} so far.`;
	const pace = tokens === null ? "how many tokens these are, its server does not say" : `${tokens} tokens by its server's count, ${digits(tokens / seconds, 3)} a second`;
	return `${begun}, the last of ${pieces.length} after ${digits(last, 3)} s: ${pace}. Timed on arrival at this server; by pass, each piece counts as one.`;
}
function askedSentence(named, source) {
	const holds = "An address names who answered, but holds no answer";
	if (source === named) return `${holds}. Ask again; the text and its times may be others.`;
	return `${holds}, and this server has ${source === "" ? "no such rival" : `another one, ${source}`}.`;
}
const RIVAL_IS = "From another server, with other weights, asked for the most probable text. It sends text only, so there are no steps, no uncertainty, no work and no alternatives to show. A link names it, but holds no answer.";
// page/rival.js
const nothing = () => ({
	pieces: [],
	over: true,
	tokens: null,
	seconds: 0,
	refused: ""
});
var RivalLane = class {
	constructor(player, engine, { named, again }) {
		this.player = player;
		this.engine = engine;
		this.named = named;
		this.head = element("strong", { dir: "auto" });
		this.where = element("span.tdp-lane-where");
		const away = button("×", "Take the rival away");
		away.onclick = () => this.close();
		const head = element("div.tdp-lane-head", element("b.tdp-lane-letter", "R"), this.head, this.where, away);
		this.text = element("p.tdp-rival-text", {
			dir: "auto",
			tabindex: "0"
		});
		this.status = element("p.tdp-hint", { role: "status" });
		this.again = button("Ask again", "Send this prompt to the other server, and show its text as it arrives");
		this.again.classList.add("tdp-pill");
		this.again.onclick = again;
		this.root = element("section.tdp-rival", { "aria-label": "Rival" }, head, this.text, this.status, this.again, element("p.tdp-hint", RIVAL_IS));
		this.prompt = "";
		this.tape = null;
		this.answer = nothing();
		this.moment = 0;
	}
	get title() {
		return this.head.textContent ?? "";
	}
	get moments() {
		return { length: this.answer.over ? this.answer.pieces.length + 1 : 1 };
	}
	get figures() {
		const { pieces, over, tokens, refused } = this.answer;
		const stopped = !over ? "going on" : refused !== "" ? "broken off" : pieces.length > 0 ? "complete" : "–";
		return {
			tokens: tokens ?? NaN,
			seconds: over ? pieces.at(-1)?.[0] ?? NaN : NaN,
			stopped
		};
	}
	spent(measure) {
		const { pieces, over } = this.answer;
		if (measure === "work") return "does not say what its work is";
		if (!over) return "goes on";
		return pieces.length === 0 ? "has no answer" : [0, ...pieces.map(([at]) => at)];
	}
	paint(moment) {
		this.moment = moment;
		const { answer } = this;
		setText(this.text, textOf(answer, answer.over ? moment : 1e400));
		setText(this.where, this.prompt === "" ? "" : whereSentence(answer, moment));
	}
	offer(named, source) {
		setText(this.head, named);
		setText(this.status, askedSentence(named, source));
		this.again.hidden = source !== named;
		this.player.sideBySide.host(this);
	}
	async race(run) {
		const begun = await this.engine.call("rival", JSON.stringify(run));
		if (!begun?.tape) throw new Error(begun?.refused);
		this.#hangUp();
		this.prompt = run.prompt;
		const tape = this.tape = new ServerTape(begun);
		const answer = this.answer = {
			...nothing(),
			over: false
		};
		setText(this.head, begun.source);
		this.again.hidden = true;
		this.named(begun.source);
		this.player.sideBySide.host(this);
		try {
			for await (const message of tape.messages((lost) => this.tape === tape && this.#say(lost ? "The connection to the server is lost; the steps that arrived are kept. Trying again …" : ""))) {
				if (this.tape !== tape) return;
				this.#take(answer, message);
			}
		} catch (error) {
			this.#take(answer, {
				kind: "over",
				sentence: messageOf(error)
			});
		}
		if (this.tape !== tape) return;
		this.player.sideBySide.host(this);
		if (!this.player.playing) this.player.seek(this.player.axis.count - 1);
	}
	#take(answer, message) {
		if (message.kind === "rival") Object.assign(answer, {
			pieces: [...answer.pieces, ...message.pieces],
			tokens: message.tokens,
			seconds: message.seconds
		});
		else if (message.kind === "over") Object.assign(answer, {
			over: true,
			refused: message.sentence
		});
		this.#say();
		this.paint(this.moment);
	}
	#say(sentence = "") {
		setText(this.status, sentence || [rivalSentence(this.answer), this.answer.refused].filter(Boolean).join(" "));
	}
	beside(prompt) {
		if (this.prompt !== "" && prompt !== this.prompt) this.close();
	}
	close() {
		this.#hangUp();
		this.prompt = "";
		this.answer = nothing();
		this.named("");
		this.player.sideBySide.host(null);
	}
	#hangUp() {
		if (!this.answer.over) this.tape?.stop();
		this.tape = null;
	}
};
export { RivalLane };
