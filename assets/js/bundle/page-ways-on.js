import { button, element } from "./main.js";
// page/ways-on.js
var WaysOn = class {
	constructor(prompt, place, generate, others) {
		this.prompt = prompt;
		this.place = place;
		this.generate = generate;
		this.others = others;
		this.words = [];
		this.lines = element("div.tdp-underlines", {
			"aria-hidden": "true",
			dir: "auto"
		});
		prompt.after(this.lines);
		prompt.addEventListener("input", () => this.#underline());
		prompt.addEventListener("scroll", () => this.lines.scrollTop = prompt.scrollTop);
	}
	show(about) {
		const near = about?.unknown.filter(({ nearest }) => nearest.length > 0) ?? [];
		this.words = near.map(({ word }) => word);
		this.#underline();
		const offers = about?.offers ?? [];
		const others = about ? this.others() : [];
		this.place.hidden = near.length + offers.length + others.length === 0;
		this.place.replaceChildren(...near.map(({ word, nearest }) => element("span.tdp-near", element("span.tdp-new-word", { dir: "auto" }, word), " ", ...nearest.map((known) => this.#pill(known, `Write ${known} instead of ${word}`, () => this.#swap(word, known))))), ...offers.map((offer) => {
			const pill = this.#pill(offer, `Take this prompt: ${offer}`, () => this.#take(offer));
			pill.classList.add("tdp-offer");
			return pill;
		}), ...others.map(({ name, ask }) => {
			const press = () => {
				ask();
				this.generate.focus();
			};
			return this.#pill(`ask ${name}`, `Ask ${name} instead, which is loaded too`, press);
		}));
	}
	#pill(face, name, press) {
		const pill = button(face, name);
		pill.classList.add("tdp-card-button");
		pill.setAttribute("aria-label", name);
		pill.onclick = press;
		return pill;
	}
	#take(prompt) {
		this.#write(prompt);
		this.generate.focus();
	}
	#swap(word, known) {
		const article = /^(?!uni)[aeiou]/i.test(known) ? "an" : "a";
		const text = this.#parts().map((part) => part === word ? known : part);
		this.#write(text.map((part, at) => text[at + 1] === known ? part.replace(/\b(a)n? $/i, (_, a) => a + article.slice(1) + " ") : part).join(""));
		this.prompt.focus();
	}
	#write(text) {
		this.prompt.value = text;
		this.prompt.dispatchEvent(new Event("input"));
	}
	#parts() {
		if (this.words.length === 0) return [this.prompt.value];
		return this.prompt.value.split(new RegExp(`(?<!\\p{L})(${this.words.join("|")})(?!\\p{L})`, "u"));
	}
	#underline() {
		const parts = this.prompt.value.includes("\n") ? [] : this.#parts();
		this.lines.replaceChildren(...parts.map((part, at) => at % 2 === 1 ? element("u", part) : part));
		this.lines.scrollTop = this.prompt.scrollTop;
	}
};
export { WaysOn };
