/** A table as comma-separated values. `playground/export/tables.py` has the same rule for text; tests compare them. */

/** Text that a spreadsheet might run, or that begins like text which has been made safe. */
const FORMULA = /^(\s*[=+\-@＝＋－＠']|[\t\r\n])/u;

/**
 * @param {string} text
 * @returns {string} that no spreadsheet runs; taking away a first apostrophe gives back what it was
 */
export const neutral = (text) => (FORMULA.test(text) ? `'${text}` : text);

/** @param {import("./table.js").Column[]} columns @returns {string} without those that are lists */
export function csvOf(columns) {
  const flat = columns.filter(({ list }) => !list);
  const lines = [flat.map(({ name }) => quoted(name)).join(",")];
  const rows = flat[0]?.values.length ?? 0;
  for (let row = 0; row < rows; row += 1) lines.push(flat.map(({ values }) => written(values[row])).join(","));
  return `${lines.join("\n")}\n`;
}

/** @param {string | number | boolean | undefined} value */
function written(value) {
  if (typeof value === "string") return quoted(neutral(value));
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === undefined ? "" : String(Number.isInteger(value) ? value : Number(value.toPrecision(9)));
}

/** @param {string} text */
const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
