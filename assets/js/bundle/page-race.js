import { AS_CODE, LETTERS, LITTLE, NO_LANE_LEFT, WAYS, addStyle, button, digits, element, frame, isRace, once, percent, promptOf, puzzleOf, scoreOf, setText, wayOf } from "./main.js";
import { joined } from "./intervals.js";
// words/race.js
function figuresOf({ tasks: [first] }, puzzle) {
	if (!first || first.like !== "") return [];
	return (puzzle ? first.task === `Sudoku ${puzzle.size}x${puzzle.size}, ${puzzle.clues.filter(Boolean).length} clues` : !first.task.startsWith("Sudoku")) ? first.rows : [];
}
const RACERS = Object.keys(WAYS);
function raceSentence(lanes, rows, studies = []) {
	const [{ header: first }] = lanes;
	if (lanes.some(({ header }) => header.model !== first.model || header.revision !== first.revision)) return "These lanes were written by different weights, so this is no race. Press Generate, then race again.";
	const studied = studiedSentence(lanes, studies);
	if (studied !== "") return `${LITTLE} ${studied}`;
	const many = lanes.flatMap(({ header }, at) => {
		const row = rows.find(({ way }) => way === wayOf(header).name);
		return row ? [`${LETTERS[at]} ${row.right} of ${row.cases}`] : [];
	});
	return many.length === 0 ? LITTLE : `${LITTLE} Over many such prompts this many were right: ${many.join(", ")}.`;
}
function studiedSentence([first, ...others], studies) {
	const lanes = [first, ...others];
	const study = studies.findLast(({ request: { run, vary } }) => vary === "way" && run.prompt === first.header.prompt && run.system === (first.header.system ?? ""));
	const counts = lanes.map(({ header }) => {
		const change = study?.request.values.indexOf(wayOf(header).name);
		const judged = [...study?.results.values() ?? []].filter((each) => each.change === change && each.verdict !== null);
		return {
			right: judged.filter(({ verdict }) => verdict?.right).length,
			all: judged.length
		};
	});
	if (counts.some(({ all }) => all === 0)) return "";
	return `Of many seeds made here this many were right: ${counts.map(({ right, all }, at) => `${LETTERS[at]} ${right} of ${all}`).join(", ")}.`;
}
function leadSentence(rows) {
	const [first, second] = rows.filter(({ way }) => !wayOf({ way }).causal).sort((a, b) => b.right / b.cases - a.right / a.cases);
	if (!second || first.right * second.cases === second.right * first.cases) return "";
	const interval = joined([second.right, second.cases], [first.right, first.cases]);
	const gap = 100 * (first.right / first.cases - second.right / second.cases);
	const [low, high] = interval.map((end) => String(Math.round(100 * end)).replace("-", "−"));
	const chance = interval[0] <= 0 ? " So it may be chance." : "";
	return `Here ${WAYS[first.way].label} got more right than ${WAYS[second.way].label}: ${Math.round(gap)} points, 95% interval ${low} to ${high}.${chance}`;
}
function mixSentence({ shares, settings }) {
	const parts = RACERS.filter((way) => way in shares).map((way) => `${percent(shares[way])} ${WAYS[way].label}`);
	return `${parts.length > 1 ? `The weights saw unequal amounts of each in training: ${parts.join(", ")}. ` : ""}Uniform diffusion draws its tokens (${settings}). The other two take the most probable token each time.`;
}
// page/race-score.js
var RaceScore = class {
	constructor() {
		this.root = element("ol.tdp-race-score", {
			"aria-label": "The score",
			hidden: ""
		});
		this.lanes = [];
		this.cells = [];
	}
	show(lanes) {
		this.lanes = lanes;
		this.root.hidden = lanes.length === 0;
		this.cells = lanes.map(() => ({
			passes: element("strong"),
			noun: element("span"),
			outcome: element("span")
		}));
		this.root.replaceChildren(...this.cells.map(({ passes, noun, outcome }, at) => element("li", element("span.tdp-race-way", element("b", { "data-lane": LETTERS[at] }, LETTERS[at]), ` ${wayOf(lanes[at].header).label}`), element("span", passes, " ", noun), outcome)));
	}
	paint(places) {
		this.cells.forEach(({ passes, noun, outcome }, at) => {
			const score = scoreOf(this.lanes[at], places[at]);
			setText(passes, String(score.passes));
			setText(noun, score.passes === 1 ? "pass" : "passes");
			setText(outcome, score.outcome);
			outcome.dataset.verdict = score.verdict;
		});
	}
};
// page/race.js
const EXAMPLE = "9 30";
const recordedIn = (way) => ({
	kind: "recorded",
	name: `race-${way}`
});
var Race = class {
	constructor(place, page) {
		addStyle("compare");
		this.page = page;
		this.waits = false;
		this.source = null;
		this.prompt = null;
		this.root = element("section.tdp-race");
		const body = frame(this.root, "Race");
		const recorded = button("▶ watch the 9×9 race, as recorded", "A 9×9 Sudoku with 30 clues, which one of the three ways solves, as it was recorded");
		recorded.classList.add("tdp-race-first");
		recorded.hidden = !this.#recordedRun(RACERS[0]);
		const race = button("race this prompt", "Write this prompt with the same seed and weights as uniform diffusion, as masked diffusion, and token after token");
		const example = button("race a new 9×9 with 30 clues", "Draw a Sudoku that none of the three ways always gets right, and race on it");
		for (const [offer, kind, run] of [
			[
				recorded,
				"recorded",
				() => this.#recorded()
			],
			[
				race,
				"race",
				() => this.#race()
			],
			[
				example,
				"example",
				() => this.#example()
			]
		]) {
			offer.classList.add("tdp-pill");
			offer.dataset.race = kind;
			offer.onclick = () => run().catch(page.say);
		}
		this.score = new RaceScore();
		this.ran = element("p.tdp-race-run", { role: "status" });
		this.figures = element("div");
		this.rows = [];
		body.append(element("p.tdp-hint", "One prompt, one seed, one set of weights, written in three ways."), element("div.tdp-lane-offers", recorded, race, example), this.score.root, this.ran, this.figures);
		this.code = button(AS_CODE, "The settings of a lane as Python code, as a command line, for transformers and for diffusers");
		this.code.classList.add("tdp-pill");
		this.code.onclick = page.code;
		place.replaceChildren(this.root);
		page.player.view.comparing.append(this.code);
		page.player.addEventListener("looks", () => this.update());
		page.player.addEventListener("paint", () => this.score.paint(page.player.sideBySide.places));
		this.update();
		if (page.served) this.#offerRival(race.parentElement ?? body);
	}
	async #offerRival(offers) {
		const { engine, lanes } = this.page;
		const answer = await engine.call("rival").catch(() => void 0);
		this.source = answer?.source ?? "";
		if (this.source !== "") {
			const offer = button(`race against ${this.source}`, "Send this prompt to the other server, and show its text as it arrives");
			offer.classList.add("tdp-pill");
			offer.dataset.race = "rival";
			offer.onclick = () => this.#raceRival().catch(this.page.say);
			offers.append(offer);
		}
		this.#answersToo(lanes.rival);
	}
	#lane = once(async () => {
		const { RivalLane } = await import("./page-rival.js");
		const { player, engine, lanes, say } = this.page;
		const lane = new RivalLane(player, engine, {
			named: (source) => lanes.rival = source,
			again: () => this.#raceRival().catch(say)
		});
		player.addEventListener("looks", () => lane.beside(player.recording?.header.prompt));
		return lane;
	});
	async #raceRival() {
		const { base, player } = this.page;
		const run = base();
		if (run === null) throw new Error("This run holds a picture or a long prompt, which the rival is not sent; write a shorter prompt to race on.");
		if (player.sideBySide.guest === null && player.lanes.length === 4) throw new Error(NO_LANE_LEFT);
		await (await this.#lane()).race({
			prompt: run.prompt,
			system: run.system,
			most: Number(run.settings.max_new_tokens)
		});
	}
	async #answersToo(named) {
		const { player, lanes } = this.page;
		const shown = player.sideBySide.guest?.title ?? "";
		if (named === shown) return;
		const lane = await this.#lane();
		if (lanes.rival !== named || (player.sideBySide.guest?.title ?? "") !== shown) return;
		if (named === "") lane.close();
		else lane.offer(named, this.source ?? "");
	}
	update() {
		const { player, lanes } = this.page;
		const shown = player.lanes;
		const race = isRace(shown);
		this.score.show(race ? shown : []);
		this.score.paint(player.sideBySide.places);
		const proof = () => raceSentence(shown, this.rows, this.page.studied());
		setText(this.ran, race ? proof() : "");
		this.ran.hidden = !race;
		player.captions.proof = proof;
		if (this.source !== null) this.#answersToo(lanes.rival).catch(this.page.say);
		this.code.hidden = shown.length < 2;
		const prompt = race ? shown[0].header.prompt : null;
		if (prompt !== this.prompt) this.#tell(prompt);
		if (!this.waits || !race || lanes.waiting.length > 0 || shown.length < RACERS.length || shown.some(({ live }) => live)) return;
		this.waits = false;
		player.seek(0);
		const { lanes: runs } = player.view;
		if (runs.getBoundingClientRect().top < 0) runs.scrollIntoView({ block: "start" });
		if (!matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
	}
	#recordedRun(way) {
		const { name } = recordedIn(way);
		return this.page.runList.find((run) => run.kind === "recorded" && run.name === name);
	}
	async #recorded() {
		const { runList, lanes, player } = this.page;
		const [first, ...others] = RACERS;
		const item = this.#recordedRun(first);
		if (!item || !await runList.choose(item)) return;
		player.views.sheet.close();
		this.waits = true;
		await lanes.open(others.map(recordedIn));
	}
	async #race() {
		const { base, form, lanes, player, say } = this.page;
		await this.#defaults();
		const wanted = form();
		if (wanted.prompt.trim() !== "" && wanted.prompt !== player.recording?.header.prompt) return this.#raceAnew(wanted);
		const run = base();
		if (run === null) return say("This run holds a picture or a long prompt that cannot be asked for again; write a shorter prompt to race on.");
		if (run.branch) return say("A branch keeps the way of writing of its run, so that three ways cannot race from it; race on a run of its own.");
		const others = await this.#others(run);
		this.waits = true;
		await lanes.open(others, true);
		lanes.next();
	}
	async #example() {
		const { own: ownRun, engine, say } = this.page;
		const defaults = await this.#defaults();
		const { puzzle, refused } = await engine.call("puzzle", EXAMPLE);
		const drawn = puzzle && puzzleOf(puzzle);
		if (!drawn) return say(refused);
		await this.#raceAnew({
			...ownRun(defaults),
			prompt: promptOf(drawn)
		});
	}
	async #raceAnew(run) {
		const { begin, lanes, player } = this.page;
		const uniform = await this.#in(RACERS[0], run);
		const others = await this.#others(uniform);
		lanes.taken();
		player.sideBySide.compare([]);
		if (!begin(uniform)) return;
		lanes.later(others, true);
		this.waits = true;
	}
	async #defaults() {
		const { status } = this.page.model;
		if (!status?.defaults) throw new Error(status?.sentence ?? "The server does not answer.");
		return status.defaults;
	}
	#others(run) {
		return Promise.all(RACERS.filter((way) => way !== run.settings.way).map((way) => this.#in(way, run)));
	}
	async #in(way, run) {
		const defaults = await this.page.engine.call("way_defaults", way);
		return {
			...run,
			settings: {
				...run.settings,
				...defaults,
				way
			}
		};
	}
	async #tell(prompt) {
		this.prompt = prompt;
		this.rows = [];
		if (prompt === null) return this.figures.replaceChildren();
		const card = await this.page.engine.call("card", prompt).catch(() => void 0);
		if (this.prompt !== prompt) return;
		if (card === void 0) this.prompt = null;
		else if (!("tasks" in card)) this.figures.replaceChildren(element("p.tdp-hint", "No figures over many cases are known of this model; race with several seeds before you believe one."));
		else {
			const known = card;
			this.rows = figuresOf(known, puzzleOf(prompt));
			const more = element("details.tdp-more", element("summary", "Over many cases, with intervals"));
			more.append(...known.tasks.map(table), element("p.tdp-hint", mixSentence(known)));
			this.figures.replaceChildren(more);
			this.update();
			this.page.player.refresh();
		}
	}
};
function table({ task, like, rows }) {
	const line = ({ way, right, cases, least, most, passes }) => element("tr", element("th", { scope: "row" }, WAYS[way]?.label ?? way), element("td", `${right} of ${cases}`), element("td", `${percent(least)}–${percent(most)}`), element("td", digits(passes, 3)));
	const head = [
		"",
		"right",
		"95% interval",
		"passes"
	].map((name) => element("th", { scope: "col" }, name));
	const cases = rows.length > 0 ? `over ${rows[0].cases} others` : "";
	return element("div", element("table.tdp-race-table", element("caption", `${task}, ${cases}`), element("thead", element("tr", ...head)), element("tbody", ...rows.map(line))), element("p.tdp-hint", [like, leadSentence(rows)].filter(Boolean).join(" ")));
}
export { Race };
