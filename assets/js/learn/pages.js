/** Fetches lessons and their traces, each once. */

/** @typedef {{ name: string, title: string, level?: string, question?: string }} Entry a lesson by the name of its file; lessons with the same level stand together */

const GONE = "The lessons cannot be read from the server. Try again when it answers.";

export class Pages {
  /** @param {URL} assets the folder of the page's files */
  constructor(assets) {
    this.assets = assets;
    /** @type {Map<string, Promise<any>>} */
    this.lessons = new Map();
  }

  /** @returns {Promise<Entry[]>} in the order of their path */
  list() {
    return this.#fetch("index");
  }

  /** @param {string} name @returns {Promise<import("./lesson.js").Lesson>} */
  lesson(name) {
    return this.#fetch(name);
  }

  /** @param {string} file of a run, as a lesson names it @returns {Promise<Uint8Array<ArrayBuffer>>} */
  async trace(file) {
    const response = await fetch(new URL(file, this.assets)).catch(() => null);
    if (!response?.ok) throw new Error(GONE, { cause: response?.status });
    return new Uint8Array(await response.arrayBuffer());
  }

  /** @param {string} name */
  #fetch(name) {
    const lesson = this.lessons.get(name);
    if (lesson) return lesson;
    const coming = fetch(new URL(`lessons/${name}.json`, this.assets)).then(
      (response) => (response.ok ? response.json() : Promise.reject(new Error(GONE))),
      () => Promise.reject(new Error(GONE)),
    );
    this.lessons.set(name, coming);
    coming.catch(() => this.lessons.delete(name)); // the next one who asks tries again
    return coming;
  }
}
