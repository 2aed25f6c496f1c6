/**
 * Makes the page of one file, of runs that are shown or of a lesson, from the template that the server has;
 * `playground/export/page.py` and `lesson.py` fill the same ones.
 */

import { promptName } from "../words/titles.js";
import { base64Of } from "./base64.js";

/** @typedef {{ name: string, file: Uint8Array<ArrayBuffer> }} NamedFile the bytes of a trace's file */
/** @typedef {{ name: string, lesson: import("../learn/lesson.js").Lesson, part: number, runs: { name: string, title: string, file: () => Promise<Uint8Array<ArrayBuffer>> }[] }} LessonPage a lesson by the name of its file, and the part that is read */

const TITLE = "<title>A run of text diffusion</title>";
const RUNS = 'id="tdp-runs">{}<';
const [MODEL_BEGINS, MODEL_ENDS] = ['id="tdp-model">', "<"];
const MODEL = `${MODEL_BEGINS}{}${MODEL_ENDS}`;

/**
 * @param {string} template
 * @param {NamedFile[]} runs
 * @param {string} prompt of the first
 * @param {number} moment where it starts
 * @param {BlobPart[]} [model] as `packedModel` makes it, for the template that has a place for it
 * @returns {Promise<Blob>}
 */
export async function pageFile(template, runs, prompt, moment, model = []) {
  const payload = {
    runs: await Promise.all(runs.map(async ({ name, file }) => ({ name, trace: await base64Of(new Blob([file])) }))),
    moment,
  };
  return filled(template, promptName(prompt) || runs[0].name, payload, model);
}

/** @param {string} template @param {LessonPage} taken @returns {Promise<Blob>} */
export async function lessonFile(template, { name, lesson, part, runs }) {
  const held = runs.map(async ({ name, title, file }) => ({
    name,
    title,
    trace: await base64Of(new Blob([await file()])),
  }));
  return filled(template, lesson.title, { lessons: [{ name, lesson }], part, runs: await Promise.all(held) });
}

/** @param {string} template @param {string} title @param {object} payload what the page's script reads @param {BlobPart[]} [model] */
function filled(template, title, payload, model = []) {
  const data = JSON.stringify(payload).replaceAll("<", "\\u003c"); // nothing in a name ends the element
  const safe = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  // Functions, because a text to put in could hold `$&`.
  const text = template.replace(TITLE, () => `<title>${safe}</title>`).replace(RUNS, () => `id="tdp-runs">${data}<`);
  const [before, after = ""] = text.split(MODEL);
  const parts = model.length === 0 ? [text] : [before, MODEL_BEGINS, ...model, MODEL_ENDS, after];
  return new Blob(parts, { type: "text/html" });
}
