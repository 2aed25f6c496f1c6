/**
 * Numbers as the page writes them, as short as they can be without being wrong. Each quantity has one format: entropies in
 * the reader's unit, probabilities in percent, temperatures, seconds.
 */

/** The longer ones are for figures that are lower bounds. */
export type Unit = "nats" | "bits" | "nats (at least)" | "bits (at least)";

/** those that a reader chooses from */
export const UNITS: Unit[] = ["nats", "bits"];
const AT_LEAST = " (at least)";
/** how many of the unit make one nat */
export const PER_NAT: Record<Unit, number> = {
  nats: 1,
  bits: 1 / Math.LN2,
  "nats (at least)": 1,
  "bits (at least)": 1 / Math.LN2,
};

/** @param bounds are the figures lower bounds? @returns to be written beside them */
export const unitFor = (unit: Unit, bounds: boolean): Unit => (plainUnit(unit) + (bounds ? AT_LEAST : "")) as Unit;

/** @returns of what is known exactly, such as a setting */
export const plainUnit = (unit: Unit): Unit => unit.replace(AT_LEAST, "") as Unit;

/** To make one takes longer than to use it. */
const THOUSANDS = new Intl.NumberFormat("en", { maximumFractionDigits: 20 });

/** @returns three significant digits, without the unit */
export function entropyText(nats: number, unit: Unit): string {
  return digits(nats * PER_NAT[unit], 3);
}

/** @returns three significant digits and the unit */
export const entropyIn = (nats: number, unit: Unit): string => `${entropyText(nats, unit)} ${unit}`;

/** @returns three significant digits */
export const temperatureText = (temperature: number): string => digits(temperature, 3);

/** @returns to a tenth of a second, and from 100 s on to a second */
export const secondsText = (seconds: number): string =>
  `${seconds >= 100 ? Math.round(seconds) : seconds.toFixed(1)} s`;

/** @returns as it is, its thousands set apart by commas */
export const numberText = (value: number): string => (Math.abs(value) < 1000 ? String(value) : THOUSANDS.format(value));

/** @param noun for one of them @returns such as "2 tokens" */
export const counted = (count: number, noun: string): string => `${numberText(count)} ${noun}${count === 1 ? "" : "s"}`;

/** Writes two numbers for comparison, with as many digits as it takes to tell them apart. */
export function apart(a: number, b: number): [string, string] {
  let precision = 3;
  while (a !== b && precision < 9 && digits(a, precision) === digits(b, precision)) precision += 1;
  return [digits(a, precision), digits(b, precision)];
}

/**
 * @param precision significant digits
 * @returns very small numbers as a power of ten; a dash for anything that is not a number
 */
export function digits(value: number, precision: number): string {
  if (Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  if (Math.abs(value) >= 1e-4) return numberText(+value.toPrecision(precision));
  const [mantissa, exponent] = value.toExponential(precision > 3 ? precision - 1 : 0).split("e");
  return `${mantissa}·10${[...exponent].map((sign) => SUPERSCRIPT[sign]).join("")}`;
}

const SUPERSCRIPT: Record<string, string> = {
  "-": "⁻",
  "+": "",
  0: "⁰",
  1: "¹",
  2: "²",
  3: "³",
  4: "⁴",
  5: "⁵",
  6: "⁶",
  7: "⁷",
  8: "⁸",
  9: "⁹",
};

/** @param share 0 .. 1 @returns a percentage; it is 0% or 100% only if that is exact */
export function percent(share: number): string {
  if (Number.isNaN(share)) return "–";
  if (share > 0 && share < 0.001) return "< 0.1%";
  if (share < 1 && share > 0.999) return "> 99.9%";
  return `${share < 0.1 ? +(100 * share).toFixed(1) : (100 * share).toFixed(share > 0.99 && share < 1 ? 1 : 0)}%`;
}
