/**
 * Values as Python writes them, so that a sentence or a message comes out the same. JavaScript has one kind of number: one
 * that JSON would write as a whole number is Python's int here.
 */

export { strip, stripEnd } from "../rules/python-text.js";

const ESCAPES = /** @type {Record<string, string>} */ ({ "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" });
const HIDDEN = /[\\\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** @param {unknown} value @returns {boolean} is it a whole number, rather than a fraction or another thing? */
export const isWhole = (value) => Number.isInteger(value) && Math.abs(Number(value)) < 1e21;

/** @param {unknown} value @returns {boolean} is it a whole number from 0? */
export const isCount = (value) => isWhole(value) && Number(value) >= 0;

/** @param {unknown} value @returns {value is Record<string, any>} */
export const isMapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {any} value of JSON @returns {string} as `repr` */
export function repr(value) {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return isWhole(value) ? String(value) : float(value);
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([name, part]) => `${quoted(name)}: ${repr(part)}`)
    .join(", ")}}`;
}

/** @param {string} text */
function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(HIDDEN, (char) => ESCAPES[char] ?? codeOf(/** @type {number} */ (char.codePointAt(0))));
  return `${mark}${mark === "'" ? escaped.replaceAll("'", "\\'") : escaped}${mark}`;
}

/** @param {number} code */
function codeOf(code) {
  const hex = code.toString(16);
  return code < 256
    ? `\\x${hex.padStart(2, "0")}`
    : code < 65536
      ? `\\u${hex.padStart(4, "0")}`
      : `\\U${hex.padStart(8, "0")}`;
}

/** @param {number} value @returns {string} as `repr` of a float */
export function float(value) {
  if (!Number.isFinite(value)) return odd(value);
  const [digits, exponent] = value.toExponential().split("e");
  if (value !== 0 && (Number(exponent) < -4 || Number(exponent) >= 16)) return digits + tail(Number(exponent));
  const text = Object.is(value, -0) ? "-0" : String(value);
  return text.includes(".") ? text : `${text}.0`;
}

/** @param {number} value @param {number} [digits] @returns {string} as the format `g` */
export function general(value, digits = 6) {
  if (!Number.isFinite(value)) return odd(value);
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [mantissa, exponent] = rounded(Math.abs(value), digits);
  const sign = value < 0 ? "-" : "";
  const bare = (/** @type {string} */ text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  if (exponent < -4 || exponent >= digits) return sign + bare(mantissa) + tail(exponent);
  return sign + bare(Number(`${mantissa}e${exponent}`).toFixed(digits - 1 - exponent));
}

/** @param {any} value of JSON, or one of `Float` @returns {string} as `json.dumps` writes it for a message */
export function json(value) {
  if (value instanceof Float) return float(value.number);
  if (typeof value === "number") return isWhole(value) ? String(value) : float(value);
  if (typeof value === "string") return ascii(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(json).join(",")}]`;
  return `{${Object.entries(value)
    .map(([name, part]) => `${ascii(name)}:${json(part)}`)
    .join(",")}}`;
}

/** A number that Python writes with a point, even if it is whole. */
export class Float {
  /** @param {number} number */
  constructor(number) {
    this.number = number;
  }
}

/** @param {string} text */
const ascii = (text) =>
  JSON.stringify(text).replace(/[\x7f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** @param {string} text of a number @returns {string} with commas between the thousands */
export const withCommas = (text) => text.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));

/** @param {string} text @param {number} most characters @returns {string} */
export const cut = (text, most) => [...text].slice(0, most).join("");

/** @param {string} first @param {string} second @returns {number} the order in which Python sorts texts */
export function byCodePoint(first, second) {
  const [ours, theirs] = [[...first], [...second]];
  const at = ours.findIndex((char, place) => char !== theirs[place]);
  if (at === -1) return ours.length - theirs.length;
  return at < theirs.length ? Number(ours[at].codePointAt(0)) - Number(theirs[at].codePointAt(0)) : 1;
}

/**
 * Rounds a number that lies exactly between two to the even one, as Python does.
 *
 * @param {number} value above 0
 * @param {number} digits
 * @returns {[mantissa: string, exponent: number]}
 */
function rounded(value, digits) {
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  const [exact, place] = value.toExponential(60).split("e");
  const shown = exact.slice(0, digits + Number(digits > 1));
  const tie = /^\.?50*$/.test(exact.slice(shown.length)) && "02468".includes(shown.at(-1) ?? "");
  return tie ? [shown, Number(place)] : [mantissa, Number(exponent)];
}

/** @param {number} value */
const odd = (value) => (Number.isNaN(value) ? "nan" : value < 0 ? "-inf" : "inf");

/** @param {number} exponent */
const tail = (exponent) => `e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
