/**
 * Values as Python writes them, so that a sentence or a message comes out the same. JavaScript has one kind of number: one
 * that JSON would write as a whole number is Python's int here.
 */

export { strip, stripEnd } from "../rules/python-text.ts";

const ESCAPES = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" } as Record<string, string>;
const HIDDEN = /[\\\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** @returns is it a whole number, rather than a fraction or another thing? */
export const isWhole = (value: unknown): boolean => Number.isInteger(value) && Math.abs(Number(value)) < 1e21;

/** @returns is it a whole number from 0? */
export const isCount = (value: unknown): boolean => isWhole(value) && Number(value) >= 0;

export const isMapping = (value: unknown): value is Record<string, any> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @param value of JSON @returns as `repr` */
export function repr(value: any): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return isWhole(value) ? String(value) : float(value);
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([name, part]) => `${quoted(name)}: ${repr(part)}`)
    .join(", ")}}`;
}

function quoted(text: string) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(HIDDEN, (char) => ESCAPES[char] ?? codeOf(char.codePointAt(0) as number));
  return `${mark}${mark === "'" ? escaped.replaceAll("'", "\\'") : escaped}${mark}`;
}

function codeOf(code: number) {
  const hex = code.toString(16);
  return code < 256
    ? `\\x${hex.padStart(2, "0")}`
    : code < 65536
      ? `\\u${hex.padStart(4, "0")}`
      : `\\U${hex.padStart(8, "0")}`;
}

/** @returns as `repr` of a float */
export function float(value: number): string {
  if (!Number.isFinite(value)) return odd(value);
  const [digits, exponent] = value.toExponential().split("e");
  if (value !== 0 && (Number(exponent) < -4 || Number(exponent) >= 16)) return digits + tail(Number(exponent));
  const text = Object.is(value, -0) ? "-0" : String(value);
  return text.includes(".") ? text : `${text}.0`;
}

/** @returns as the format `g` */
export function general(value: number, digits: number = 6): string {
  if (!Number.isFinite(value)) return odd(value);
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [mantissa, exponent] = rounded(Math.abs(value), digits);
  const sign = value < 0 ? "-" : "";
  const bare = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  if (exponent < -4 || exponent >= digits) return sign + bare(mantissa) + tail(exponent);
  return sign + bare(Number(`${mantissa}e${exponent}`).toFixed(digits - 1 - exponent));
}

/** @param value of JSON @returns as `json.dumps` writes it for a message */
export function json(value: any): string {
  if (typeof value === "number") return isWhole(value) ? String(value) : float(value);
  if (typeof value === "string") return ascii(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(json).join(",")}]`;
  return `{${Object.entries(value)
    .map(([name, part]) => `${ascii(name)}:${json(part)}`)
    .join(",")}}`;
}

const ascii = (text: string) =>
  JSON.stringify(text).replace(/[\x7f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** @param text of a number @returns with commas between the thousands */
export const withCommas = (text: string): string =>
  text.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));

/** @param most characters */
export const cut = (text: string, most: number): string => [...text].slice(0, most).join("");

/** @returns the order in which Python sorts texts */
export function byCodePoint(first: string, second: string): number {
  const [ours, theirs] = [[...first], [...second]];
  const at = ours.findIndex((char, place) => char !== theirs[place]);
  if (at === -1) return ours.length - theirs.length;
  return at < theirs.length ? Number(ours[at].codePointAt(0)) - Number(theirs[at].codePointAt(0)) : 1;
}

/**
 * Rounds a number that lies exactly between two to the even one, as Python does.
 *
 * @param value above 0
 */
function rounded(value: number, digits: number): [mantissa: string, exponent: number] {
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  const [exact, place] = value.toExponential(60).split("e");
  const shown = exact.slice(0, digits + Number(digits > 1));
  const tie = /^\.?50*$/.test(exact.slice(shown.length)) && "02468".includes(shown.at(-1) ?? "");
  return tie ? [shown, Number(place)] : [mantissa, Number(exponent)];
}

const odd = (value: number) => (Number.isNaN(value) ? "nan" : value < 0 ? "-inf" : "inf");

const tail = (exponent: number) => `e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
