/** What the colour of a cell means: one of five figures of its position, each on its own scale with fixed limits. */

import { lockSteps, probabilityOf, revisions } from "../run/metrics.ts";
import { canvasOf } from "../run/recording.ts";
import { words } from "../words/terms.ts";
import { PER_NAT, digits, percent, plainUnit } from "../words/units.ts";
import { MAX_NATS, place, shadeOf, shades, textOn } from "./colour.ts";
import { STATUS_COLOURS } from "./raster.ts";
import type { Layer, Recording } from "../run/recording.ts";
import type { Mode } from "../words/terms.ts";
import type { Unit } from "../words/units.ts";
import type { Rgb, Shade, Theme } from "./colour.ts";

export type Figure = "entropy" | "probability" | "lock" | "revisions" | "status";

const LAST = 63;
/** The code after those of the scale, for a position without the figure. */
export const NONE = LAST + 1;

/** The end of the scale of revisions; more look the same. */
const MOST_REVISIONS = 8;

/** Entropies printed beside the colours, in the reader's unit; the end of the scale comes after them. */
const TICKS: Record<string, number[]> = { nats: [0, 0.5, 1, 2], bits: [0, 1, 2, 4] };

const NOTHING: Record<Theme, Shade> = {
  light: { fill: "rgb(226, 230, 236)", text: "rgb(0, 0, 0)" },
  dark: { fill: "rgb(58, 64, 74)", text: "rgb(255, 255, 255)" },
};

type Words = ReturnType<typeof words>;
/** Places are 0 .. 1. */
type Tick = { place: number; text: string };
interface Colouring {
  name: (words: Words) => string;
  /** What the colours show, in a few words; the name by default. */
  scale?: (words: Words, layer: Layer, unit: Unit) => string;
  /** An index into the palette for each position. */
  codes: (recording: Recording, step: number, layer: Layer) => Uint8Array;
  /** What the first and the last of the colours mean. */
  ends: [string, string];
  ticks: (recording: Recording, unit: Unit) => Tick[];
  /** The meaning of a cell without the figure; every cell has it by default. */
  none?: (recording: Recording) => string;
}

/** Toolbar, legend and addresses read this table. */
const COLOURINGS: Record<Figure, Colouring> = {
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
export const FIGURES = Object.keys(COLOURINGS) as Figure[];

/**
 * @param terms which words to use
 * @returns what it is called
 */
export const figureName = (figure: Figure, terms: Mode): string => COLOURINGS[figure].name(words(terms));

/**
 * @param layer whose tokens are shown
 * @returns an index into the palette for each position
 */
export const codesOf = (figure: Figure, recording: Recording, step: number, layer: Layer): Uint8Array =>
  COLOURINGS[figure].codes(recording, step, layer);

/**
 * @param muted for what only holds a place
 * @returns by code
 */
export function paletteOf(figure: Figure, theme: Theme, muted: boolean): Shade[] {
  if (figure !== "status") return [...shades(theme, muted), NOTHING[theme]];
  return STATUS_COLOURS[theme].map((fill) => {
    const [red, green, blue] = textOn((fill.match(/\d+/g) ?? []).map(Number) as Rgb);
    return { fill, text: `rgb(${red}, ${green}, ${blue})` };
  });
}

/** What is printed beside the colours. */
type Scale = { name: string; ends: [string, string]; ticks: Tick[]; none: string };

/** @param taste a newcomer gets no figures */
export function scaleOf(
  figure: Figure,
  recording: Recording,
  { layer, unit, terms, newcomer = false }: { layer: Layer; unit: Unit; terms: Mode; newcomer?: boolean },
): Scale {
  const { name, scale = name, ends, ticks, none } = COLOURINGS[figure];
  return {
    name: newcomer ? name(words(terms)) : scale(words(terms), layer, unit),
    ends,
    ticks: newcomer ? [] : ticks(recording, unit),
    none: none?.(recording) ?? "",
  };
}

/** @returns the steps of its longest block; while it runs, as many as a block may take */
const longest = ({ live, frames, header }: Recording): number =>
  (live && header.spec.settings.max_denoising_steps) || frames.reduce((most, { step }) => Math.max(most, step), 1);

/** @param share 0 .. 1; more counts as 1 */
const code = (share: number) => Math.round(Math.min(share, 1) * LAST);
