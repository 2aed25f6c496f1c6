import { button, copyText, element, plainText, recall, remember } from "./main.js";
import { addStyle } from "./style.js";
import { sentenceOf } from "./stream.js";
// share/publish.js
const NAME = "published runs";
const MOST = 100;
var Publishing = class {
	constructor(root, shown, days) {
		addStyle("hall");
		this.shown = shown;
		this.said = element("p", {
			class: "tdp-share-said",
			role: "status"
		});
		this.list = element("ul", { class: "tdp-published" });
		this.sure = button("Publish this run", "Keep it on this server under a link");
		this.sure.dataset.form = "published";
		this.sure.onclick = () => this.#publish();
		const hint = `This server keeps the run for ${days} days under a link that is not listed anywhere. Whoever has the link sees all of it, its prompt and its system prompt too.`;
		this.root = element("div", { class: "tdp-publish" }, this.sure, element("p", { class: "tdp-share-hint" }, hint), this.said, this.list);
		root.append(this.root);
		this.#draw();
	}
	async #publish() {
		const exhibit = this.shown();
		if (exhibit === null) return this.#say("There is no run to publish yet.");
		if (exhibit.recording?.live) return this.#say("The run still goes on; publish it when it has ended.");
		this.sure.disabled = true;
		this.#say("Working …");
		try {
			const answer = await fetch("publish", {
				method: "POST",
				body: new Blob([await exhibit.file()])
			});
			if (!answer.ok) throw new Error(await sentenceOf(answer));
			const { id, token } = await answer.json();
			remember(NAME, [{
				id,
				token,
				title: exhibit.title
			}, ...receipts()].slice(0, MOST));
			this.#draw();
			this.#say(await copyText(linkOf(id)) ? "Published; the link is copied." : "Published.");
		} catch (error) {
			this.#say(error instanceof Error ? error.message : String(error));
		}
		this.sure.disabled = false;
	}
	async #takeDown({ id, token }) {
		try {
			const answer = await fetch("publish/down", {
				method: "POST",
				body: JSON.stringify({
					id,
					token
				})
			});
			const sentence = answer.ok ? "The run is taken down." : await sentenceOf(answer);
			if (answer.ok || answer.status === 404) {
				remember(NAME, receipts().filter((one) => one.id !== id));
				this.#draw();
			}
			this.#say(sentence);
		} catch {
			this.#say("The server does not answer; try again in a moment.");
		}
	}
	#draw() {
		this.list.replaceChildren(...receipts().map((receipt) => {
			const down = button("Take down", `Take down “${receipt.title}”`);
			down.onclick = () => this.#takeDown(receipt);
			return element("li", {}, element("a", {
				href: linkOf(receipt.id),
				target: "_blank"
			}, plainText(receipt.title)), " ", down);
		}));
	}
	#say(sentence) {
		this.said.textContent = plainText(sentence);
	}
};
const linkOf = (id) => new URL(`p/${id}`, document.baseURI).href;
const receipts = () => recall(NAME, []).filter((one) => /^[0-9a-z]{19}$/.test(one?.id) && typeof one.token === "string" && typeof one.title === "string");
export { Publishing };
