import { button, element, messageOf, sizeWords } from "./main.js";
import { treeOf } from "./branching.js";
// page/run-entry.js
const WHEN = new Intl.DateTimeFormat("en-GB", {
	day: "numeric",
	month: "short",
	hour: "2-digit",
	minute: "2-digit"
});
function entryOf(item, depth, shown, actions) {
	const { about, face, title } = item;
	const facts = factsOf(item);
	const verdict = about?.verdict ?? item.recording?.verdict;
	const judged = verdict ? [verdict.sentence] : [];
	const sign = verdict ? element("span.tdp-run-verdict", { title: verdict.sentence }, verdict.right ? " ✓" : " ✗") : "";
	const main = element("button.tdp-run-main", {
		title,
		"aria-label": `Show ${[
			title,
			...facts,
			...judged
		].join(", ")}`,
		...shown && { "aria-current": "true" }
	}, element("span.tdp-run-face", { dir: "auto" }, face, sign), element("span.tdp-run-facts", { dir: "auto" }, [...facts, item.prompt].filter(Boolean).join(" · ")));
	main.onclick = actions.choose;
	const more = element("button.tdp-run-more", {
		"aria-expanded": "false",
		"aria-label": `More about ${title}`
	}, "⋯");
	const entry = element("li.tdp-run-entry", { ...depth > 0 && { "data-depth": String(Math.min(depth, 4)) } }, main);
	const row = element("div.tdp-run-actions", {
		role: "group",
		"aria-label": title,
		hidden: ""
	});
	const add = (name, act) => {
		const made = element("button", { "aria-label": `${name}: ${title}` }, name);
		made.onclick = act;
		row.append(made);
	};
	add("Compare", actions.compare);
	add("Use these settings", actions.use);
	if (about) add("Rename", () => rename(main, about.given || face, actions.rename));
	if (item.whole) add("Save", actions.save);
	if (about && item.whole) add("Delete", actions.remove);
	if (about) {
		const star = element("button.tdp-run-star", {
			"aria-pressed": String(about.star),
			"aria-label": `Star: ${title}`
		}, about.star ? "★" : "☆");
		star.onclick = () => actions.star(!about.star);
		entry.append(star);
	}
	more.onclick = () => {
		row.hidden = !row.hidden;
		more.setAttribute("aria-expanded", String(!row.hidden));
	};
	entry.append(more, row);
	return entry;
}
function factsOf({ about, recording, seed, face }) {
	const left = about?.header.spec?.branch;
	const passes = about?.passes ?? (recording?.live ? null : recording?.frames.length);
	const facts = [
		passes ? `${passes} pass${passes === 1 ? "" : "es"}` : "",
		about?.header.source ? `from ${about.header.source}` : `seed ${about?.header.seed ?? seed}`,
		left ? `branch after step ${left.step}${left.block > 1 ? ` of part ${left.block}` : ""}` : "",
		about?.stopped && !about.header.source ? "stopped" : "",
		about ? WHEN.format(about.time) : ""
	];
	const words = face.split(", ");
	return facts.filter((fact) => fact !== "" && fact !== "seed undefined" && !words.includes(fact));
}
function rename(main, name, done) {
	const field = element("input.tdp-run-field", {
		type: "text",
		maxlength: String(120),
		"aria-label": `New name of ${name}`,
		placeholder: "Empty: named by what differs"
	});
	field.value = name;
	let left = false;
	const leave = (renames) => {
		if (left) return;
		left = true;
		field.replaceWith(main);
		main.focus();
		if (renames && field.value.trim() !== name) done(field.value.trim());
	};
	field.onkeydown = (event) => {
		if (event.isComposing || event.key !== "Enter" && event.key !== "Escape") return;
		event.preventDefault();
		event.stopPropagation();
		leave(event.key === "Enter");
	};
	field.onblur = () => leave(true);
	main.replaceWith(field);
	field.select();
	field.focus();
}
// page/run-menu.js
const UNDO_MS = 1e4;
var RunMenu = class {
	constructor(root, runList, library, { open, use, compare }) {
		this.root = root;
		this.runList = runList;
		this.library = library;
		this.use = use;
		this.compare = compare;
		this.alert = element("p.tdp-library-alert", { role: "alert" });
		this.undo = element("p.tdp-library-undo", { role: "status" });
		this.recorded = element("ul");
		this.yours = element("ul");
		this.size = element("p.tdp-library-size");
		this.note = element("p.tdp-library-note", { role: "status" });
		this.all = button("Forget everything", "Delete all of your runs and choices from this browser");
		this.keep = button("Keep my runs here", "Keep your runs in this browser, also for the next visit");
		this.keep.onclick = () => library.want();
		const file = button("Open trace", "Open a .trace file from this computer; it can also be dropped on the page");
		file.onclick = open;
		this.all.onclick = () => this.#remove("All of your runs are", () => library.forgetAll());
		root.replaceChildren(element("div.tdp-library-lists", element("h2", "Recorded"), this.recorded, element("h2", "Yours"), this.yours), element("div.tdp-library-foot", this.alert, this.undo, this.note, element("div.tdp-library-row", this.size, this.keep, this.all, file)));
		this.entries = new Map();
		this.timer = 0;
		root.addEventListener("keydown", (event) => this.#move(event));
		root.addEventListener("focusin", (event) => this.#rove(event));
		runList.addEventListener("change", () => {
			if (root.matches(":popover-open")) this.#draw();
		});
	}
	open() {
		this.#draw();
		const { shown } = this.runList;
		(shown && this.entries.get(shown) || this.root.querySelector(".tdp-run-entry"))?.querySelector("button")?.focus();
	}
	say(error) {
		this.alert.textContent = messageOf(error);
	}
	#draw() {
		const focus = this.#focus();
		const { items, yours } = this.runList;
		const first = (a, b) => Number(b.about?.star) - Number(a.about?.star) || (b.about?.time ?? 0) - (a.about?.time ?? 0);
		const recorded = items.filter(({ about }) => about === null).map((item) => [item, 0]);
		const tree = treeOf(yours.sort(first), ({ about }) => about?.id ?? "", ({ about }) => about?.parent ?? "");
		this.entries = new Map([...recorded, ...tree].map(([item, depth]) => [item, this.#entry(item, depth)]));
		const made = (recorded) => [...this.entries].filter(([{ about }]) => about === null === recorded).map(([, entry]) => entry);
		this.recorded.replaceChildren(...made(true));
		this.yours.replaceChildren(...made(false));
		const stored = yours.flatMap(({ about, kept }) => about && kept ? [about] : []);
		if (yours.length === 0) this.yours.append(element("li.tdp-library-none", "Runs that you make or open stand here."));
		this.size.textContent = this.library.store ? sizeWords(stored) : "";
		this.note.textContent = this.library.sentence;
		this.keep.hidden = this.library.wanted;
		this.all.hidden = !yours.some(({ whole }) => whole);
		this.#only(this.entries.get(this.runList.shown ?? items[0]) ?? null);
		focus?.();
	}
	#entry(item, depth) {
		return entryOf(item, depth, item === this.runList.shown, {
			choose: async (event) => {
				this.say("");
				if (!await this.runList.choose(item, void 0, (error) => this.say(error))) return;
				this.root.hidePopover();
				if (event.detail > 0 && document.activeElement instanceof HTMLElement) document.activeElement.blur();
			},
			compare: async () => {
				await this.compare(item);
				this.root.hidePopover();
			},
			use: async () => {
				await this.use(item).then(() => this.root.hidePopover(), (error) => this.say(error));
			},
			save: () => this.runList.save(item, (error) => this.say(error)),
			star: (star) => this.library.change(item, { star }),
			rename: (given) => this.library.change(item, { given }),
			remove: () => {
				const others = [...this.entries.keys()];
				const next = others[others.indexOf(item) + 1] ?? others.at(-2);
				this.#remove(`“${item.face}” is`, () => this.library.remove([item]), next);
			}
		});
	}
	async #remove(name, remove, next = this.runList.items[0]) {
		const undo = await remove();
		const { runList } = this;
		const goesOn = next && runList.items.includes(next) ? next : runList.items[0];
		if (goesOn && runList.shown && !runList.items.includes(runList.shown)) await runList.choose(goesOn, void 0, (error) => this.say(error));
		const back = button("Undo", "Bring back what was deleted");
		const end = () => this.undo.replaceChildren();
		back.onclick = () => {
			end();
			undo();
		};
		this.undo.replaceChildren(`${name} deleted. `, back);
		clearTimeout(this.timer);
		this.timer = window.setTimeout(end, UNDO_MS);
		if (next) this.entries.get(next)?.querySelector("button")?.focus();
	}
	#focus() {
		const focused = document.activeElement;
		const [item, entry] = [...this.entries].find(([, one]) => one.contains(focused)) ?? [];
		if (!item || !entry || !focused) return null;
		const [kind] = focused.classList;
		const open = entry.querySelector(".tdp-run-actions:not([hidden])") !== null;
		return () => {
			const again = this.entries.get(item);
			if (open) (again?.querySelector(".tdp-run-more"))?.click();
			const target = kind && again?.querySelector(`.${kind}`) || again?.querySelector("button");
			if (target instanceof HTMLElement) target.focus();
		};
	}
	#move(event) {
		const target = event.target;
		const entry = target.closest(".tdp-run-entry");
		if (!entry || target.localName === "input") return;
		const entries = [...this.entries.values()];
		const at = entries.indexOf(entry);
		const inside = [...entry.querySelectorAll("button")].filter((one) => one.checkVisibility());
		const within = inside.indexOf(target);
		const first = (one) => one?.querySelector("button");
		const moves = {
			ArrowDown: () => first(entries[at + 1]),
			ArrowUp: () => first(entries[at - 1]),
			Home: () => first(entries[0]),
			End: () => first(entries.at(-1)),
			ArrowRight: () => inside[within + 1],
			ArrowLeft: () => inside[within - 1]
		};
		if (!(event.key in moves)) return;
		event.preventDefault();
		moves[event.key]()?.focus();
	}
	#rove({ target }) {
		const entry = target instanceof Element && target.closest(".tdp-run-entry");
		if (entry) this.#only(entry);
	}
	#only(entry) {
		for (const row of this.entries.values()) for (const made of row.querySelectorAll("button")) made.tabIndex = row === entry ? 0 : -1;
	}
};
export { RunMenu };
