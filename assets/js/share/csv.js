/**
 * A table as comma-separated values, and as a clipboard holds one. `playground/export/tables.py` has the same rule for text;
 * tests compare them.
 */

import { element } from "../dom/elements.js";

/** @typedef {{ name: string, list?: boolean, values: any[] }} Column */

/** Text that a spreadsheet might run, or that begins like text which has been made safe. */
const FORMULA = /^(\s*[=+\-@＝＋－＠']|[\t\r\n])/u;

/**
 * @param {string} text
 * @returns {string} that no spreadsheet runs; taking away a first apostrophe gives back what it was
 */
export const neutral = (text) => (FORMULA.test(text) ? `'${text}` : text);

/** @param {Column[]} columns @returns {string} without those that are lists */
export function csvOf(columns) {
  const flat = columns.filter(({ list }) => !list);
  const lines = [flat.map(({ name }) => quoted(name)).join(",")];
  const rows = flat[0]?.values.length ?? 0;
  for (let row = 0; row < rows; row += 1) lines.push(flat.map(({ values }) => written(values[row])).join(","));
  return `${lines.join("\n")}\n`;
}

/**
 * @param {Column[]} columns
 * @returns {{ html: string, text: string }} for documents and for spreadsheets, which run what is pasted as they run a
 *   file; a cell is one line
 */
export function copyOf(columns) {
  const rows = [...(columns[0]?.values ?? [])].map((_, row) => columns.map(({ values }) => cell(values[row])));
  const names = columns.map(({ name }) => name);
  const line = (/** @type {"th" | "td"} */ tag, /** @type {string[]} */ cells) =>
    element("tr", ...cells.map((text) => element(tag, text)));
  const table = element("table", line("th", names), ...rows.map((cells) => line("td", cells)));
  return { html: table.outerHTML, text: [names, ...rows].map((cells) => cells.join("\t")).join("\n") };
}

/** @param {string | number | boolean | undefined} value */
const cell = (value) => (typeof value === "string" ? neutral(value.replace(/\s+/gu, " ").trim()) : written(value));

/** @param {string | number | boolean | undefined} value */
function written(value) {
  if (typeof value === "string") return quoted(neutral(value));
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === undefined ? "" : String(Number.isInteger(value) ? value : Number(value.toPrecision(9)));
}

/** @param {string} text */
const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
