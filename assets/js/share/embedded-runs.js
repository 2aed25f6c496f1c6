/** The lessons and runs that a page of one file holds, as Learn asks for them: `Pages` and `RunList` of a page with a server. */

import { readTrace } from "../run/trace.js";
import { bytesOf } from "./base64.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("../page/run-list.js").RunItem} RunItem */
/** @typedef {{ name: string, title: string, trace: string }} Run `trace` is a file in base64 */
/** @typedef {{ name: string, level?: string, question?: string, lesson: import("../learn/lesson.js").Lesson }} NamedLesson a lesson by the name of its file, with what the path says of it */

/** @param {Pick<Run, "name" | "trace"> & Partial<Run>} run @returns {RunItem} */
export const embeddedItem = ({ name, title = name, trace }) => ({
  title,
  face: title,
  prompt: "",
  run: { kind: "recorded", name },
  recording: null,
  file: async () => bytesOf(trace),
  whole: true,
  about: null,
  kept: false,
});

export class EmbeddedRuns {
  /** @param {Run[]} runs @param {NamedLesson[]} lessons */
  constructor(runs, lessons) {
    this.lessons = lessons;
    this.items = runs.map(embeddedItem);
    /** @type {RunItem | null} */
    this.shown = null;
  }

  async list() {
    return this.lessons.map(({ lesson, ...entry }) => ({ ...entry, title: lesson.title }));
  }

  /** @param {string} name */
  async lesson(name) {
    return /** @type {NamedLesson} */ (this.lessons.find((lesson) => lesson.name === name)).lesson;
  }

  /** @param {string} file @returns {Promise<never>} */
  async trace(file) {
    throw new Error(`This page does not hold ${file}.`);
  }

  /** @param {RunItem} item */
  add(item) {
    this.items.push(item);
    return item;
  }

  /** @param {RunItem} item @returns {Promise<Recording>} */
  async read(item) {
    return (item.recording ??= await readTrace(await item.file(), item.title));
  }

  /**
   * @param {RunItem} item
   * @param {(recording: Recording) => void} [show]
   * @returns {Promise<boolean>} can it be shown?
   */
  async choose(item, show = () => {}) {
    const recording = await this.read(item);
    this.shown = item;
    show(recording);
    return true;
  }
}
