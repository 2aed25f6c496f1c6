import { UnknownError, addStyle, button, copyText, element, messageOf, plainText, post, recall, remember, request } from "./main.js";
// share/publish.js
const NAME = "published runs";
const MOST = 100;
var Publishing = class {
	constructor(root, shown, days) {
		addStyle("hall");
		this.shown = shown;
		this.status = element("p.tdp-share-said", { role: "status" });
		this.list = element("ul.tdp-published");
		this.sure = button("Publish this run", "Keep it on this server under a link");
		this.sure.dataset.form = "published";
		this.sure.onclick = () => this.#publish();
		const hint = `This server keeps the run for ${days} days under a link that is not listed anywhere. Whoever has the link sees all of it, its prompt and its system prompt too.`;
		this.root = element("div.tdp-publish", this.sure, element("p.tdp-share-hint", hint), this.status, this.list);
		root.append(this.root);
		this.#draw();
	}
	async #publish() {
		const item = this.shown();
		if (item === null) return this.#say("There is no run to publish yet.");
		if (item.recording?.live) return this.#say("The run still goes on; publish it when it has ended.");
		this.sure.disabled = true;
		this.#say("Working …");
		try {
			const { id, token } = await (await request("publish", {
				method: "POST",
				body: new Blob([await item.file()])
			})).json();
			remember(NAME, [{
				id,
				token,
				title: item.title
			}, ...receipts()].slice(0, MOST));
			this.#draw();
			this.#say(await copyText(linkOf(id)) ? "Published; the link is copied." : "Published.");
		} catch (error) {
			this.#say(messageOf(error));
		}
		this.sure.disabled = false;
	}
	async #takeDown({ id, token }) {
		let sentence = "The run is taken down.";
		try {
			await post("publish/down", {
				id,
				token
			});
		} catch (error) {
			sentence = messageOf(error);
			if (!(error instanceof UnknownError)) return this.#say(sentence);
		}
		remember(NAME, receipts().filter((one) => one.id !== id));
		this.#draw();
		this.#say(sentence);
	}
	#draw() {
		this.list.replaceChildren(...receipts().map((receipt) => {
			const down = button("Take down", `Take down “${receipt.title}”`);
			down.onclick = () => this.#takeDown(receipt);
			return element("li", element("a", {
				href: linkOf(receipt.id),
				target: "_blank"
			}, plainText(receipt.title)), " ", down);
		}));
	}
	#say(sentence) {
		this.status.textContent = plainText(sentence);
	}
};
const linkOf = (id) => new URL(`p/${id}`, document.baseURI).href;
const receipts = () => recall(NAME, []).filter((entry) => /^[0-9a-z]{19}$/.test(entry?.id) && typeof entry.token === "string" && typeof entry.title === "string");
export { Publishing };
