import { __exportAll } from "./rolldown-runtime.js";
import { element } from "./main.js";
// share/csv.js
var csv_exports = __exportAll({ csvOf: () => csvOf });
const FORMULA = /^(\s*[=+\-@＝＋－＠']|[\t\r\n])/u;
const neutral = (text) => FORMULA.test(text) ? `'${text}` : text;
function csvOf(columns) {
	const flat = columns.filter(({ list }) => !list);
	const lines = [flat.map(({ name }) => quoted(name)).join(",")];
	const rows = flat[0]?.values.length ?? 0;
	for (let row = 0; row < rows; row += 1) lines.push(flat.map(({ values }) => written(values[row])).join(","));
	return `${lines.join("\n")}\n`;
}
function copyOf(columns) {
	const rows = [...columns[0]?.values ?? []].map((_, row) => columns.map(({ values }) => cell(values[row])));
	const names = columns.map(({ name }) => name);
	const line = (tag, cells) => element("tr", ...cells.map((text) => element(tag, text)));
	return {
		html: element("table", line("th", names), ...rows.map((cells) => line("td", cells))).outerHTML,
		text: [names, ...rows].map((cells) => cells.join("	")).join("\n")
	};
}
const cell = (value) => typeof value === "string" ? neutral(value.replace(/\s+/gu, " ").trim()) : written(value);
function written(value) {
	if (typeof value === "string") return quoted(neutral(value));
	if (typeof value === "boolean") return value ? "True" : "False";
	return value === void 0 ? "" : String(Number.isInteger(value) ? value : Number(value.toPrecision(9)));
}
const quoted = (text) => `"${text.replaceAll("\"", "\"\"")}"`;
export { copyOf, csvOf, csv_exports };
