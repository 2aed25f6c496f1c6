/** What the runs on the page are called, so that no two share a name. */

import { titlesOf } from "../words/titles.js";

/** @typedef {import("./run-list.js").RunItem} RunItem */
/** @typedef {Pick<RunItem, "title" | "face" | "prompt" | "about">} Titled */

/**
 * Names the reader's own runs by the title that they were given, else by how they differ from others of their prompt.
 *
 * @param {Titled[]} items recorded runs have their titles
 */
export function nameRuns(items) {
  const yours = items.filter(({ about }) => about !== null);
  const abouts = /** @type {import("./stored-run.js").StoredRun[]} */ (yours.map(({ about }) => about));
  const taken = new Set(items.filter(({ about }) => about === null).map(({ title }) => title));
  for (const [at, { name, differs }] of titlesOf(abouts).entries()) {
    const { given: wanted } = abouts[at];
    const wished = wanted || (differs ? `${name} · ${differs}` : name);
    const title = alone(wished, taken);
    taken.add(title);
    Object.assign(yours[at], {
      title,
      face: (wanted || differs || name) + title.slice(wished.length),
      prompt: wanted || differs ? name : "",
    });
  }
}

/** @param {string} title @param {Set<string>} taken @returns {string} it, with a number if another run is called so */
function alone(title, taken) {
  for (let number = 2, name = title; ; number += 1) {
    if (!taken.has(name)) return name;
    name = `${title} (${number})`;
  }
}
