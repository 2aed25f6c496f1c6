/** What the colour of a cell means: one of five figures of its position, each on its own scale with fixed limits. */

import { lockSteps, probabilityOf, revisions } from "../run/metrics.js";
import { canvasOf } from "../run/recording.js";
import { words } from "../words/terms.js";
import { PER_NAT, digits, percent, plainUnit } from "../words/units.js";
import { MAX_NATS, place, shadeOf, shades, textOn } from "./colour.js";
import { STATUS_COLOURS } from "./raster.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("./colour.js").Theme} Theme */
/** @typedef {import("./colour.js").Shade} Shade */
/** @typedef {import("../run/recording.js").Layer} Layer */
/** @typedef {"entropy" | "probability" | "lock" | "revisions" | "status"} Figure */

const LAST = 63;
/** The code after those of the scale, for a position without the figure. */
export const NONE = LAST + 1;

/** The end of the scale of revisions; more look the same. */
const MOST_REVISIONS = 8;

/** Entropies printed beside the colours, in the reader's unit; the end of the scale comes after them. @type {Record<string, number[]>} */
const TICKS = { nats: [0, 0.5, 1, 2], bits: [0, 1, 2, 4] };

/** @type {Record<Theme, Shade>} */
const NOTHING = {
  light: { fill: "rgb(226, 230, 236)", text: "rgb(0, 0, 0)" },
  dark: { fill: "rgb(58, 64, 74)", text: "rgb(255, 255, 255)" },
};

/** @typedef {ReturnType<typeof words>} Words */
/** @typedef {{ place: number, text: string }} Tick places are 0 .. 1 */
/**
 * @typedef {object} Colouring
 * @property {(words: Words) => string} name
 * @property {(words: Words, layer: Layer, unit: import("../words/units.js").Unit) => string} [scale] what the colours show, in a few words; the name by default
 * @property {(recording: Recording, step: number, layer: Layer) => Uint8Array} codes an index into the palette for each position
 * @property {[string, string]} ends what the first and the last of the colours mean
 * @property {(recording: Recording, unit: import("../words/units.js").Unit) => Tick[]} ticks
 * @property {(recording: Recording) => string} [none] the meaning of a cell without the figure; every cell has it by default
 */

/** Toolbar, legend, addresses and lessons read this table. @type {Record<Figure, Colouring>} */
const COLOURINGS = {
  entropy: {
    name: ({ uncertainty }) => uncertainty,
    scale: ({ uncertainty }, _, unit) => `${uncertainty}, ${unit}`,
    codes: ({ frames }, step) => Uint8Array.from(frames[step].entropy, shadeOf),
    ends: ["sure", "unsure"],
    ticks: (_, unit) => [
      ...(TICKS[unit] ?? TICKS[plainUnit(unit)].slice(0, -1)).map((amount) => ({
        place: place(amount / PER_NAT[unit]),
        text: String(amount),
      })),
      { place: 1, text: `≥ ${digits(MAX_NATS * PER_NAT[unit], 2)} ${unit}` },
    ],
  },
  probability: {
    name: () => "probability",
    scale: (names, layer) => `probability of the token: ${names[layer]}`,
    codes: ({ frames }, step, layer) =>
      Uint8Array.from(canvasOf(frames[step], layer), (id, position) => {
        const probability = probabilityOf(frames[step], position, id);
        return Number.isNaN(probability) ? NONE : code(1 - probability);
      }),
    ends: ["likely", "unlikely"],
    ticks: () => [1, 0.75, 0.5, 0.25, 0].map((share) => ({ place: 1 - share, text: percent(share) })),
    none: ({ frames }) => (frames.some(({ top_ids }) => top_ids) ? "not among the candidates" : "not recorded yet"),
  },
  lock: {
    name: ({ lockStep }) => lockStep,
    scale: () => "the step that kept it last",
    codes: (recording, step) =>
      Uint8Array.from(lockSteps(recording, step), (locked) =>
        locked === 0 ? NONE : code((locked - 1) / Math.max(longest(recording) - 1, 1)),
      ),
    ends: ["early", "late"],
    ticks: (recording) => {
      const most = longest(recording);
      return [...new Set([1, (most + 1) >> 1, most])].map((step) => ({
        place: (step - 1) / Math.max(most - 1, 1),
        text: String(step),
      }));
    },
    none: () => "not kept yet",
  },
  revisions: {
    name: (names) => names.revisions,
    scale: (names) => `${names.revisions} so far`,
    codes: (recording, step) => Uint8Array.from(revisions(recording, step), (count) => code(count / MOST_REVISIONS)),
    ends: ["few", "many"],
    ticks: () =>
      [0, 2, 4, 6, MOST_REVISIONS].map((count) => ({
        place: count / MOST_REVISIONS,
        text: `${count === MOST_REVISIONS ? "≥ " : ""}${count}`,
      })),
  },
  status: { name: () => "status", codes: ({ frames }, step) => frames[step].status, ends: ["", ""], ticks: () => [] },
};

/** What the reader can choose. */
export const FIGURES = /** @type {Figure[]} */ (Object.keys(COLOURINGS));

/**
 * @param {Figure} figure
 * @param {import("../words/terms.js").Mode} terms which words to use
 * @returns {string} what it is called
 */
export const figureName = (figure, terms) => COLOURINGS[figure].name(words(terms));

/**
 * @param {Figure} figure
 * @param {Recording} recording
 * @param {number} step
 * @param {Layer} layer whose tokens are shown
 * @returns {Uint8Array} an index into the palette for each position
 */
export const codesOf = (figure, recording, step, layer) => COLOURINGS[figure].codes(recording, step, layer);

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

/** @typedef {{ name: string, ends: [string, string], ticks: Tick[], none: string }} Scale what is printed beside the colours */

/**
 * @param {Figure} figure
 * @param {Recording} recording
 * @param {{ layer: Layer, unit: import("../words/units.js").Unit, terms: import("../words/terms.js").Mode, newcomer?: boolean }} taste a newcomer gets no figures
 * @returns {Scale}
 */
export function scaleOf(figure, recording, { layer, unit, terms, newcomer = false }) {
  const { name, scale = name, ends, ticks, none } = COLOURINGS[figure];
  return {
    name: newcomer ? name(words(terms)) : scale(words(terms), layer, unit),
    ends,
    ticks: newcomer ? [] : ticks(recording, unit),
    none: none?.(recording) ?? "",
  };
}

/** @param {Recording} recording @returns {number} the steps of its longest block; while it runs, as many as a block may take */
const longest = ({ live, frames, header }) =>
  (live && header.settings.max_denoising_steps) || frames.reduce((most, { step }) => Math.max(most, step), 1);

/** @param {number} share 0 .. 1; more counts as 1 */
const code = (share) => Math.round(Math.min(share, 1) * LAST);
