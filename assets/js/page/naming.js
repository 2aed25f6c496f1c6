/** What the runs on the page are called, so that no two share a name. */

import { titlesOf } from "../words/titles.js";

/** @typedef {import("./shelf.js").Exhibit} Exhibit */
/** @typedef {Pick<Exhibit, "title" | "face" | "prompt" | "about">} Named */

/**
 * Names the reader's own runs by the title that they were given, else by how they differ from others of their prompt.
 *
 * @param {Named[]} exhibits recorded runs have their titles
 */
export function nameRuns(exhibits) {
  const own = exhibits.filter(({ about }) => about !== null);
  const abouts = /** @type {import("./kept.js").Kept[]} */ (own.map(({ about }) => about));
  const taken = new Set(exhibits.filter(({ about }) => about === null).map(({ title }) => title));
  for (const [at, { name, differs }] of titlesOf(abouts).entries()) {
    const { given } = abouts[at];
    const wished = given || (differs ? `${name} · ${differs}` : name);
    const title = alone(wished, taken);
    taken.add(title);
    Object.assign(own[at], {
      title,
      face: (given || differs || name) + title.slice(wished.length),
      prompt: given || differs ? name : "",
    });
  }
}

/**
 * @param {string} title
 * @param {Set<string>} taken
 * @returns {string} it, with a number if another run is called so
 */
function alone(title, taken) {
  for (let number = 2, other = title; ; number += 1) {
    if (!taken.has(other)) return other;
    other = `${title} (${number})`;
  }
}
