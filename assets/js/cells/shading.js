/** What the colour of a cell means: one of five figures of its position, each on its own scale with fixed limits. */

import { lockSteps, probabilityOf, revisions } from "../run/metrics.js";
import { canvasOf } from "../run/recording.js";
import { PER_NAT, digits, percent } from "../words/units.js";
import { MAX_NATS, TICKS, place, shadeOf, shades, textOn } from "./colour.js";
import { STATUS_COLOURS } from "./raster.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("./colour.js").Theme} Theme */
/** @typedef {import("./colour.js").Shade} Shade */
/** @typedef {import("../run/recording.js").Layer} Layer */
/** @typedef {"entropy" | "probability" | "lock" | "revisions" | "status"} Figure */

/** @type {[Figure, string][]} what the reader can choose */
export const FIGURES = [
  ["entropy", "uncertainty"],
  ["probability", "probability"],
  ["lock", "lock step"],
  ["revisions", "changes"],
  ["status", "status"],
];

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
 * @param {boolean} muted for end-of-text and padding
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

/** @typedef {{ name: string, ticks: { place: number, text: string }[], none: string }} Scale `none`: the meaning of a cell without the figure */

/**
 * @param {Figure} figure
 * @param {Recording} recording
 * @param {Layer} layer
 * @param {import("../words/units.js").Unit} unit
 * @returns {Scale} what the legend prints
 */
export function scaleOf(figure, recording, layer, unit) {
  const most = longest(recording);
  switch (figure) {
    case "entropy":
      return {
        name: `entropy, ${unit}`,
        ticks: TICKS.map((nats) => ({
          place: place(nats),
          text: `${nats === MAX_NATS ? "≥ " : ""}${digits(nats * PER_NAT[unit], 2)}`,
        })),
        none: "",
      };
    case "probability":
      return {
        name: `probability of the ${layer} token`,
        ticks: [1, 0.75, 0.5, 0.25, 0].map((share) => ({ place: 1 - share, text: percent(share) })),
        none: recording.frames.some(({ top_ids }) => top_ids) ? "not among the candidates" : "not recorded yet",
      };
    case "lock":
      return {
        name: "step of the last lock",
        ticks: [...new Set([1, (most + 1) >> 1, most])].map((step) => ({
          place: (step - 1) / Math.max(most - 1, 1),
          text: String(step),
        })),
        none: "not locked yet",
      };
    case "revisions":
      return {
        name: "changes of the argmax so far",
        ticks: [0, 2, 4, 6, MOST_REVISIONS].map((count) => ({
          place: count / MOST_REVISIONS,
          text: `${count === MOST_REVISIONS ? "≥ " : ""}${count}`,
        })),
        none: "",
      };
    case "status":
      return { name: "status", ticks: [], none: "" };
  }
}

/** @param {Recording} recording @returns {number} the steps of its longest block; while it runs, as many as a block may take */
const longest = ({ live, frames, header }) => (live ? header.settings.max_denoising_steps : frames.reduce((most, { step }) => Math.max(most, step), 1));

/** @param {number} share 0 .. 1; more counts as 1 */
const code = (share) => Math.round(Math.min(share, 1) * LAST);
