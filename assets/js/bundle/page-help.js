import { WORDS_AND_KEYS, button, dialogIn, element, glossary, switchOf } from "./main.js";
import { AGAIN } from "./opening.js";
// page/help.js
const KEYS = [
	["space", "play or pause"],
	["← →", "step back or forth"],
	["Home End", "the noise; the end"],
	["N", "the next self-correction"],
	["D", "the next difference between runs side by side"],
	["1 2 3", "what went in, what was drawn, best guess"],
	["T", "grid or text; a Sudoku has a board for a grid"],
	["F", "present: the canvas, its timeline and its sentence"],
	["Esc", "leave the cell, or presenting"],
	["?", "this list"]
];
const SWITCHES = [
	{
		name: "size",
		title: "Text",
		options: [
			["0.9", "small"],
			["1", "normal"],
			["1.25", "large"]
		]
	},
	{
		name: "contrast",
		title: "Contrast",
		options: ["normal", "high"]
	},
	{
		name: "words",
		title: "Words",
		options: {
			plain: "plain",
			terms: "the field's terms"
		}
	}
];
function buildHelp(root, looks, { served, held, extras, say }) {
	const keys = element("dl.tdp-keys");
	for (const [key, meaning] of KEYS) keys.append(element("dt", ...key.split(" ").flatMap((part) => [element("kbd", part), " "])), element("dd", meaning));
	const list = element("div");
	const explain = () => list.replaceChildren(glossary(looks.chosen.words === "terms" ? "terms" : "plain"));
	const switches = SWITCHES.flatMap(({ name, title, options }) => {
		const choose = (value) => {
			looks.choose(name, value);
			explain();
		};
		return [`${title} `, switchOf(title, options, choose, looks.chosen[name])];
	});
	const close = button("Close", "Close (Esc)");
	close.className = "tdp-pill";
	const dialog = dialogIn(root, ".tdp-help-dialog", WORDS_AND_KEYS, close, element("div.tdp-panel-head", element("h2", "Words"), close), list, element("h2", "Keys"), keys, element("h2", "Looks"), element("p.tdp-looks", ...switches));
	const more = served ? element("a", {
		href: "gradio_api/openapi.json",
		target: "_blank"
	}, "Use it from code: what the server offers") : element("a", { href: "runs.html" }, "The recorded runs and the lessons, each as a page of its own");
	const opening = button(AGAIN, AGAIN);
	opening.className = "tdp-link-like";
	opening.onclick = () => {
		dialog.close();
		extras.opening().then((shown) => shown.replay(), say);
	};
	if (held === null) dialog.append(element("p", opening), element("p", more));
	explain();
	return dialog;
}
export { buildHelp };
