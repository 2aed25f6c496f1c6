import { promptName } from "./main.js";
import { base64Of } from "./base64.js";
// share/page-file.js
const TITLE = "<title>A run of text diffusion</title>";
const RUNS = "id=\"tdp-runs\">{}<";
const [MODEL_BEGINS, MODEL_ENDS] = ["id=\"tdp-model\">", "<"];
const MODEL = `${MODEL_BEGINS}{}${MODEL_ENDS}`;
async function pageFile(template, runs, prompt, moment, model = []) {
	const payload = {
		runs: await Promise.all(runs.map(async ({ name, file }) => ({
			name,
			trace: await base64Of(new Blob([file]))
		}))),
		moment
	};
	return filled(template, promptName(prompt) || runs[0].name, payload, model);
}
async function lessonFile(template, { name, lesson, part, runs }) {
	const held = runs.map(async ({ name, title, file }) => ({
		name,
		title,
		trace: await base64Of(new Blob([await file()]))
	}));
	return filled(template, lesson.title, {
		lessons: [{
			name,
			lesson
		}],
		part,
		runs: await Promise.all(held)
	});
}
function filled(template, title, payload, model = []) {
	const data = JSON.stringify(payload).replaceAll("<", "\\u003c");
	const safe = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
	const text = template.replace(TITLE, () => `<title>${safe}</title>`).replace(RUNS, () => `id="tdp-runs">${data}<`);
	const [before, after = ""] = text.split(MODEL);
	const parts = model.length === 0 ? [text] : [
		before,
		MODEL_BEGINS,
		...model,
		MODEL_ENDS,
		after
	];
	return new Blob(parts, { type: "text/html" });
}
export { lessonFile, pageFile };
