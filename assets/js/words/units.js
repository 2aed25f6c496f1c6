/**
 * Numbers as the page writes them, as short as they can be without being wrong. Each quantity has one format: entropies in
 * the reader's unit, probabilities in percent, temperatures, seconds.
 */

/** @typedef {"nats" | "bits" | "nats (at least)" | "bits (at least)"} Unit the longer ones are for figures that are lower bounds */

/** @type {Unit[]} those that a reader chooses from */
export const UNITS = ["nats", "bits"];
const AT_LEAST = " (at least)";
/** @type {Record<Unit, number>} how many of the unit make one nat */
export const PER_NAT = { nats: 1, bits: 1 / Math.LN2, "nats (at least)": 1, "bits (at least)": 1 / Math.LN2 };

/** @param {Unit} unit @param {boolean} bounds are the figures lower bounds? @returns {Unit} to be written beside them */
export const unitFor = (unit, bounds) => /** @type {Unit} */ (plainUnit(unit) + (bounds ? AT_LEAST : ""));

/** @param {Unit} unit @returns {Unit} of what is known exactly, such as a setting */
export const plainUnit = (unit) => /** @type {Unit} */ (unit.replace(AT_LEAST, ""));

/** To make one takes longer than to use it. */
const THOUSANDS = new Intl.NumberFormat("en", { maximumFractionDigits: 20 });

/** @param {number} nats @param {Unit} unit @returns {string} three significant digits, without the unit */
export function entropyText(nats, unit) {
  return digits(nats * PER_NAT[unit], 3);
}

/** @param {number} nats @param {Unit} unit @returns {string} three significant digits and the unit */
export const entropyIn = (nats, unit) => `${entropyText(nats, unit)} ${unit}`;

/** @param {number} temperature @returns {string} three significant digits */
export const temperatureText = (temperature) => digits(temperature, 3);

/** @param {number} seconds @returns {string} to a tenth of a second, and from 100 s on to a second */
export const secondsText = (seconds) => `${seconds >= 100 ? Math.round(seconds) : seconds.toFixed(1)} s`;

/** @param {number} value @returns {string} as it is, its thousands set apart by commas */
export const numberText = (value) => (Math.abs(value) < 1000 ? String(value) : THOUSANDS.format(value));

/** @param {number} count @param {string} noun for one of them @returns {string} such as "2 tokens" */
export const counted = (count, noun) => `${numberText(count)} ${noun}${count === 1 ? "" : "s"}`;

/**
 * Writes two numbers for comparison, with as many digits as it takes to tell them apart.
 *
 * @param {number} a
 * @param {number} b
 * @returns {[string, string]}
 */
export function apart(a, b) {
  let precision = 3;
  while (a !== b && precision < 9 && digits(a, precision) === digits(b, precision)) precision += 1;
  return [digits(a, precision), digits(b, precision)];
}

/**
 * @param {number} value
 * @param {number} precision significant digits
 * @returns {string} very small numbers as a power of ten; a dash for anything that is not a number
 */
export function digits(value, precision) {
  if (Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  if (Math.abs(value) >= 1e-4) return numberText(+value.toPrecision(precision));
  const [mantissa, exponent] = value.toExponential(precision > 3 ? precision - 1 : 0).split("e");
  return `${mantissa}·10${[...exponent].map((sign) => SUPERSCRIPT[sign]).join("")}`;
}

/** @type {Record<string, string>} */
const SUPERSCRIPT = {
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

/** @param {number} share 0 .. 1 @returns {string} a percentage; it is 0% or 100% only if that is exact */
export function percent(share) {
  if (Number.isNaN(share)) return "–";
  if (share > 0 && share < 0.001) return "< 0.1%";
  if (share < 1 && share > 0.999) return "> 99.9%";
  return `${share < 0.1 ? +(100 * share).toFixed(1) : (100 * share).toFixed(share > 0.99 && share < 1 ? 1 : 0)}%`;
}
