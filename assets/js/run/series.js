/** Figures of a run, step by step, for the curves under the canvas. */

import { words } from "../words/terms.js";
import { PER_NAT, digits, percent, temperatureText } from "../words/units.js";
import { growing } from "./growing.js";
import { acceptedShare, changed, revised, total } from "./metrics.js";

/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {"entropy" | "accepted" | "temperature" | "revisions" | "changed"} Name */

/** What the reader may choose. @type {Name[]} */
export const SERIES = ["entropy", "accepted", "temperature", "revisions", "changed"];

/**
 * @param {Name} name
 * @param {import("../words/terms.js").Mode} terms which words to use
 * @returns {string} what the figure is called
 */
export function seriesName(name, terms) {
  const { uncertainty, argmax, sampled, temperature } = words(terms);
  const share = terms === "plain" ? "share of the text that is kept" : "accepted share";
  return {
    entropy: `mean ${uncertainty}`,
    accepted: share,
    temperature,
    revisions: `changes of the ${argmax}`,
    changed: `changes of ${terms === "plain" ? sampled : `the ${sampled}`}`,
  }[name];
}

/**
 * @param {Name} name
 * @param {number} value of that figure
 * @param {string} unit that the series has
 * @returns {string} in the format of its quantity
 */
export function seriesFigure(name, value, unit) {
  if (name === "accepted") return percent(value);
  if (name === "temperature") return temperatureText(value);
  return `${digits(value, 3)} ${unit}`;
}

/** The lower end of the axis of the mean entropy, in nats; smaller values are drawn on its edge. */
const [FLOOR, MOST] = [1e-4, 10];

/** @param {(recording: Recording, step: number) => number} figure */
const stepByStep = (figure) =>
  growing(
    /** @returns {number[]} */
    () => [],
    (figures, recording, step) => figures.push(figure(recording, step)),
  );
const sharesOf = stepByStep(acceptedShare);
const revisedOf = stepByStep((recording, step) => total(revised(recording, step)));
const changedOf = stepByStep((recording, step) => total(changed(recording, step)));

/**
 * @typedef {object} Series
 * @property {string} unit says what is counted
 * @property {(number | null)[]} exact one for each step; null if there is none
 * @property {(number | null)[]} values the same, kept within the axis
 * @property {[number, number]} range of the axis, the same for the whole run
 * @property {boolean} logarithmic
 * @property {number | null} limit a threshold to draw
 */

/**
 * @param {Name} name
 * @param {Recording} recording
 * @param {import("../words/units.js").Unit} unit of entropies
 * @returns {Series}
 */
export function seriesOf(name, recording, unit) {
  const { frames, header } = recording;
  const { confidence_threshold: threshold, t_max: hottest } = header.settings;
  const plain = (/** @type {string} */ unit, /** @type {(number | null)[]} */ exact) => ({
    unit,
    exact,
    values: exact,
    logarithmic: false,
    limit: null,
  });
  switch (name) {
    case "entropy": {
      const exact = frames.map(({ mean_entropy }) => mean_entropy * PER_NAT[unit]);
      const values = exact.map((value) => Math.max(value, FLOOR * PER_NAT[unit]));
      const limit = threshold > 0 ? threshold * PER_NAT[unit] : null;
      const range = /** @type {[number, number]} */ ([FLOOR * PER_NAT[unit], MOST * PER_NAT[unit]]);
      return { unit, exact, values, range, logarithmic: true, limit };
    }
    case "accepted": {
      const shares = sharesOf(recording).map((share) => (Number.isNaN(share) ? null : share));
      return { ...plain("of the text", shares), range: [0, 1] };
    }
    case "temperature":
      return {
        ...plain(
          "",
          frames.map(({ temperature }) => temperature),
        ),
        range: [0, Math.max(hottest, 1)],
      };
    case "revisions":
      return { ...plain("positions", [...revisedOf(recording)]), range: [0, header.canvas_length] };
    case "changed":
      return { ...plain("positions", [...changedOf(recording)]), range: [0, header.canvas_length] };
  }
}

/**
 * @param {Name} name
 * @param {Series} series
 * @param {import("../words/terms.js").Mode} terms which words to use
 * @returns {string} the curve in words
 */
export function seriesSentence(name, { unit, exact, limit }, terms) {
  const known = exact.flatMap((value, step) => (value === null ? [] : [{ step: step + 1, value }]));
  const title = seriesName(name, terms);
  const named = `${title[0].toUpperCase()}${title.slice(1)}`;
  if (known.length === 0) return `${named}: no steps yet.`;
  const [first, last] = [known[0], known[known.length - 1]];
  const sentenceOf = (/** @type {{ step: number, value: number }} */ { step, value }) =>
    `${seriesFigure(name, value, unit)} at step ${step}`;
  const threshold =
    limit === null ? "" : `; confidence threshold ${seriesFigure(name, limit, unit.replace(" (at least)", ""))}`;
  return `${named}: ${sentenceOf(first)}, ${sentenceOf(last)}${threshold}.`;
}
