/** The lessons and runs that a page of one file holds, as Learn asks for them: `Pages` and `RunList` of a page with a server. */

import { readTrace } from "../../run/trace.ts";
import { embeddedItem } from "../../share/embedded-runs.ts";
import type { RunItem } from "../../page/run-list.ts";
import type { Recording } from "../../run/recording.ts";
import type { Run } from "../../share/embedded-runs.ts";
import type { Lesson } from "./lesson.ts";

/** A lesson by the name of its file, with what the path says of it. */
export type NamedLesson = { name: string; level?: string; question?: string; lesson: Lesson };

export class EmbeddedRuns {
  items: RunItem[];
  shown: RunItem | null = null;

  constructor(
    runs: Run[],
    public lessons: NamedLesson[],
  ) {
    this.items = runs.map(embeddedItem);
  }

  async list() {
    return this.lessons.map(({ lesson, ...entry }) => ({ ...entry, title: lesson.title }));
  }

  async lesson(name: string) {
    return (this.lessons.find((lesson) => lesson.name === name) as NamedLesson).lesson;
  }

  async trace(file: string): Promise<never> {
    throw new Error(`This page does not hold ${file}.`);
  }

  add(item: RunItem) {
    this.items.push(item);
    return item;
  }

  async read(item: RunItem): Promise<Recording> {
    return (item.recording ??= await readTrace(await item.file(), item.title));
  }

  /** @returns can it be shown? */
  async choose(item: RunItem, show: (recording: Recording) => void = () => {}): Promise<boolean> {
    const recording = await this.read(item);
    this.shown = item;
    show(recording);
    return true;
  }
}
