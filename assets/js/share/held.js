/** The lessons and runs that a page of one file holds, as Learn asks for them: `Pages` and `Shelf` of a page with a server. */

import { readTrace } from "../run/trace.js";
import { bytesOf } from "./base64.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("../page/shelf.js").Exhibit} Exhibit */
/** @typedef {{ name: string, title: string, trace: string }} Run `trace` is a file in base64 */
/** @typedef {{ name: string, lesson: import("../learn/lesson.js").Lesson }} Named a lesson by the name of its file */

export class Held {
  /**
   * @param {Run[]} runs
   * @param {Named[]} lessons
   */
  constructor(runs, lessons) {
    this.lessons = lessons;
    /** @type {Exhibit[]} */
    this.exhibits = runs.map(({ name, title, trace }) => ({
      title,
      face: title,
      prompt: "",
      run: { kind: "recorded", name },
      recording: null,
      file: async () => bytesOf(trace),
      whole: true,
      about: null,
      kept: false,
    }));
    /** @type {Exhibit | null} */
    this.shown = null;
  }

  async list() {
    return this.lessons.map(({ name, lesson }) => ({ name, title: lesson.title }));
  }

  /** @param {string} name */
  async lesson(name) {
    return /** @type {Named} */ (this.lessons.find((lesson) => lesson.name === name)).lesson;
  }

  /** @param {string} file @returns {Promise<never>} */
  async trace(file) {
    throw new Error(`This page does not hold ${file}.`);
  }

  /** @param {Exhibit} exhibit */
  add(exhibit) {
    this.exhibits.push(exhibit);
    return exhibit;
  }

  /** @param {Exhibit} exhibit @returns {Promise<Recording>} */
  async read(exhibit) {
    return (exhibit.recording ??= await readTrace(await exhibit.file(), exhibit.title));
  }

  /**
   * @param {Exhibit} exhibit
   * @param {(recording: Recording) => void} [show]
   * @returns {Promise<boolean>} can it be shown?
   */
  async choose(exhibit, show = () => {}) {
    const recording = await this.read(exhibit);
    this.shown = exhibit;
    show(recording);
    return true;
  }
}
