/** Makes the page of one file that teaches a lesson offline; `playground/plugins/learn/page.py` fills the same template. */

import { base64Of } from "../../dom/base64.ts";
import { filled } from "../../share/page-file.ts";
import type { Lesson } from "./lesson.ts";

/** A lesson by the name of its file, and the part that is read. */
export type LessonPage = {
  name: string;
  lesson: Lesson;
  part: number;
  runs: { name: string; title: string; file: () => Promise<Uint8Array<ArrayBuffer>> }[];
};

export async function lessonFile(template: string, { name, lesson, part, runs }: LessonPage): Promise<Blob> {
  const held = runs.map(async ({ name, title, file }) => ({
    name,
    title,
    trace: await base64Of(new Blob([await file()])),
  }));
  return filled(template, lesson.title, { lessons: [{ name, lesson }], part, runs: await Promise.all(held) });
}
