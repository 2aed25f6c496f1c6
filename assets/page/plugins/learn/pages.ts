/** Fetches lessons and their traces, each once. */

import type { Lesson } from "./lesson.ts";

/** A lesson by the name of its file; lessons with the same level stand together. */
export type Entry = { name: string; title: string; level?: string; question?: string };

const GONE = "The lessons cannot be read from the server. Try again when it answers.";

export class Pages {
  lessons: Map<string, Promise<any>> = new Map();

  /** @param assets the folder of the page's files */
  constructor(public assets: URL) {}

  /** @returns in the order of their path */
  list(): Promise<Entry[]> {
    return this.#fetch("index");
  }

  lesson(name: string): Promise<Lesson> {
    return this.#fetch(name);
  }

  /** @param file of a run, as a lesson names it */
  async trace(file: string): Promise<Uint8Array<ArrayBuffer>> {
    const response = await fetch(new URL(file, this.assets)).catch(() => null);
    if (!response?.ok) throw new Error(GONE, { cause: response?.status });
    return new Uint8Array(await response.arrayBuffer());
  }

  #fetch(name: string) {
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
