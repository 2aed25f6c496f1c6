// share/csv.js
const FORMULA = /^(\s*[=+\-@＝＋－＠']|[\t\r\n])/u;
const neutral = (text) => FORMULA.test(text) ? `'${text}` : text;
function csvOf(columns) {
	const flat = columns.filter(({ list }) => !list);
	const lines = [flat.map(({ name }) => quoted(name)).join(",")];
	const rows = flat[0]?.values.length ?? 0;
	for (let row = 0; row < rows; row += 1) lines.push(flat.map(({ values }) => written(values[row])).join(","));
	return `${lines.join("\n")}\n`;
}
function written(value) {
	if (typeof value === "string") return quoted(neutral(value));
	if (typeof value === "boolean") return value ? "True" : "False";
	return value === void 0 ? "" : String(Number.isInteger(value) ? value : Number(value.toPrecision(9)));
}
const quoted = (text) => `"${text.replaceAll("\"", "\"\"")}"`;
export { csvOf };
