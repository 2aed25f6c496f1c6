/** What the colour of a cell means: one of five figures of its position, each on its own scale with fixed limits. */

import { lockSteps, probabilityOf, revisions } from "../run/metrics.js";
import { canvasOf } from "../run/recording.js";
import { words } from "../words/terms.js";
import { PER_NAT, digits, percent } from "../words/units.js";
import { MAX_NATS, place, shadeOf, shades, textOn } from "./colour.js";
import { STATUS_COLOURS } from "./raster.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("./colour.js").Theme} Theme */
/** @typedef {import("./colour.js").Shade} Shade */
/** @typedef {import("../run/recording.js").Layer} Layer */
/** @typedef {"entropy" | "probability" | "lock" | "revisions" | "status"} Figure */

/** What the reader can choose. @type {Figure[]} */
export const FIGURES = ["entropy", "probability", "lock", "revisions", "status"];

/**
 * @param {Figure} figure
 * @param {import("../words/terms.js").Mode} terms which words to use
 * @returns {string} what it is called
 */
export function figureName(figure, terms) {
  const { uncertainty, lockStep, revisions } = words(terms);
  return { entropy: uncertainty, probability: "probability", lock: lockStep, revisions, status: "status" }[figure];
}

const LAST = 63;
/** The code after those of the scale, for a position without the figure. */
export const NONE = LAST + 1;

/** The end of the scale of revisions; more look the same. */
const MOST_REVISIONS = 8;

/** @type {Record<Theme, Shade>} */
const NOTHING = {
  light: { fill: "rgb(226, 230, 236)", text: "rgb(0, 0, 0)" },
  dark: { fill: "rgb(58, 64, 74)", text: "rgb(255, 255, 255)" },
};

/**
 * @param {Figure} figure
 * @param {Recording} recording
 * @param {number} step
 * @param {Layer} layer whose tokens are shown
 * @returns {Uint8Array} an index into the palette for each position
 */
export function codesOf(figure, recording, step, layer) {
  const frame = recording.frames[step];
  const last = longest(recording) - 1;
  switch (figure) {
    case "entropy":
      return Uint8Array.from(frame.entropy, shadeOf);
    case "probability":
      return Uint8Array.from(canvasOf(frame, layer), (id, position) => {
        const probability = probabilityOf(frame, position, id);
        return Number.isNaN(probability) ? NONE : code(1 - probability);
      });
    case "lock":
      return Uint8Array.from(lockSteps(recording, step), (locked) =>
        locked === 0 ? NONE : code((locked - 1) / Math.max(last, 1)),
      );
    case "revisions":
      return Uint8Array.from(revisions(recording, step), (count) => code(count / MOST_REVISIONS));
    case "status":
      return frame.status;
  }
}

/**
 * @param {Figure} figure
 * @param {Theme} theme
 * @param {boolean} muted for what only holds a place
 * @returns {Shade[]} by code
 */
export function paletteOf(figure, theme, muted) {
  if (figure !== "status") return [...shades(theme, muted), NOTHING[theme]];
  return STATUS_COLOURS[theme].map((fill) => {
    const [red, green, blue] = textOn(
      /** @type {import("./colour.js").Rgb} */ ((fill.match(/\d+/g) ?? []).map(Number)),
    );
    return { fill, text: `rgb(${red}, ${green}, ${blue})` };
  });
}

/**
 * @typedef {object} Scale what is printed beside the colours
 * @property {string} name what they show, in a few words
 * @property {[string, string]} ends what the first and the last of them mean
 * @property {{ place: number, text: string }[]} ticks places are 0 .. 1
 * @property {string} none the meaning of a cell without the figure; empty if every cell has it
 */

/** Entropies printed beside the colours, in the reader's unit; the end of the scale comes after them. @type {Record<import("../words/units.js").Unit, number[]>} */
const TICKS = { nats: [0, 0.5, 1, 2], bits: [0, 1, 2, 4] };

/**
 * @param {Figure} figure
 * @param {Recording} recording
 * @param {{ layer: Layer, unit: import("../words/units.js").Unit, terms: import("../words/terms.js").Mode }} taste
 * @returns {Scale}
 */
export function scaleOf(figure, recording, { layer, unit, terms }) {
  const most = longest(recording);
  const vocabulary = words(terms);
  switch (figure) {
    case "entropy": {
      const ticks = TICKS[unit].map((amount) => ({ place: place(amount / PER_NAT[unit]), text: String(amount) }));
      const end = { place: 1, text: `≥ ${digits(MAX_NATS * PER_NAT[unit], 2)} ${unit}` };
      return { name: `${vocabulary.uncertainty}, ${unit}`, ends: ["sure", "unsure"], ticks: [...ticks, end], none: "" };
    }
    case "probability":
      return {
        name: `probability of the token: ${vocabulary[layer]}`,
        ends: ["likely", "unlikely"],
        ticks: [1, 0.75, 0.5, 0.25, 0].map((share) => ({ place: 1 - share, text: percent(share) })),
        none: recording.frames.some(({ top_ids }) => top_ids) ? "not among the candidates" : "not recorded yet",
      };
    case "lock":
      return {
        name: "the step that kept it last",
        ends: ["early", "late"],
        ticks: [...new Set([1, (most + 1) >> 1, most])].map((step) => ({
          place: (step - 1) / Math.max(most - 1, 1),
          text: String(step),
        })),
        none: "not kept yet",
      };
    case "revisions":
      return {
        name: `${vocabulary.revisions} so far`,
        ends: ["few", "many"],
        ticks: [0, 2, 4, 6, MOST_REVISIONS].map((count) => ({
          place: count / MOST_REVISIONS,
          text: `${count === MOST_REVISIONS ? "≥ " : ""}${count}`,
        })),
        none: "",
      };
    case "status":
      return { name: "status", ends: ["", ""], ticks: [], none: "" };
  }
}

/** @param {Recording} recording @returns {number} the steps of its longest block; while it runs, as many as a block may take */
const longest = ({ live, frames, header }) =>
  (live && header.settings.max_denoising_steps) || frames.reduce((most, { step }) => Math.max(most, step), 1);

/** @param {number} share 0 .. 1; more counts as 1 */
const code = (share) => Math.round(Math.min(share, 1) * LAST);
