/**
 * Makes the page of one file, of runs that are shown or of a lesson, from the template that the server has;
 * `playground/export/page.py` and `lesson.py` fill the same ones.
 */

import { base64Of } from "../dom/base64.ts";
import { promptName } from "../run/titles.ts";
import type { Lesson } from "../run/lesson.ts";

/** The bytes of a trace's file. */
type NamedFile = { name: string; file: Uint8Array<ArrayBuffer> };
/** A lesson by the name of its file, and the part that is read. */
export type LessonPage = {
  name: string;
  lesson: Lesson;
  part: number;
  runs: { name: string; title: string; file: () => Promise<Uint8Array<ArrayBuffer>> }[];
};

const TITLE = "<title>A run of text diffusion</title>";
const RUNS = 'id="tdp-runs">{}<';
const [MODEL_BEGINS, MODEL_ENDS] = ['id="tdp-model">', "<"];
const MODEL = `${MODEL_BEGINS}{}${MODEL_ENDS}`;

/**
 * @param prompt of the first
 * @param moment where it starts
 * @param model as `packedModel` makes it, for the template that has a place for it
 */
export async function pageFile(
  template: string,
  runs: NamedFile[],
  prompt: string,
  moment: number,
  model: BlobPart[] = [],
): Promise<Blob> {
  const payload = {
    runs: await Promise.all(runs.map(async ({ name, file }) => ({ name, trace: await base64Of(new Blob([file])) }))),
    moment,
  };
  return filled(template, promptName(prompt) || runs[0].name, payload, model);
}

export async function lessonFile(template: string, { name, lesson, part, runs }: LessonPage): Promise<Blob> {
  const held = runs.map(async ({ name, title, file }) => ({
    name,
    title,
    trace: await base64Of(new Blob([await file()])),
  }));
  return filled(template, lesson.title, { lessons: [{ name, lesson }], part, runs: await Promise.all(held) });
}

/** @param payload what the page's script reads */
function filled(template: string, title: string, payload: object, model: BlobPart[] = []) {
  const data = JSON.stringify(payload).replaceAll("<", "\\u003c"); // nothing in a name ends the element
  const safe = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  // Functions, because a text to put in could hold `$&`.
  const text = template.replace(TITLE, () => `<title>${safe}</title>`).replace(RUNS, () => `id="tdp-runs">${data}<`);
  const [before, after = ""] = text.split(MODEL);
  const parts = model.length === 0 ? [text] : [before, MODEL_BEGINS, ...model, MODEL_ENDS, after];
  return new Blob(parts, { type: "text/html" });
}
