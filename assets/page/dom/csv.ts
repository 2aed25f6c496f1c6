/**
 * A table as comma-separated values, and as a clipboard holds one. Python has the same rule for text; tests compare
 * them.
 */

import { h, render } from "preact";

export type Column = { name: string; list?: boolean; values: any[] };

/** Text that a spreadsheet might run, or that begins like text which has been made safe. */
const FORMULA = /^(\s*[=+\-@＝＋－＠']|[\t\r\n])/u;

/** @returns that no spreadsheet runs; taking away a first apostrophe gives back what it was */
export const neutral = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** @returns without those that are lists */
export function csvOf(columns: Column[]): string {
  const flat = columns.filter(({ list }) => !list);
  const lines = [flat.map(({ name }) => quoted(name)).join(",")];
  const rows = flat[0]?.values.length ?? 0;
  for (let row = 0; row < rows; row += 1) lines.push(flat.map(({ values }) => written(values[row])).join(","));
  return `${lines.join("\n")}\n`;
}

/** @returns for documents and for spreadsheets, which run what is pasted as they run a file; a cell is one line */
export function copyOf(columns: Column[]): { html: string; text: string } {
  const rows = [...(columns[0]?.values ?? [])].map((_, row) => columns.map(({ values }) => cell(values[row])));
  const names = columns.map(({ name }) => name);
  const line = (tag: "th" | "td", cells: string[]) => h("tr", null, ...cells.map((text) => h(tag, null, text)));
  const place = document.createElement("div");
  render(h("table", null, line("th", names), ...rows.map((cells) => line("td", cells))), place);
  return { html: place.innerHTML, text: [names, ...rows].map((cells) => cells.join("\t")).join("\n") };
}

const cell = (value: string | number | boolean | undefined) =>
  typeof value === "string" ? neutral(value.replace(/\s+/gu, " ").trim()) : written(value);

function written(value: string | number | boolean | undefined) {
  if (typeof value === "string") return quoted(neutral(value));
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === undefined ? "" : String(Number.isInteger(value) ? value : Number(value.toPrecision(9)));
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
