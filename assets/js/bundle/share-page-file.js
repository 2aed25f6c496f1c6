import { promptName } from "./main.js";
// share/base64.js
async function base64Of(blob) {
	const reader = new FileReader();
	const read = new Promise((give) => reader.onload = give);
	reader.readAsDataURL(blob);
	await read;
	return String(reader.result).split(",")[1] ?? "";
}
// share/page-file.js
const TITLE = "<title>A run of text diffusion</title>";
const RUNS = "id=\"tdp-runs\">{}<";
async function pageFile(template, runs, prompt, moment) {
	const payload = {
		runs: await Promise.all(runs.map(async ({ name, file }) => ({
			name,
			trace: await base64Of(new Blob([file]))
		}))),
		moment
	};
	return filled(template, promptName(prompt) || runs[0].name, payload);
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
function filled(template, title, payload) {
	const data = JSON.stringify(payload).replaceAll("<", "\\u003c");
	const safe = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
	const text = template.replace(TITLE, () => `<title>${safe}</title>`).replace(RUNS, () => `id="tdp-runs">${data}<`);
	return new Blob([text], { type: "text/html" });
}
export { lessonFile, pageFile };
