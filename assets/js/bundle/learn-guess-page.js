import { button, element, fileName, plainText, saveBlob, setText } from "./main.js";
import { csvOf } from "./csv.js";
import { barsOf, comparison, gameWords, numberOf, summary } from "./learn-learn.js";
// learn/guess-page.js
function guessPage(list, { guesses, games }, { open, back: [face, go], forget }) {
	const head = element("h2", { tabindex: "-1" }, "What you guessed");
	const back = element("button.tdp-to-path", face);
	back.onclick = go;
	const entryOf = (guess) => {
		const again = button("Look again", `Open this question: ${guess.ask}`);
		again.classList.add("tdp-link-like");
		again.onclick = () => open(numberOf({ name: guess.lesson }), guess.part);
		const answer = element("p.tdp-guess-answer", barsOf([guess.share]), plainText(comparison(guess)));
		return element("li", element("p.tdp-question", plainText(guess.ask)), answer, again);
	};
	const lessons = list.flatMap((entry) => {
		const here = guesses.filter(({ lesson }) => lesson === entry.name).sort((a, b) => a.part - b.part);
		if (here.length === 0) return [];
		return element("section", element("h3", entry.title), element("ol", ...here.map((guess) => entryOf(guess))));
	});
	return [
		back,
		head,
		element("p", summary(guesses)),
		...lessons,
		...games.map((game) => element("p", gameWords(game))),
		...guesses.length + games.length > 0 ? [keeping(list, guesses, games, forget)] : []
	];
}
function keeping(list, guesses, games, forget) {
	const name = element("input", {
		type: "text",
		maxlength: "80",
		autocomplete: "name"
	});
	const save = element("button.tdp-choice", { type: "submit" }, "Save as a file");
	const form = element("form.tdp-choices", element("label", "Your name, for the file ", name), save);
	form.onsubmit = (event) => {
		event.preventDefault();
		const reader = name.value.trim();
		const table = csvOf(guessColumns(reader, list, guesses, games));
		const file = [
			"guesses",
			reader,
			new Date().toISOString().slice(0, 10)
		].filter(Boolean).join(" ");
		saveBlob(new Blob([table], { type: "text/csv" }), `${fileName(file)}.csv`);
	};
	const print = element("button.tdp-choice", "Print");
	print.onclick = () => window.print();
	const away = element("button.tdp-choice", "Forget all this");
	const status = element("span", { role: "status" });
	away.onclick = () => {
		if (away.dataset.sure) return forget();
		away.dataset.sure = "true";
		setText(away, "Yes, forget it");
		setText(status, "Your guesses and games, and how far you have read, will be gone from this browser.");
	};
	return element("section.tdp-keeping", { "aria-label": "Keep or hand in" }, element("p", "This stays in your browser. To keep it or to hand it in, save it: a table that any spreadsheet opens."), form, element("div.tdp-choices", print, away, status));
}
function guessColumns(name, list, guesses, games) {
	const titles = new Map(list.map(({ name, title }) => [name, title]));
	const rows = [...guesses.map(({ when, lesson, version, part, ask, guess, answer, unit, at, common, share, near }) => ({
		when,
		lesson,
		title: titles.get(lesson),
		version,
		part,
		question: ask,
		guess,
		answer,
		unit,
		at,
		gap: typeof guess === "number" && typeof answer === "number" ? guess - answer : void 0,
		common,
		share,
		near
	})), ...games.flatMap(({ when, game, rule, shares }) => shares.map((share, canvas) => ({
		when,
		lesson: "game",
		title: rule,
		version: game,
		part: canvas + 1,
		share
	})))].map((row) => ({
		name,
		...row
	}));
	return COLUMNS.map(([column, kind]) => ({
		name: column,
		kind,
		values: rows.map((row) => row[column])
	}));
}
const COLUMNS = [
	["name", "text"],
	["when", "text"],
	["lesson", "text"],
	["title", "text"],
	["version", "text"],
	["part", "int"],
	["question", "text"],
	["guess", "text"],
	["answer", "text"],
	["unit", "text"],
	["at", "text"],
	["gap", "float"],
	["common", "int"],
	["share", "float"],
	["near", "bool"]
];
export { guessColumns, guessPage };
