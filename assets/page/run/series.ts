/** Figures of a run, step by step, for the curves under the canvas. */

import { words } from "../words/terms.ts";
import { PER_NAT, digits, percent, temperatureText } from "../words/units.ts";
import { growing } from "./growing.ts";
import { acceptedShare, changed, revised, total } from "./metrics.ts";
import type { Mode } from "../words/terms.ts";
import type { Unit } from "../words/units.ts";
import type { Recording } from "./recording.ts";

export type Name = "entropy" | "accepted" | "temperature" | "revisions" | "changed";

/** What the reader may choose. */
export const SERIES: Name[] = ["entropy", "accepted", "temperature", "revisions", "changed"];

/**
 * @param terms which words to use
 * @returns what the figure is called
 */
export function seriesName(name: Name, terms: Mode): string {
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
 * @param value of that figure
 * @param unit that the series has
 * @returns in the format of its quantity
 */
export function seriesFigure(name: Name, value: number, unit: string): string {
  if (name === "accepted") return percent(value);
  if (name === "temperature") return temperatureText(value);
  return `${digits(value, 3)} ${unit}`;
}

/** The lower end of the axis of the mean entropy, in nats; smaller values are drawn on its edge. */
const [FLOOR, MOST] = [1e-4, 10];

const stepByStep = (figure: (recording: Recording, step: number) => number) =>
  growing(
    (): number[] => [],
    (figures, recording, step) => figures.push(figure(recording, step)),
  );
const sharesOf = stepByStep(acceptedShare);
const revisedOf = stepByStep((recording, step) => total(revised(recording, step)));
const changedOf = stepByStep((recording, step) => total(changed(recording, step)));

export interface Series {
  /** Says what is counted. */
  unit: string;
  /** One for each step; null if there is none. */
  exact: (number | null)[];
  /** The same, kept within the axis. */
  values: (number | null)[];
  /** Of the axis, the same for the whole run. */
  range: [number, number];
  logarithmic: boolean;
  /** A threshold to draw. */
  limit: number | null;
}

/** @param unit of entropies */
export function seriesOf(name: Name, recording: Recording, unit: Unit): Series {
  const { frames, header } = recording;
  const { confidence_threshold: threshold, t_max: hottest } = header.spec.settings;
  const plain = (unit: string, exact: (number | null)[]) => ({
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
      const range = [FLOOR * PER_NAT[unit], MOST * PER_NAT[unit]] as [number, number];
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
 * @param terms which words to use
 * @returns the curve in words
 */
export function seriesSentence(name: Name, { unit, exact, limit }: Series, terms: Mode): string {
  const known = exact.flatMap((value, step) => (value === null ? [] : [{ step: step + 1, value }]));
  const title = seriesName(name, terms);
  const named = `${title[0].toUpperCase()}${title.slice(1)}`;
  if (known.length === 0) return `${named}: no steps yet.`;
  const [first, last] = [known[0], known[known.length - 1]];
  const sentenceOf = ({ step, value }: { step: number; value: number }) =>
    `${seriesFigure(name, value, unit)} at step ${step}`;
  const threshold =
    limit === null ? "" : `; confidence threshold ${seriesFigure(name, limit, unit.replace(" (at least)", ""))}`;
  return `${named}: ${sentenceOf(first)}, ${sentenceOf(last)}${threshold}.`;
}
