// share/base64.js
function bytesOf(text) {
	const letters = atob(text);
	const bytes = new Uint8Array(letters.length);
	for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
	return bytes;
}
// rules/python-text.js
const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const BLANK = new RegExp(`[${SPACE}]`, "u");
const SPACES = new RegExp(`[${SPACE}]+`, "gu");
const strip = (text) => stripEnd(stripStart(text, BLANK), BLANK);
function stripOf(text, characters) {
	const some = { test: (unit) => characters.includes(unit) };
	return stripEnd(stripStart(text, some), some);
}
function stripEnd(text, some = BLANK) {
	let end = text.length;
	while (end > 0 && some.test(text[end - 1])) end--;
	return text.slice(0, end);
}
function stripStart(text, some) {
	let start = 0;
	while (start < text.length && some.test(text[start])) start++;
	return text.slice(start);
}
const onOneLine = (text) => text.replace(SPACES, " ");
function lengthOf$1(text) {
	let count = 0;
	for (const _ of text) count++;
	return count;
}
const longerThan = (text, most) => text.length > most && lengthOf$1(text) > most;
const cut$2 = (text, most) => longerThan(text, most) ? `${[...text].slice(0, most - 1).join("")}…` : text;
const isDecimal = (text) => /^\p{Nd}+$/u.test(text);
const wholeNumber = (digits) => BigInt([...digits].map(valueOf$1).join(""));
function valueOf$1(digit) {
	const code = digit.codePointAt(0);
	let first = code;
	while (isDecimal(String.fromCodePoint(first - 1))) first--;
	return (code - first) % 10;
}
// rules/sudoku.js
const SIZES = [
	4,
	6,
	9
];
const PROMPT$1 = "Solve this Sudoku:\n";
const COUNTS = [
	"two",
	"three",
	"four",
	"five",
	"six",
	"seven",
	"eight",
	"nine"
];
const boxOf = (size) => ({
	rows: size === 9 ? 3 : 2,
	columns: size === 4 ? 2 : 3
});
function conflictsOf(cells, size) {
	const box = boxOf(size);
	const row = (cell) => Math.floor(cell / size);
	const column = (cell) => cell % size;
	const across = size / box.columns;
	const units = {
		row,
		column,
		box: (cell) => Math.floor(row(cell) / box.rows) * across + Math.floor(column(cell) / box.columns)
	};
	const conflicts = new Set();
	let sentence = "";
	for (const [name, unitOf] of Object.entries(units)) {
		const standing = Array.from({ length: size * size }, () => []);
		cells.forEach((digit, cell) => digit > 0 && standing[unitOf(cell) * size + digit - 1].push(cell));
		standing.forEach((same, at) => {
			if (same.length < 2) return;
			for (const cell of same) conflicts.add(cell);
			sentence ||= `${COUNTS[same.length - 2]} ${at % size + 1}s in ${name} ${Math.floor(at / size) + 1}`;
		});
	}
	return {
		cells: conflicts,
		sentence
	};
}
function sudokuPrompt(text) {
	const drawn = text.replaceAll("\r", "").replaceAll("\xA0", " ").replace(/[│┃║]/g, "|").replace(LINES, "-");
	const runs = runsIn(drawn);
	const grid = firstOf(runs, spaced) ?? rowed(drawn) ?? firstOf([...runs, ...runs[0].trim().split(/\s+/)], counted$1);
	return grid === null ? null : PROMPT$1 + grid;
}
const LINES = /[─━═┌┏╔┐┓╗└┗╚┘┛╝├┣╠╟┠┤┫╣╢┨┬┳╦╤┯┴┻╩╧┷┼╋╬╪╫┿╂]/g;
const firstOf = (runs, read) => runs.map(marked).reduce((found, run) => found ?? read(run), null);
function runsIn(text) {
	const best = (`\n${text}`.match(/[0-9._*?|+\- \t\n]+/g) ?? []).reduce((longest, run) => run.length > longest.length ? run : longest, "").replace(/^[.?](?=[ \t\n])/, "");
	const bare = best.trimEnd();
	const last = bare.slice(-1);
	const stop = [".", "?"].includes(last) && !bare.slice(0, -1).includes(last);
	const heads = [best];
	if (best.split("\n")[0].trim().length < 3) heads.push(best.slice(best.indexOf("\n") + 1));
	return [...heads, ...heads.flatMap((head) => tailless(head, stop))];
}
function tailless(head, stop) {
	const lineless = head.slice(head.lastIndexOf("\n") + 1).trim().length < 3 ? [head.replace(/\n[^\n]*$/, "")] : [];
	return stop ? [...lineless, head.trimEnd().slice(0, -1)] : lineless;
}
const marked = (text) => text.replace(/[0_*?]/g, ".");
const counted$1 = (drawn) => board(drawn.replace(/[|+\- \t\n]/g, ""));
function spaced(drawn) {
	const lines = drawn.replace(/^\n/, "").split("\n");
	const size = SIZES.find((size) => size === lines.length);
	if (!size || drawn.includes(".") || lines.some((line) => line.length > size)) return null;
	return board(lines.map((line) => line.padEnd(size)).join("").replaceAll(" ", "."));
}
function rowed(text) {
	let rows = [];
	for (const line of [...text.split("\n").flatMap(piecesOf), "!"]) {
		const size = rows[0]?.length ?? 0;
		const full = rows.length === size;
		const last = rows.length === size - 1;
		const whole = cellsOf$1(line, last, size);
		const cells = last && whole.length !== size && /[.?][ \t]*$/.test(line) ? cellsOf$1(line.replace(/[.?][ \t]*$/, ""), last, size) : whole;
		if (cells.length === size && cells !== "!" && size > 0) rows.push(cells);
		else if (cells !== "" || full) {
			const grid = full ? board(marked(rows.join(""))) : null;
			if (grid !== null) return grid;
			rows = cells === "" ? [] : [cells];
		}
	}
	return null;
}
function cellsOf$1(line, last, size) {
	if (line === "!") return line;
	const signs = line.replace(/[|+\- \t]/g, "");
	if (signs === "" && (!/[\t|]/.test(line) || line.includes("-"))) return "";
	const parts = line.replace(/^ *\|?|\|? *$/g, "").split(/[|\t]/).map((part) => part.replace(/^ +| +$/g, ""));
	const table = parts.every((part) => part.length < 2) ? parts.map((part) => part || ".").join("") : null;
	if (last && table !== null && line.includes("	") && table.length < size) return table.padEnd(size, ".");
	return table !== null && SIZES.some((size) => size === table.length) ? table : signs;
}
function piecesOf(line) {
	const words = line.match(/[^0-9._*?|+\- \t](.*[^0-9._*?|+\- \t])?/);
	if (words?.index === void 0) return [line];
	const tail = line.slice(words.index + words[0].length);
	return [
		line.slice(0, words.index),
		"!",
		tail.replace(/^[.?](?=[ \t])/, "")
	];
}
const understand = (text) => sudokuPrompt(text) ?? strip(text);
const puzzleIn = (understood) => understood.startsWith(PROMPT$1) ? readGrid(understood.slice(19)) : null;
function board(cells) {
	const size = SIZES.find((size) => size * size === cells.length);
	if (!size || !/[^.]/.test(cells) || [...cells].some((cell) => cell > String(size) || cell < ".")) return null;
	return Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size)).join("\n");
}
function readGrid(text) {
	const lines = strip(text).split("\n");
	const size = SIZES.find((size) => size === lines.length);
	if (!size || !lines.every((line) => line.length === size && /^[.1-9]*$/.test(line))) return null;
	const clues = [...lines.join("")].map((cell) => cell === "." ? 0 : Number(cell));
	return clues.every((digit) => digit <= size) ? {
		size,
		clues
	} : null;
}
// denoising/world/outside.js
function readOutside({ patterns, foreign }, prompt) {
	const text = strip(prompt);
	if (text === "" || patterns.tasks.first(text)) return null;
	const letters = text.match(/\p{L}/gu) ?? [];
	if (letters.filter((letter) => letter > "").length > letters.length / 2) return text;
	const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
	const { greeting, question, order } = patterns;
	return [
		greeting,
		question,
		order
	].some((pattern) => pattern.whole(text)) || words.filter((word) => foreign.has(word)).length > 1 ? text : null;
}
function wrongInAnswer({ tables: { outside } }, text) {
	return strip(text) === outside.sentence ? "" : `The answer to this should be: ${outside.sentence}`;
}
// denoising/python-text.js
const ESCAPES = {
	"\\": "\\\\",
	"\n": "\\n",
	"\r": "\\r",
	"	": "\\t"
};
const HIDDEN$1 = /[\\\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
const isWhole = (value) => Number.isInteger(value) && Math.abs(Number(value)) < 1e21;
const isCount = (value) => isWhole(value) && Number(value) >= 0;
const isMapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function repr(value) {
	if (value === null || value === void 0) return "None";
	if (typeof value === "boolean") return value ? "True" : "False";
	if (typeof value === "number") return isWhole(value) ? String(value) : float(value);
	if (typeof value === "string") return quoted(value);
	if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
	return `{${Object.entries(value).map(([name, part]) => `${quoted(name)}: ${repr(part)}`).join(", ")}}`;
}
function quoted(text) {
	const mark = text.includes("'") && !text.includes("\"") ? "\"" : "'";
	const escaped = text.replace(HIDDEN$1, (char) => ESCAPES[char] ?? codeOf(char.codePointAt(0)));
	return `${mark}${mark === "'" ? escaped.replaceAll("'", "\\'") : escaped}${mark}`;
}
function codeOf(code) {
	const hex = code.toString(16);
	return code < 256 ? `\\x${hex.padStart(2, "0")}` : code < 65536 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
function float(value) {
	if (!Number.isFinite(value)) return odd(value);
	const [digits, exponent] = value.toExponential().split("e");
	if (value !== 0 && (Number(exponent) < -4 || Number(exponent) >= 16)) return digits + tail(Number(exponent));
	const text = Object.is(value, -0) ? "-0" : String(value);
	return text.includes(".") ? text : `${text}.0`;
}
function general(value, digits = 6) {
	if (!Number.isFinite(value)) return odd(value);
	if (value === 0) return Object.is(value, -0) ? "-0" : "0";
	const [mantissa, exponent] = rounded$1(Math.abs(value), digits);
	const sign = value < 0 ? "-" : "";
	const bare = (text) => text.includes(".") ? text.replace(/\.?0+$/, "") : text;
	if (exponent < -4 || exponent >= digits) return sign + bare(mantissa) + tail(exponent);
	return sign + bare(Number(`${mantissa}e${exponent}`).toFixed(digits - 1 - exponent));
}
function json(value) {
	if (value instanceof Float) return float(value.number);
	if (typeof value === "number") return isWhole(value) ? String(value) : float(value);
	if (typeof value === "string") return ascii(value);
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	if (Array.isArray(value)) return `[${value.map(json).join(",")}]`;
	return `{${Object.entries(value).map(([name, part]) => `${ascii(name)}:${json(part)}`).join(",")}}`;
}
var Float = class {
	constructor(number) {
		this.number = number;
	}
};
const ascii = (text) => JSON.stringify(text).replace(/[\x7f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
const withCommas = (text) => text.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
const cut$1 = (text, most) => [...text].slice(0, most).join("");
function byCodePoint(first, second) {
	const [ours, theirs] = [[...first], [...second]];
	const at = ours.findIndex((char, place) => char !== theirs[place]);
	if (at === -1) return ours.length - theirs.length;
	return at < theirs.length ? Number(ours[at].codePointAt(0)) - Number(theirs[at].codePointAt(0)) : 1;
}
function rounded$1(value, digits) {
	const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
	const [exact, place] = value.toExponential(60).split("e");
	const shown = exact.slice(0, digits + Number(digits > 1));
	return /^\.?50*$/.test(exact.slice(shown.length)) && "02468".includes(shown.at(-1) ?? "") ? [shown, Number(place)] : [mantissa, Number(exponent)];
}
const odd = (value) => Number.isNaN(value) ? "nan" : value < 0 ? "-inf" : "inf";
const tail = (exponent) => `e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
// denoising/world/records.js
const MOST_DIGITS = 4300;
function readRecord({ patterns }, prompt) {
	const sentence = patterns.json.whole(strip(prompt))?.groups?.said;
	if (sentence === void 0) return null;
	const [thing, age, named, word] = [
		"thing",
		"age",
		"named",
		"word"
	].map((name) => patterns[name].first(sentence));
	if (!thing || !word) return null;
	return {
		name: named ? named[1] : word[0],
		age: age && Number(wholeNumber(age[0])),
		has: (thing.groups?.thing).toLowerCase()
	};
}
function wrongInRecord(task, text) {
	let value;
	try {
		value = JSON.parse(unfenced(text).replace(LITERAL, plain));
	} catch {
		return "The text is not JSON.";
	}
	if (typeof value !== "object" || value === null || Array.isArray(value)) return "The text is not a JSON object.";
	for (const key of ["name", "age"]) {
		if (task[key] === null) continue;
		if (!Object.hasOwn(value, key)) return `The key "${key}" is missing.`;
		if (value[key] !== task[key]) return `The value of "${key}" should be ${json(task[key])}.`;
	}
	const bare = task.has.slice(task.has.indexOf(" ") + 1);
	return Object.values(value).some((each) => each === task.has || each === bare) ? "" : `No value is "${task.has}".`;
}
const LITERAL = /"(?:[^"\\]|\\.)*"|(-?(?:0|[1-9]\d*))(\.\d+)?([eE][+-]?\d+)?|-?Infinity|NaN/gs;
function plain(literal, digits, fraction, exponent) {
	if (literal.startsWith("\"")) return literal;
	if (digits === void 0 || fraction !== void 0 || exponent !== void 0) return "null";
	if (digits.length > MOST_DIGITS) throw new SyntaxError("too many digits");
	return literal;
}
function unfenced(text) {
	const parts = text.split("```");
	if (parts.length !== 3) return text;
	const line = parts[1].indexOf("\n");
	return (line < 0 ? "" : parts[1].slice(line + 1)) || text;
}
// denoising/world/sorting.js
function readItems({ patterns }, prompt) {
	const match = patterns.sorting.whole(strip(prompt));
	const { order, listed } = match?.groups ?? {};
	if (!match || !(order || listed.includes(","))) return null;
	const bare = patterns.joined.replaced(patterns.introduction.replaced(listed, () => ""), () => " ");
	const items = patterns.item.every(bare).map(([item]) => item);
	if (items.length < 2 || items.some((item) => lengthOf$1(item) >= 20)) return null;
	return {
		items,
		falling: patterns.falling.every(order ?? "").length > 0
	};
}
function wrongInOrder({ patterns }, task, text) {
	const due = inOrder(task).map((item) => item.toLowerCase());
	let listed = patterns.numbered.replaced(text.slice(text.lastIndexOf(":") + 1), () => "");
	if (!due.includes("is") && !due.includes("are")) listed = patterns.led.replaced(listed, () => "");
	const items = patterns.item.every(listed).map(([item]) => item.toLowerCase()).filter((item) => item !== "and");
	if (items.filter((item) => !due.includes(item)).length > due.length) return `The text is no list of these ${isDecimal(task.items[0]) ? "numbers" : "words"}.`;
	const count = (all, item) => all.filter((each) => each === item).length;
	for (const item of due) if (count(items, item) < count(due, item)) return `${capital(item)} is missing.`;
	for (const item of items) if (count(items, item) > count(due, item)) return `${capital(item)} is there ${due.includes(item) ? "too often" : "but was not asked for"}.`;
	const at = items.findIndex((item, place) => item !== due[place]);
	return at < 0 ? "" : `${capital(due[at])} should come before ${items[at]}.`;
}
function inOrder({ items, falling }) {
	const numbers = items.every(isDecimal);
	const sign = falling ? -1 : 1;
	return items.map((item) => ({
		item,
		key: numbers ? wholeNumber(item) : item.toLowerCase()
	})).sort((a, b) => a.key < b.key ? -sign : a.key > b.key ? sign : 0).map(({ item }) => item);
}
const capital = (item) => item.charAt(0).toUpperCase() + item.slice(1);
// denoising/world/sums.js
function readSum({ patterns }, prompt) {
	for (const name of [
		"sum",
		"minus",
		"from",
		"between"
	]) {
		const match = patterns[name].whole(strip(prompt));
		if (!match) continue;
		let [a, b] = match.slice(1).filter(Boolean).map(wholeNumber);
		if (name === "sum") return [a, b];
		if (name === "from" || name === "between" && a < b) [a, b] = [b, a];
		return a >= b && b > 0n ? [a, -b] : null;
	}
	return null;
}
function wrongInSum({ patterns }, [a, b], text) {
	const bare = patterns.marks.replaced(text, () => "");
	const read = (digits) => digits.filter((each) => lengthOf$1(each) < 20).map(wholeNumber);
	const numbers = read(bare.match(/\p{Nd}+/gu) ?? []);
	let results = read(patterns.result.every(bare).map((match) => match[1]));
	if (patterns.columns.whole(bare) || isDecimal(stripOf(bare, " .!\n"))) results = numbers.slice(-1);
	const [first, second] = numbers;
	const taken = b < 0n ? -b : b;
	const same = first === a && second === taken || first === taken && second === a;
	if (results.length > 0 && numbers.length === 3 && !same) return `The text has ${first} and ${second}, not ${a} and ${taken}.`;
	if (results.at(-1) === a + b || numbers.at(-1) === a + b) return "";
	if (results.length === 0) return "The text holds no result.";
	return `${a} ${b < 0n ? "-" : "+"} ${taken} is ${a + b}, not ${results.at(-1)}.`;
}
// denoising/world/kinds.js
const KINDS$1 = {
	sum: {
		read: readSum,
		fault: wrongInSum,
		copied: () => ""
	},
	sorting: {
		read: readItems,
		fault: wrongInOrder,
		copied: ({ items }) => items.join(" ")
	},
	JSON: {
		read: readRecord,
		fault: (_, task, text) => wrongInRecord(task, text),
		copied: ({ name, has }) => `${name} ${has}`
	},
	outside: {
		read: readOutside,
		fault: (world, _, text) => wrongInAnswer(world, text),
		copied: () => ""
	}
};
function kindOf(world, prompt) {
	for (const [name, kind] of Object.entries(KINDS$1)) {
		const task = kind.read(world, prompt);
		if (task !== null) return {
			...kind,
			name,
			task
		};
	}
	return null;
}
// denoising/world/articles.js
const article = ({ patterns }, word) => patterns.vowel.begin(word) && !patterns.consonant.begin(word) ? "an" : "a";
const withArticles = (world, text) => world.patterns.article.replaced(text, (_, head, word) => `${head}${article(world, word).slice(1)} `);
// denoising/world/things.js
const ARTICLE_OF = {
	hero: "",
	animal: "a",
	colour: "",
	object: "a",
	place: "the",
	helper: "a",
	weather: "",
	feeling: ""
};
const OWNERS = [
	"her",
	"his",
	"my",
	"their"
];
const ARTICLES = new Set([
	"a",
	"an",
	...OWNERS,
	"the",
	"another",
	"one",
	"two"
]);
const BORDERS = new Set("and or with who that which at in on near under called named of had has lost found".split(" "));
const NOTHING = new Set("something anything it me you us them him girl boy child".split(" "));
const TIMES = new Set([
	"day",
	"morning",
	"evening",
	"night"
]);
function thingsIn(world, { text, named }) {
	const things = listed$1(world, text, named.get("hero") ?? "");
	const there = new Set(things.flatMap(({ words }) => words.map((word) => word.toLowerCase())));
	for (const [fact, word] of named) if (!there.has(word.toLowerCase())) things.push({
		article: ARTICLE_OF[fact],
		words: [word]
	});
	return things;
}
function thingText(world, { article: written, words }) {
	return [[
		"a",
		"an",
		...OWNERS
	].includes(written) ? article(world, words[0]) : written, ...words].join(" ").trim();
}
const beginsClause = (word, named) => word === "who" || named && ["that", "which"].includes(word);
function listed$1({ patterns }, text, hero) {
	const match = patterns.listed.first(text);
	const things = [];
	let head = "";
	let words = [];
	let does = false;
	for (const part of [...patterns.parts.every(match?.[1] ?? "").map(([part]) => part), ","]) {
		const lower = part.toLowerCase();
		if (!ARTICLES.has(lower) && !BORDERS.has(lower) && /^\p{L}/u.test(part)) {
			does &&= words.length > 0 || head !== "" || /^\p{Lowercase}/u.test(part);
			words.push(part);
			continue;
		}
		if (words.length > 1 && TIMES.has(words[words.length - 1].toLowerCase())) {
			head = "";
			words.pop();
		}
		if (words.length > 0 && (head || words.length === 1) && !does && !NOTHING.has(words[words.length - 1].toLowerCase())) things.push({
			article: head,
			words: words.map((word) => word.toLowerCase() === hero.toLowerCase() ? hero : word)
		});
		does = beginsClause(lower, words.length > 0) || does && ARTICLES.has(lower);
		head = ARTICLES.has(lower) ? lower : "";
		words = [];
	}
	return things;
}
function factsIn({ tables }, text) {
	const spellings = new Map(Object.entries(tables.words.first).flatMap(([fact, words]) => words.map((word) => [word.toLowerCase(), [fact, word]])));
	const named = new Map();
	for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
		const [fact, spelled] = spellings.get(word) ?? [];
		if (fact && spelled && !named.has(fact)) named.set(fact, spelled);
	}
	return named;
}
// denoising/world/requests.js
function taskOf(world, prompt) {
	const understood = understand(prompt);
	if (puzzleIn(understood)) return "Sudoku";
	if (readFunction(world, understood)) return "function";
	if (readStory(world, understood)) return "story";
	if (understood.startsWith(world.tables.repair)) return "repair";
	return kindOf(world, understood)?.name ?? null;
}
function readStory(world, prompt) {
	const { patterns, tables, things, places } = world;
	const match = patterns.gives.whole(strip(prompt))?.groups;
	if (match) {
		const { quote } = match;
		const quoted = match.continue ? {
			opening: quote,
			ending: ""
		} : {
			opening: "",
			ending: quote
		};
		return {
			text: prompt,
			named: new Map(),
			clauses: [],
			long: false,
			...quoted
		};
	}
	const lower = prompt.toLowerCase();
	const words = [...new Set(lower.match(/[a-z]+/g))];
	const named = words.filter((word) => things.has(word)).length;
	const all = words.filter((word) => things.has(word) || places.has(word)).length;
	if (!(patterns.mentions.begin(prompt) && named > 0 && all > 1) && !patterns.asks.begin(prompt)) return null;
	const long = tables.stories.long.some((opener) => lower.startsWith(opener.toLowerCase()));
	const facts = factsIn(world, prompt);
	return {
		text: prompt,
		named: facts,
		clauses: [tables.stories.plots, tables.stories.endings].flatMap((all) => all.map((clause) => clause.replace("{object}", facts.get("object") ?? "").toLowerCase().replace(/\.$/, "")).filter((clause) => lower.includes(clause)).slice(-1)),
		opening: "",
		ending: "",
		long
	};
}
function readFunction(world, prompt) {
	const { openers, infill, gap } = world.tables.functions;
	const text = strip(prompt);
	const line = text.indexOf("\n");
	const [first, code] = line < 0 ? [text, ""] : [text.slice(0, line), text.slice(line + 1)];
	const head = [...openers, infill].find((opener) => first.startsWith(opener));
	if (head === void 0 || !describes(world, stripOf(first.slice(head.length), " ."))) return isCommon(world, text) ? {
		common: true,
		gap: false
	} : null;
	if (head !== infill) return {
		common: false,
		gap: false
	};
	return code.indexOf(gap) < 0 ? null : {
		common: false,
		gap: code.length > gap.length
	};
}
const describes = ({ patterns: { choose, compute, check, fold } }, words) => [
	choose,
	compute,
	check,
	fold
].some((pattern) => pattern.whole(words));
function isCommon(world, prompt) {
	const opener = world.patterns.opener.begin(prompt);
	if (!opener || longerThan(prompt, 299)) return false;
	return world.meanings.has(normal(world, prompt.slice(opener[0].length)));
}
function normal({ tables, skipped }, description) {
	let text = ` ${description.toLowerCase()}`;
	for (const form of tables.functions.lists) text = text.replaceAll(form, " list");
	const [verb, ...rest] = (text.match(/[a-z0-9]+/g) ?? []).filter((word) => !skipped.has(word));
	return verb === void 0 ? "" : [verb.replace(/ies$/, "y").replace(/s$/, ""), ...rest].join(" ");
}
// denoising/world/new-words.js
const MOST_NAMED$1 = 8;
const LONGEST$3 = 24;
const READ = 64;
function newWords(text, known, most = MOST_NAMED$1) {
	const words = new Map();
	for (const word of wordsIn(text)) {
		const lower = word.toLowerCase();
		const isLetter = word.length === 1 && word <= "";
		if (!known.has(lower) && !words.has(lower) && !isLetter) words.set(lower, cut$2(word, LONGEST$3));
	}
	const named = [...words.values()].slice(0, most);
	const more = words.size - named.length;
	return {
		named,
		text: named.join(", ") + (more > 0 ? ` and ${more} more` : "")
	};
}
const wordsIn = (text) => (text.replace(/['’]s/g, " ").match(/[\p{L}\p{M}]+/gu) ?? []).map((word) => [...word].slice(0, READ).join("").normalize("NFC"));
// denoising/world/unread.js
const AGE = 3;
const MOST$1 = 8;
const LONGEST$2 = 24;
const NONE$1 = new Set();
function unread(world, prompt) {
	const understood = understand(prompt);
	const { read } = world.tables.unread;
	if (puzzleIn(understood)) return [];
	const request = readFunction(world, understood);
	if (request) return leftOfFunction(world, strip(understood), request.common);
	const story = readStory(world, understood);
	if (story) return story.opening || story.ending ? [] : leftOfStory(world, story);
	const kind = kindOf(world, understood);
	if (kind?.name === "sorting") return leftOfSorting(world, understood);
	if (kind?.name !== "JSON") return [];
	const words = wordsIn(`${kind.task.name} ${kind.task.has}`.toLowerCase());
	return left(world, understood, new Set([...read.JSON, ...words]), { number: kind.task.age });
}
function leftOfFunction(world, prompt, common) {
	const { read } = world.tables.unread;
	const opener = common && world.patterns.opener.begin(prompt);
	if (opener) return short$1([...left(world, opener[0], new Set(read.function)), ...signsIn(world, prompt.slice(opener[0].length))]);
	const line = prompt.indexOf("\n");
	return line < 0 || prompt.startsWith(world.tables.functions.infill) ? [] : left(world, prompt.slice(line + 1), NONE$1);
}
function leftOfStory(world, story) {
	const { patterns, tables, unreadable, scenery } = world;
	const { text, named, clauses, long } = story;
	const asks = patterns.asks.begin(text) ?? patterns.mentions.begin(text);
	const rest = asks ? text.slice(asks[0].length) : text;
	const tooLong = asks && !long && asks[0].toLowerCase().split(/\s+/).includes("long") ? ["long"] : [];
	const subjects = thingsIn(world, story).flatMap((thing) => thing.words.map((word) => word.toLowerCase())).filter((word) => !scenery.has(word));
	const read = new Set([...tables.unread.read.story, ...subjects]);
	if (named.has("hero") || wordsIn(rest).some((word) => ["named", "called"].includes(word.toLowerCase()))) for (const word of tables.unread.read.child) read.add(word);
	const asides = [named.get("helper"), named.get("feeling")];
	const isRead = (sentence) => {
		if (clauses.includes(sentence.toLowerCase())) return true;
		const aside = patterns.aside.whole(sentence)?.groups;
		return aside !== void 0 && asides.includes((aside.helper ?? aside.feeling).toLowerCase());
	};
	const fresh = patterns.sentence.every(rest).map(([sentence]) => strip(sentence)).filter((sentence) => !isRead(sentence)).join(". ");
	return short$1([...tooLong, ...left(world, fresh, read, { passed: unreadable })]);
}
function leftOfSorting(world, prompt) {
	const { order = "", listed = "" } = world.patterns.sorting.whole(strip(prompt))?.groups ?? {};
	const signs = world.patterns.unsorted.every(listed).map(([sign]) => sign);
	return short$1([...left(world, order, new Set(world.tables.unread.read.sorting)), ...signs]);
}
function left(world, text, read, { passed = NONE$1, number = null } = {}) {
	const numbers = world.patterns.number.every(text).map(([digits]) => digits);
	return short$1([
		...wordsIn(text).filter((word) => !read.has(word.toLowerCase()) || passed.has(word.toLowerCase())),
		...numbers.filter((digits) => [...digits].length > AGE || Number(wholeNumber(digits)) !== number),
		...signsIn(world, text)
	]);
}
const signsIn = (world, text) => short$1(world.patterns.sign.every(text).map(([sign]) => sign).filter((sign) => !/\p{M}/u.test(sign)));
const short$1 = (words) => [...new Set(words.map((word) => cut$2(word, LONGEST$2)))].slice(0, MOST$1);
const LONGEST_SENTENCE = 200;
function judge(world, prompt, text) {
	if (longerThan(prompt, 2e4) || longerThan(text, 2e4)) return null;
	const understood = understand(prompt);
	const verdict = (task, fault, right) => {
		const sentence = cut$2(onOneLine(fault === "" ? right : `wrong: ${fault}`), LONGEST_SENTENCE);
		return {
			task,
			right: fault === "",
			sentence,
			rule: world.tables.rule
		};
	};
	const puzzle = puzzleIn(understood);
	if (puzzle) return verdict("Sudoku", faultOfGrid(puzzle, text), "solved");
	if (unread(world, prompt).length > 0 || readFunction(world, understood) || readStory(world, understood)) return null;
	const kind = kindOf(world, understood);
	if (!kind || kind.name === "outside") return null;
	return verdict(kind.name, clause(kind.fault(world, kind.task, text)), world.tables.kinds[kind.name].right);
}
const clause = (sentence) => sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
function faultOfGrid({ size, clues }, text) {
	const impossible = conflictsOf(clues, size).sentence;
	if (impossible) return `the puzzle itself has ${impossible}`;
	const answer = readGrid(text);
	if (answer?.size !== size) return `not a grid of ${size} rows of ${size} digits`;
	const broken = conflictsOf(answer.clues, size).sentence;
	if (broken) return broken;
	const changed = clues.filter((clue, cell) => clue && clue !== answer.clues[cell]).length;
	if (changed > 0) return `${changed} of the clues ${changed === 1 ? "was" : "were"} changed`;
	const empty = answer.clues.filter((digit) => digit === 0).length;
	return empty > 0 ? `${empty} ${empty === 1 ? "cell is" : "cells are"} empty` : "";
}
// denoising/card.js
function cardFor(world, prompt) {
	const { card } = world.tables;
	if (card === null) return {};
	const { task, like } = taskLike(world, prompt);
	return {
		tasks: [...task ? [{
			task,
			like
		}] : [], ...task === card.example ? [] : [{
			task: card.example,
			like: ""
		}]].map((each) => ({
			...each,
			rows: card.figures.filter((figure) => figure.task === each.task)
		})).filter(({ rows }) => rows.length > 0),
		shares: card.shares,
		settings: card.settings
	};
}
function figureFor(world, prompt) {
	const { task } = taskLike(world, prompt);
	const { card } = world.tables;
	return card?.figures.find((figure) => figure.task === task && figure.way === "uniform") ?? null;
}
function taskLike(world, prompt) {
	const understood = longerThan(prompt, 2e4) ? "" : understand(prompt);
	const named = (task) => ({
		task,
		like: ""
	});
	const puzzle = puzzleIn(understood);
	if (puzzle) return puzzleLike(world, puzzle);
	const request = readFunction(world, understood);
	if (request?.common) return named("function that people ask for");
	if (request) return named(request.gap ? "function with a gap" : "function from a description");
	const story = readStory(world, understood);
	if (story) return named(storyLike(world, story));
	if (understood.startsWith(world.tables.repair)) return named("repair of 20% as a prompt");
	const kind = kindOf(world, understood);
	return named(kind ? world.tables.kinds[kind.name].suite : "");
}
function puzzleLike({ tables: { card } }, { size, clues }) {
	const count = clues.filter(Boolean).length;
	const measured = (card?.figures ?? []).flatMap(({ task }) => {
		const match = /^Sudoku (\d)x\1, (\d+) clues/.exec(task);
		return match && Number(match[1]) === size ? [Number(match[2])] : [];
	});
	if (measured.length === 0) return {
		task: "",
		like: ""
	};
	const nearest = measured.reduce((best, each) => Math.abs(each - count) < Math.abs(best - count) ? each : best);
	const like = nearest === count ? "" : `This puzzle has ${count} clues; the nearest that was measured has ${nearest}.`;
	return {
		task: `Sudoku ${size}x${size}, ${nearest} clues`,
		like
	};
}
function storyLike(world, story) {
	if (story.opening || story.ending) return "";
	if (story.long) return "story of two canvases";
	const words = thingsIn(world, story).flatMap((thing) => thing.words.map((word) => word.toLowerCase()));
	const { first, known } = world.tables.words;
	let task = "story, facts named";
	for (const [usual, unusual, harder] of [
		[
			first,
			1,
			"story, any known words"
		],
		[
			known,
			1,
			"story, one strange word"
		],
		[
			known,
			2,
			"story, two strange words"
		]
	]) {
		const there = new Set(Object.values(usual).flatMap((all) => all.map((word) => word.toLowerCase())));
		const { size } = new Set(words.filter((word) => !there.has(word)));
		if (size >= unusual && world.tables.card?.figures.some((figure) => figure.task === harder)) task = harder;
	}
	return task;
}
// denoising/world/nearest.js
const MOST = 2;
const SHORTEST = 4;
const LONGER = 7;
const LONGEST$1 = 24;
function nearest({ meaning, names, trained }, word) {
	const known = trained ?? new Set();
	const lower = word.toLowerCase();
	for (const singular of [lower, ...singulars(lower)]) {
		const like = meaning.get(singular);
		if (like) return like.filter((name) => known.has(name));
		if (known.has(singular)) return [names.get(singular) ?? singular];
	}
	const { length } = [...lower];
	if (length < SHORTEST || length > LONGEST$1) return [];
	const most = length < LONGER ? 1 : 2;
	return [...known].filter((near) => near[0] === lower[0] && Math.abs(near.length - lower.length) <= most && near.length >= SHORTEST).map((near) => [slips(lower, near), near]).filter(([count]) => count <= most).sort(([a, near], [b, further]) => a - b || (near < further ? -1 : 1)).slice(0, MOST).map(([, near]) => names.get(near) ?? near);
}
const singulars = (lower) => [
	["ies", "y"],
	["es", ""],
	["s", ""]
].filter(([end]) => lower.endsWith(end)).map(([end, singular]) => lower.slice(0, -end.length) + singular);
function slips(a, b) {
	let before = [];
	let row = [...Array(b.length + 1).keys()];
	for (let i = 1; i <= a.length; i++) {
		const last = before;
		before = row;
		row = [i];
		for (let j = 1; j <= b.length; j++) {
			const steps = [
				before[j] + 1,
				row[j - 1] + 1,
				before[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 2)
			];
			if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps.push(last[j - 2] + 1);
			row.push(Math.min(...steps));
		}
	}
	return row[b.length];
}
// denoising/world/offers.js
const NOUNS = [
	"hero",
	"animal",
	"object",
	"helper",
	"place"
];
const BEFORE_VERBS = new Set([
	"to",
	"can",
	"could",
	"will",
	"would",
	"must"
]);
const MOST_CHARACTERS$1 = 300;
const MOST_WORDS = 40;
function offers(world, prompt, kind, unread, near) {
	if (longerThan(prompt, MOST_CHARACTERS$1) || [
		"Sudoku",
		"sum",
		"repair"
	].includes(kind ?? "")) return [];
	let made;
	if (kind !== null && kind !== "outside" && unread.length === 0) made = near.size > 0 ? [replaced$1(world, prompt, kind, near)] : [];
	else made = anew(world, prompt, kind);
	return [...new Set(made.filter((offer) => offer !== "" && offer !== prompt))];
}
function anew(world, prompt, kind) {
	const understood = understand(prompt);
	if (kind === "function") return [functionIn(world, understood)];
	const small = kindOf(world, understood);
	if (small?.name === "sorting") {
		const items = small.task.items.filter((item) => /^[\0-\x7f]*$/.test(item));
		return items.length > 1 ? [`Sort: ${items.join(", ")}.`] : [];
	}
	if (small?.name === "JSON") {
		const age = small.task.age === null ? "" : `is ${small.task.age} years old and `;
		return [`Write as JSON: ${small.task.name} ${age}has ${small.task.has}.`];
	}
	const stories = storiesIn(world, understood);
	if (kind === "story") return stories;
	const numbers = world.patterns.addends.every(understood).map(([digits]) => digits);
	return [
		...numbers.length === 2 ? [`Add ${numbers[0]} and ${numbers[1]}.`] : [],
		...world.patterns.opener.begin(`${understood} `) ? [functionIn(world, understood)] : [],
		stories[0]
	];
}
function replaced$1(world, prompt, kind, near) {
	const story = kind === "story" ? readStory(world, understand(prompt)) : null;
	if (story && !story.opening && !story.ending && [...near].some(([word, match]) => isPlural(word, match))) return storiesIn(world, prompt)[0];
	let text = prompt;
	for (const [word, match] of near) {
		const letter = "[\\p{L}\\p{Nl}\\p{No}]";
		text = text.replace(new RegExp(`(?<!${letter})${word}(?!${letter})`, "giu"), () => match);
	}
	return withArticles(world, text);
}
const isPlural = (word, near) => word.toLowerCase().endsWith("s") && !near.endsWith("s");
function functionIn(world, prompt) {
	const text = `${prompt} `;
	const opener = world.patterns.opener.begin(text);
	const words = opener ? text.slice(opener[0].length).match(/[A-Za-z0-9]+/g) ?? [] : [];
	for (let count = Math.min(words.length, MOST_WORDS); count > 0; count--) {
		const description = words.slice(0, count).join(" ");
		if (world.skipped.has(words[count - 1].toLowerCase()) || !world.meanings.has(normal(world, description))) continue;
		return words[0].endsWith("s") ? `Write a function that ${description}.` : `Write a function to ${description}.`;
	}
	return world.tables.offers.function;
}
function storiesIn(world, prompt) {
	const facts = new Map();
	let colour = "";
	let before = "";
	for (const word of wordsIn(prompt).slice(0, MOST_WORDS)) {
		const lower = word.toLowerCase();
		const does = BEFORE_VERBS.has(before) || beginsClause(before, facts.size > 0);
		before = lower;
		if (world.unreadable.has(lower) || does && !world.facts.has(lower)) continue;
		const near = (world.trained?.has(lower) ? [lower] : nearest(world, word).map((each) => each.toLowerCase())).find((each) => world.facts.has(each)) ?? "";
		const fact = world.facts.get(near) ?? "";
		if (fact === "colour") {
			colour = near;
			continue;
		}
		const isFact = fact !== "" && (fact !== "hero" || /^\p{Lu}/u.test(word));
		const thing = colour && (fact === "animal" || fact === "object") ? `${colour} ${near}` : near;
		if (isFact) facts.set(fact, [...facts.get(fact) ?? [], thing]);
		colour = "";
	}
	return [0, -1].map((which) => storyOf(world, new Map([...facts].map(([fact, all]) => [fact, all.at(which) ?? ""]))));
}
function storyOf(world, facts) {
	const things = NOUNS.slice(0, -1).flatMap((fact) => {
		const words = facts.get(fact);
		if (words === void 0) return [];
		return [fact === "hero" ? world.names.get(words) : `${article(world, words)} ${words}`];
	});
	const place = facts.has("place") ? `the ${facts.get("place")}` : "";
	if (things.length === 0) return place ? `Write a story about ${place}.` : world.tables.offers.story;
	const last = things.pop();
	return `Write a story about ${things.length > 0 ? `${things.join(", ")} and ${last}` : last}${place ? " at " : ""}${place}.`;
}
// denoising/about.js
const MOST_NAMED = 6;
const LONGEST = 40;
function aboutPrompt(world, prompt) {
	const kind = longerThan(prompt, 2e4) ? null : taskOf(world, prompt);
	if (world.trained === null || strip(prompt) === "") return {
		kind,
		unread: [],
		unknown: [],
		sentence: "",
		offers: []
	};
	const text = copied(world, prompt, kind);
	const more = kind === null ? [] : unread(world, prompt);
	const passed = new Set(more.map((word) => word.toLowerCase()));
	const { named } = newWords(text, world.trained);
	const unknown = named.filter((word) => !passed.has(word.toLowerCase())).map((word) => ({
		word,
		nearest: nearest(world, word)
	}));
	const known = unknown.filter((each) => each.nearest.length > 0);
	const ways = offers(world, prompt, kind, more, new Map(known.map((each) => [each.word, each.nearest[0]])));
	const about = {
		kind,
		unread: more,
		offers: ways
	};
	if (kind === null || kind === "outside") return {
		...about,
		unknown: known,
		sentence: refusal(world, prompt, kind, ways)
	};
	const read = newWords(text, new Set([...world.trained, ...passed]));
	const garbled = unknown.length < named.length;
	const parts = [
		deed(world, prompt, kind, more),
		spelling(world, read, kind),
		passedOver(more, garbled)
	];
	return {
		...about,
		unknown,
		sentence: parts.filter(Boolean).join(" ")
	};
}
function copied(world, prompt, kind) {
	if (kind === "Sudoku" || kind === "function" || kind === "repair") return "";
	const story = kind === "story" ? readStory(world, understand(prompt)) : null;
	if (story) return story.opening || story.ending || prompt;
	const small = kind !== null && kind !== "outside" ? kindOf(world, understand(prompt)) : null;
	return small ? small.copied(small.task) : prompt;
}
function deed(world, prompt, kind, more) {
	const understood = understand(prompt);
	const puzzle = puzzleIn(understood);
	if (puzzle) {
		const { size, clues } = puzzle;
		const there = conflictsOf(clues, size).sentence;
		if (there) return `It will fill this ${size}×${size} Sudoku, which has no solution: it has ${there}.`;
		return `It will solve this ${size}×${size} Sudoku.${figureText(world, prompt)}`;
	}
	if (kind === "function") return "It will write this function, in Python.";
	if (kind === "repair") return `It will try to repair this text.${figureText(world, prompt)}`;
	const story = readStory(world, understood);
	if (story) return storyText(world, story, more);
	const figure = figureText(world, prompt);
	const task = kindOf(world, understood)?.task;
	if (kind === "sum") {
		const [a, b] = task;
		const doing = b < 0n ? `It will take ${-b} from ${a}.` : `It will add ${a} and ${b}.`;
		const { largest } = world.tables;
		if (a <= largest && b <= largest && -b <= largest) return doing + figure;
		return `${doing} It only learnt numbers below ${(largest + 1).toLocaleString("en")}.`;
	}
	if (kind === "JSON") return `It will write this as JSON.${figure}`;
	const items = task.items.every((item) => /^\p{Nd}+$/u.test(item)) ? "numbers" : "words";
	return `It will put ${task.items.length} ${items} in ${task.falling ? "falling " : ""}order.${figure}`;
}
function storyText(world, story, more) {
	if (story.opening) return "It will go on with this to the end of a story.";
	if (story.ending) return "It will tell a story that ends with these words.";
	const passed = new Set(more.map((word) => word.toLowerCase()));
	const things = thingsIn(world, story).filter(({ words }) => !words.some((word) => passed.has(word.toLowerCase()))).map(({ article, words }) => thingText(world, {
		article: passed.has(article) ? "" : article,
		words
	}));
	return `It will tell a story${story.long ? " in two parts" : ""}${things.length > 0 ? ` about ${listed(things)}` : ""}.`;
}
function listed(things) {
	const shown = things.slice(0, MOST_NAMED).map((thing) => cut$2(thing, LONGEST));
	if (things.length > MOST_NAMED) shown.push(`${things.length - MOST_NAMED} more`);
	const last = shown.pop();
	return shown.length > 0 ? `${shown.join(", ")} and ${last}` : last;
}
function figureText(world, prompt) {
	const figure = figureFor(world, prompt);
	if (!figure) return "";
	const { task, cases, right } = figure;
	return ` Of ${cases} ${task.startsWith("Sudoku") ? `puzzles with ${task.slice(task.indexOf(", ") + 2)}` : "such prompts"}, ${right} came out right.`;
}
function spelling({ tables: { card, spelled } }, { named, text }, kind) {
	if (named.length === 0) return "";
	for (const [words, task] of spelled.slice(0, named.length).reverse()) {
		const figure = kind === "story" && card?.figures.find((each) => each.task === task && each.way === "uniform");
		if (!figure) continue;
		const { cases, right } = figure;
		return `It must spell ${text} in pieces, which often goes wrong: of ${cases} stories with ${words}, ${right} came out right (${`${Math.round(100 * right / cases)}%`}).`;
	}
	return `It must spell ${text} in pieces, which may go wrong.`;
}
function passedOver(more, garbled) {
	const words = more.map((word) => `“${word}”`).join(", ");
	return words && `It may pass over ${garbled ? "or garble " : ""}${words}, so no rule calls its text right.`;
}
function refusal({ patterns, tables }, prompt, kind, ways) {
	const text = strip(prompt);
	if (ways.some((way) => way.startsWith("Add "))) return "It only adds and takes away: it may do so with these two numbers, or say so.";
	if (kind === null) return tables.expect;
	const form = patterns.form.first(text);
	let refused = "It was not trained for this";
	if (form) refused = `It knows no ${form[1].toLowerCase()}s`;
	else if (patterns.greeting.whole(text)) refused = "It does not chat";
	else if (patterns.question.whole(text)) refused = "It answers no questions";
	const story = ways.find((way) => way.startsWith("Write a story"))?.slice(5) ?? " a story.";
	return `${refused}, and will only say so. It can tell${story}`;
}
// denoising/errors.js
var PlaygroundError = class extends Error {};
// denoising/settings.js
const MAX_SEED = Number.MAX_SAFE_INTEGER;
const LEAST_TEMPERATURE = .001;
const SEED = {
	minimum: 0,
	maximum: MAX_SEED,
	whole: true,
	choices: {}
};
function settingsOf(values, manifest) {
	const valueOf = (knob) => has(values, knob.name) ? values[knob.name] : knob.value;
	const byName = new Map(manifest.knobs.map((knob) => [knob.name, knob]));
	const chosen = byName.get("sampler");
	const sampler = String(checked(chosen, valueOf(chosen)));
	const { knobs: names, ways } = manifest.samplers[sampler];
	const table = manifest.knobs.filter(({ samplers }) => samplers.length === 0).map(({ name }) => name);
	table.splice(table.indexOf("sampler") + 1, 0, ...names);
	for (const name of Object.keys(values).sort(byCodePoint)) {
		if (!has(values, name) || table.includes(name)) continue;
		const others = byName.get(name)?.samplers;
		if (others) throw new PlaygroundError(`${name} is a setting of the sampler ${others.join(" or ")}; ${sampler} has ${names.join(", ") || "none of its own"}.`);
		throw new PlaygroundError(`There is no setting called ${repr(name)}; the settings are ${table.join(", ")}.`);
	}
	const settings = {};
	for (const name of table) {
		const knob = byName.get(name);
		settings[name] = checked(knob, valueOf(knob));
	}
	const { t_min: last, t_max: first, way } = settings;
	if (last > first) throw new PlaygroundError(`t_min is ${general(last)}, above t_max (${general(first)}); it must be at most t_max.`);
	if (!ways.includes(way) && !manifest.ways[way].causal) throw new PlaygroundError(`The sampler ${sampler} works only in the way ${ways.join(" and ")}; the way here is ${way}.`);
	if (settings.schedule === "exponential" && last < LEAST_TEMPERATURE) throw new PlaygroundError(`t_min is ${general(last)}; the exponential schedule needs ${general(LEAST_TEMPERATURE)} or more.`);
	return Object.freeze(settings);
}
function replaced(settings, changes, manifest) {
	const dropped = (changes.sampler ?? settings.sampler) === settings.sampler ? [] : manifest.samplers[settings.sampler].knobs;
	const rest = Object.entries(settings).filter(([name]) => !dropped.includes(name));
	return settingsOf({
		...Object.fromEntries(rest),
		...changes
	}, manifest);
}
function inWay(settings, way, manifest) {
	checked(manifest.knobs.find(({ name }) => name === "way"), way);
	return way === settings.way ? settings : replaced(settings, {
		way,
		...manifest.ways[way].defaults
	}, manifest);
}
const checkedSeed = (seed) => Number(checked({
	...SEED,
	name: "seed"
}, seed));
const has = (values, name) => Object.hasOwn(values, name) && values[name] !== void 0;
function checked({ name, minimum, maximum, whole, choices }, value) {
	const names = Object.keys(choices);
	if (names.length > 0) {
		if (typeof value === "string" && names.includes(value)) return value;
		throw new PlaygroundError(`${name} is ${repr(value)}; allowed are ${names.join(", ")}.`);
	}
	const [least, most] = [minimum, maximum].map((bound) => withCommas(general(bound, 16)));
	const allowed = `allowed is ${whole ? "a whole number" : "a number"} from ${least} to ${most}`;
	if (typeof value !== "number") throw new PlaygroundError(`${name} is ${cut$1(repr(value), 40)}; ${allowed}.`);
	if (!(minimum <= value && value <= maximum) || whole && !isWhole(value)) {
		const shown = isWhole(value) ? String(value) : general(value);
		throw new PlaygroundError(`${name} is ${cut$1(shown, 40)}; ${allowed}.`);
	}
	return value + 0;
}
// words/units.js
const THOUSANDS = new Intl.NumberFormat("en", { maximumFractionDigits: 20 });
const numberText = (value) => Math.abs(value) < 1e3 ? String(value) : THOUSANDS.format(value);
const counted = (count, noun) => `${numberText(count)} ${noun}${count === 1 ? "" : "s"}`;
// denoising/branching.js
function checkStep(steps, block, step) {
	const [wanted, last] = checkedPlace(block, step);
	if (wanted > steps.length) throw new PlaygroundError(`There is no block ${wanted} to branch from; this run has ${counted(steps.length, "block")}.`);
	if (last > steps[wanted - 1]) throw new PlaygroundError(`There is no step ${last} in block ${wanted} to branch from; it has ${counted(steps[wanted - 1], "step")}.`);
}
function checkedBranch(parent, block, step) {
	const place = checkedPlace(block, step);
	const most = parent.settings.max_denoising_steps;
	if (place[1] > most && !parent.causal) throw new PlaygroundError(`There is no step ${step} to branch from; a block of this run has at most ${most} steps.`);
	if (parent.branch && isLater(parent.branch, ...place)) throw new PlaygroundError(`Step ${step} of block ${block} comes before the run itself branched off; branch from the run that has this step.`);
	return Object.freeze({
		parent,
		block: place[0],
		step: place[1]
	});
}
function checkedPlace(block, step) {
	for (const [name, value, least] of [[
		"block",
		block,
		1
	], [
		"step",
		step,
		0
	]]) if (!isWhole(value) || Number(value) < least) throw new PlaygroundError(`The ${name} of a branch is ${repr(value)}; it must be a whole number from ${least}.`);
	return [Number(block), Number(step)];
}
const isLater = (place, block, step) => place.block > block || place.block === block && place.step > step;
// page/steering.js
const KEEP = {
	favoured: "A token of yours stands unless the model is surer of another by more than the margin.",
	held: "What noise leaves stays, as a pin does.",
	free: "The sampler decides on your tokens as on any other."
};
// vendor/noble-sha2.min.js
const e = BigInt(2 ** 32 - 1);
const t = BigInt(32);
function n(n, r = !1) {
	return r ? {
		h: Number(n & e),
		l: Number(n >> t & e)
	} : {
		h: Number(n >> t & e) | 0,
		l: Number(n & e) | 0
	};
}
function r(e, t = !1) {
	let r = e.length, i = new Uint32Array(r), a = new Uint32Array(r);
	for (let o = 0; o < r; o++) {
		let { h: r, l: s } = n(e[o], t);
		[i[o], a[o]] = [r, s];
	}
	return [i, a];
}
const i = (e) => e / 2 ** 32 | 0;
const a = (e) => e >>> 0;
function o(e, t, n, r) {
	let o = i(n), s = a(n);
	e.setUint32(t, r ? s : o, r), e.setUint32(t + 4, r ? o : s, r);
}
const s = (e, t, n) => e >>> n;
const c = (e, t, n) => e << 32 - n | t >>> n;
const l = (e, t, n) => e >>> n | t << 32 - n;
const u = (e, t, n) => e << 32 - n | t >>> n;
const d = (e, t, n) => e << 64 - n | t >>> n - 32;
const f$1 = (e, t, n) => e >>> n - 32 | t << 64 - n;
function p(e, t, n, r) {
	let i = (t >>> 0) + (r >>> 0);
	return {
		h: e + n + (i / 2 ** 32 | 0) | 0,
		l: i | 0
	};
}
const m = (e, t, n) => (e >>> 0) + (t >>> 0) + (n >>> 0);
const h$1 = (e, t, n, r) => t + n + r + (e / 2 ** 32 | 0) | 0;
const g = (e, t, n, r) => (e >>> 0) + (t >>> 0) + (n >>> 0) + (r >>> 0);
const _$1 = (e, t, n, r, i) => t + n + r + i + (e / 2 ** 32 | 0) | 0;
const v$1 = (e, t, n, r, i) => (e >>> 0) + (t >>> 0) + (n >>> 0) + (r >>> 0) + (i >>> 0);
const y$1 = (e, t, n, r, i, a) => t + n + r + i + a + (e / 2 ** 32 | 0) | 0;
function b(e) {
	return e instanceof Uint8Array || ArrayBuffer.isView(e) && e.constructor.name === `Uint8Array` && `BYTES_PER_ELEMENT` in e && e.BYTES_PER_ELEMENT === 1;
}
const x = (e) => e ? `"${e}" ` : ``;
function S$1(e, t = ``) {
	if (typeof e != `number`) throw TypeError(x(t) + `expected number, got ` + typeof e);
	if (!Number.isSafeInteger(e) || e < 0) throw RangeError(x(t) + `expected integer >= 0, got ` + e);
	return e;
}
function C(e, t, n = ``) {
	if (b(e) && (t === void 0 || e.length === t)) return e;
	t !== void 0 && S$1(t, `length`);
	let r = b(e), i = t === void 0 ? `` : ` of length ${t}`, a = r ? `length=${e.length}` : `type=${typeof e}`, o = x(n) + `expected Uint8Array` + i + `, got ` + a;
	throw r ? RangeError(o) : TypeError(o);
}
const w$1 = (e, t) => {
	if (typeof e != `object` || !e || Array.isArray(e)) throw TypeError((t === `object` ? `` : `"${t}" `) + `expected object, got type=` + typeof e);
};
const T$1 = (e, t) => {
	w$1(e, t);
	let n = Object.getPrototypeOf(e);
	if (n !== Object.prototype && n !== null) throw TypeError(`"${t}" expected plain object`);
	if (Object.hasOwn(e, `__proto__`)) throw TypeError(`"${t}.__proto__" is not allowed`);
};
function E$1(e, t = !0) {
	if (e.destroyed) throw Error(`hash was destroyed`);
	if (t && e.finished) throw Error(`digest() was already called`);
}
function D$1(e, t) {
	C(e, void 0, `output`);
	let n = t.outputLen;
	if (!(e.length >= n)) throw RangeError(`"output" expected length >= ` + n);
}
function O$1(...e) {
	for (let t = 0; t < e.length; t++) e[t].fill(0);
}
function k$1(e) {
	return new DataView(e.buffer, e.byteOffset, e.byteLength);
}
function A(e, t) {
	return e << 32 - t | e >>> t;
}
function j$1(e, t, n = `opts`) {
	return T$1(e, `defaults`), t !== void 0 && T$1(t, n), Object.assign(Object.create(null), e, t);
}
function M$1(e, t = {}) {
	if (typeof e != `function`) throw TypeError(`"hashCons" expected function, got type=` + typeof e);
	t = j$1({}, t, `info`);
	let n = (t, n) => e(n).update(t).digest(), r = e(void 0);
	return n.outputLen = r.outputLen, n.blockLen = r.blockLen, n.canXOF = r.canXOF, n.create = (t) => e(t), Object.assign(n, t), Object.freeze(n);
}
const N$1 = (e) => ({ oid: Uint8Array.from([
	6,
	9,
	96,
	134,
	72,
	1,
	101,
	3,
	4,
	2,
	e
]) });
function P$1(e, t, n) {
	return e & t ^ ~e & n;
}
function F$1(e, t, n) {
	return e & t ^ e & n ^ t & n;
}
var I$1 = class {
	blockLen;
	outputLen;
	canXOF = !1;
	padOffset;
	isLE;
	buffer;
	view;
	finished = !1;
	length = 0;
	pos = 0;
	destroyed = !1;
	constructor(e, t, n, r) {
		this.blockLen = e, this.outputLen = t, this.padOffset = n, this.isLE = r, this.buffer = new Uint8Array(e), this.view = k$1(this.buffer);
	}
	update(e) {
		E$1(this), C(e);
		let { view: t, buffer: n, blockLen: r } = this, i = e.length, a = !1;
		for (let o = 0; o < i;) {
			let s = Math.min(r - this.pos, i - o);
			if (s === r) {
				let t = k$1(e);
				for (; r <= i - o; o += r) this.process(t, o);
				a = !0;
			} else n.set(o === 0 && s === i ? e : e.subarray(o, o + s), this.pos), this.pos += s, o += s, this.pos === r && (this.process(t, 0), this.pos = 0, a = !0);
		}
		return this.length += e.length, a && this.roundClean(), this;
	}
	digestInto(e) {
		E$1(this), D$1(e, this), this.finished = !0;
		let { buffer: t, view: n, blockLen: r, isLE: i } = this, { pos: a } = this;
		t[a++] = 128, t.fill(0, a), this.padOffset > r - a && (this.process(n, 0), t.fill(0)), o(n, r - 8, this.length * 8, i), this.process(n, 0), this.roundClean();
		let s = e === t ? n : k$1(e), c = this.outputLen, l = c / 4, u = this.get();
		if (c % 4 || l > u.length) throw Error(`invalid outputLen`);
		for (let e = 0; e < l; e++) s.setUint32(4 * e, u[e], i);
	}
	digest() {
		let { buffer: e, outputLen: t } = this;
		this.digestInto(e);
		let n = e.slice(0, t);
		return this.destroy(), n;
	}
	_cloneIntoMeta(e) {
		let { buffer: t, length: n, finished: r, destroyed: i, pos: a } = this;
		return e.destroyed = i, e.finished = r, e.length = n, e.pos = a, a && e.buffer.set(t), e;
	}
	clone() {
		return this._cloneInto();
	}
};
const L$1 = Uint32Array.from([
	1779033703,
	3144134277,
	1013904242,
	2773480762,
	1359893119,
	2600822924,
	528734635,
	1541459225
]);
const R$1 = Uint32Array.from([
	1779033703,
	4089235720,
	3144134277,
	2227873595,
	1013904242,
	4271175723,
	2773480762,
	1595750129,
	1359893119,
	2917565137,
	2600822924,
	725511199,
	528734635,
	4215389547,
	1541459225,
	327033209
]);
const z = Uint32Array.from([
	1116352408,
	1899447441,
	3049323471,
	3921009573,
	961987163,
	1508970993,
	2453635748,
	2870763221,
	3624381080,
	310598401,
	607225278,
	1426881987,
	1925078388,
	2162078206,
	2614888103,
	3248222580,
	3835390401,
	4022224774,
	264347078,
	604807628,
	770255983,
	1249150122,
	1555081692,
	1996064986,
	2554220882,
	2821834349,
	2952996808,
	3210313671,
	3336571891,
	3584528711,
	113926993,
	338241895,
	666307205,
	773529912,
	1294757372,
	1396182291,
	1695183700,
	1986661051,
	2177026350,
	2456956037,
	2730485921,
	2820302411,
	3259730800,
	3345764771,
	3516065817,
	3600352804,
	4094571909,
	275423344,
	430227734,
	506948616,
	659060556,
	883997877,
	958139571,
	1322822218,
	1537002063,
	1747873779,
	1955562222,
	2024104815,
	2227730452,
	2361852424,
	2428436474,
	2756734187,
	3204031479,
	3329325298
]);
const B$1 = new Uint32Array(64);
var V$1 = class extends I$1 {
	A = 0;
	B = 0;
	C = 0;
	D = 0;
	E = 0;
	F = 0;
	G = 0;
	H = 0;
	constructor(e, t) {
		super(64, e, 8, !1), this.A = t[0] | 0, this.B = t[1] | 0, this.C = t[2] | 0, this.D = t[3] | 0, this.E = t[4] | 0, this.F = t[5] | 0, this.G = t[6] | 0, this.H = t[7] | 0;
	}
	get() {
		let { A: e, B: t, C: n, D: r, E: i, F: a, G: o, H: s } = this;
		return [
			e,
			t,
			n,
			r,
			i,
			a,
			o,
			s
		];
	}
	set(e, t, n, r, i, a, o, s) {
		this.A = e | 0, this.B = t | 0, this.C = n | 0, this.D = r | 0, this.E = i | 0, this.F = a | 0, this.G = o | 0, this.H = s | 0;
	}
	_cloneInto(e) {
		return (e ||= new this.constructor()).set(...this.get()), this._cloneIntoMeta(e);
	}
	process(e, t) {
		for (let n = 0; n < 16; n++, t += 4) B$1[n] = e.getUint32(t, !1);
		for (let e = 16; e < 64; e++) {
			let t = B$1[e - 15], n = B$1[e - 2], r = A(t, 7) ^ A(t, 18) ^ t >>> 3, i = A(n, 17) ^ A(n, 19) ^ n >>> 10;
			B$1[e] = i + B$1[e - 7] + r + B$1[e - 16] | 0;
		}
		let { A: n, B: r, C: i, D: a, E: o, F: s, G: c, H: l } = this;
		for (let e = 0; e < 64; e++) {
			let t = A(o, 6) ^ A(o, 11) ^ A(o, 25), u = l + t + P$1(o, s, c) + z[e] + B$1[e] | 0, d = (A(n, 2) ^ A(n, 13) ^ A(n, 22)) + F$1(n, r, i) | 0;
			l = c, c = s, s = o, o = a + u | 0, a = i, i = r, r = n, n = u + d | 0;
		}
		n = n + this.A | 0, r = r + this.B | 0, i = i + this.C | 0, a = a + this.D | 0, o = o + this.E | 0, s = s + this.F | 0, c = c + this.G | 0, l = l + this.H | 0, this.set(n, r, i, a, o, s, c, l);
	}
	roundClean() {
		O$1(B$1);
	}
	destroy() {
		this.destroyed = !0, this.set(0, 0, 0, 0, 0, 0, 0, 0), O$1(this.buffer);
	}
};
var H$1 = class extends V$1 {
	constructor() {
		super(32, L$1);
	}
};
const U$1 = r(`0x428a2f98d728ae22.0x7137449123ef65cd.0xb5c0fbcfec4d3b2f.0xe9b5dba58189dbbc.0x3956c25bf348b538.0x59f111f1b605d019.0x923f82a4af194f9b.0xab1c5ed5da6d8118.0xd807aa98a3030242.0x12835b0145706fbe.0x243185be4ee4b28c.0x550c7dc3d5ffb4e2.0x72be5d74f27b896f.0x80deb1fe3b1696b1.0x9bdc06a725c71235.0xc19bf174cf692694.0xe49b69c19ef14ad2.0xefbe4786384f25e3.0x0fc19dc68b8cd5b5.0x240ca1cc77ac9c65.0x2de92c6f592b0275.0x4a7484aa6ea6e483.0x5cb0a9dcbd41fbd4.0x76f988da831153b5.0x983e5152ee66dfab.0xa831c66d2db43210.0xb00327c898fb213f.0xbf597fc7beef0ee4.0xc6e00bf33da88fc2.0xd5a79147930aa725.0x06ca6351e003826f.0x142929670a0e6e70.0x27b70a8546d22ffc.0x2e1b21385c26c926.0x4d2c6dfc5ac42aed.0x53380d139d95b3df.0x650a73548baf63de.0x766a0abb3c77b2a8.0x81c2c92e47edaee6.0x92722c851482353b.0xa2bfe8a14cf10364.0xa81a664bbc423001.0xc24b8b70d0f89791.0xc76c51a30654be30.0xd192e819d6ef5218.0xd69906245565a910.0xf40e35855771202a.0x106aa07032bbd1b8.0x19a4c116b8d2d0c8.0x1e376c085141ab53.0x2748774cdf8eeb99.0x34b0bcb5e19b48a8.0x391c0cb3c5c95a63.0x4ed8aa4ae3418acb.0x5b9cca4f7763e373.0x682e6ff3d6b2b8a3.0x748f82ee5defb2fc.0x78a5636f43172f60.0x84c87814a1f0ab72.0x8cc702081a6439ec.0x90befffa23631e28.0xa4506cebde82bde9.0xbef9a3f7b2c67915.0xc67178f2e372532b.0xca273eceea26619c.0xd186b8c721c0c207.0xeada7dd6cde0eb1e.0xf57d4f7fee6ed178.0x06f067aa72176fba.0x0a637dc5a2c898a6.0x113f9804bef90dae.0x1b710b35131c471b.0x28db77f523047d84.0x32caab7b40c72493.0x3c9ebe0a15c9bebc.0x431d67c49c100d4c.0x4cc5d4becb3e42b6.0x597f299cfc657e2a.0x5fcb6fab3ad6faec.0x6c44198c4a475817`.split(`.`).map((e) => BigInt(e)));
const W$1 = U$1[0];
const G$1 = U$1[1];
const K$1 = new Uint32Array(80);
const q$1 = new Uint32Array(80);
var J$1 = class extends I$1 {
	Ah = 0;
	Al = 0;
	Bh = 0;
	Bl = 0;
	Ch = 0;
	Cl = 0;
	Dh = 0;
	Dl = 0;
	Eh = 0;
	El = 0;
	Fh = 0;
	Fl = 0;
	Gh = 0;
	Gl = 0;
	Hh = 0;
	Hl = 0;
	constructor(e, t) {
		super(128, e, 16, !1), this.Ah = t[0] | 0, this.Al = t[1] | 0, this.Bh = t[2] | 0, this.Bl = t[3] | 0, this.Ch = t[4] | 0, this.Cl = t[5] | 0, this.Dh = t[6] | 0, this.Dl = t[7] | 0, this.Eh = t[8] | 0, this.El = t[9] | 0, this.Fh = t[10] | 0, this.Fl = t[11] | 0, this.Gh = t[12] | 0, this.Gl = t[13] | 0, this.Hh = t[14] | 0, this.Hl = t[15] | 0;
	}
	get() {
		let { Ah: e, Al: t, Bh: n, Bl: r, Ch: i, Cl: a, Dh: o, Dl: s, Eh: c, El: l, Fh: u, Fl: d, Gh: f, Gl: p, Hh: m, Hl: h } = this;
		return [
			e,
			t,
			n,
			r,
			i,
			a,
			o,
			s,
			c,
			l,
			u,
			d,
			f,
			p,
			m,
			h
		];
	}
	set(e, t, n, r, i, a, o, s, c, l, u, d, f, p, m, h) {
		this.Ah = e | 0, this.Al = t | 0, this.Bh = n | 0, this.Bl = r | 0, this.Ch = i | 0, this.Cl = a | 0, this.Dh = o | 0, this.Dl = s | 0, this.Eh = c | 0, this.El = l | 0, this.Fh = u | 0, this.Fl = d | 0, this.Gh = f | 0, this.Gl = p | 0, this.Hh = m | 0, this.Hl = h | 0;
	}
	_cloneInto(e) {
		return (e ||= new this.constructor()).set(...this.get()), this._cloneIntoMeta(e);
	}
	process(e, t) {
		for (let n = 0; n < 16; n++, t += 4) K$1[n] = e.getUint32(t), q$1[n] = e.getUint32(t += 4);
		for (let e = 16; e < 80; e++) {
			let t = K$1[e - 15] | 0, n = q$1[e - 15] | 0, r = l(t, n, 1) ^ l(t, n, 8) ^ s(t, n, 7), i = u(t, n, 1) ^ u(t, n, 8) ^ c(t, n, 7), a = K$1[e - 2] | 0, o = q$1[e - 2] | 0, p = l(a, o, 19) ^ d(a, o, 61) ^ s(a, o, 6), m = u(a, o, 19) ^ f$1(a, o, 61) ^ c(a, o, 6), h = g(i, m, q$1[e - 7], q$1[e - 16]), v = _$1(h, r, p, K$1[e - 7], K$1[e - 16]);
			K$1[e] = v | 0, q$1[e] = h | 0;
		}
		let { Ah: n, Al: r, Bh: i, Bl: a, Ch: o, Cl: b, Dh: x, Dl: S, Eh: C, El: w, Fh: T, Fl: E, Gh: D, Gl: O, Hh: k, Hl: A } = this;
		for (let e = 0; e < 80; e++) {
			let t = l(C, w, 14) ^ l(C, w, 18) ^ d(C, w, 41), s = u(C, w, 14) ^ u(C, w, 18) ^ f$1(C, w, 41), c = C & T ^ ~C & D, g = w & E ^ ~w & O, _ = v$1(A, s, g, G$1[e], q$1[e]), j = y$1(_, k, t, c, W$1[e], K$1[e]), M = _ | 0, N = l(n, r, 28) ^ d(n, r, 34) ^ d(n, r, 39), P = u(n, r, 28) ^ f$1(n, r, 34) ^ f$1(n, r, 39), F = n & i ^ n & o ^ i & o, I = r & a ^ r & b ^ a & b;
			k = D | 0, A = O | 0, D = T | 0, O = E | 0, T = C | 0, E = w | 0, {h: C, l: w} = p(x | 0, S | 0, j | 0, M | 0), x = o | 0, S = b | 0, o = i | 0, b = a | 0, i = n | 0, a = r | 0;
			let L = m(M, P, I);
			n = h$1(L, j, N, F), r = L | 0;
		}
		({h: n, l: r} = p(this.Ah | 0, this.Al | 0, n | 0, r | 0)), {h: i, l: a} = p(this.Bh | 0, this.Bl | 0, i | 0, a | 0), {h: o, l: b} = p(this.Ch | 0, this.Cl | 0, o | 0, b | 0), {h: x, l: S} = p(this.Dh | 0, this.Dl | 0, x | 0, S | 0), {h: C, l: w} = p(this.Eh | 0, this.El | 0, C | 0, w | 0), {h: T, l: E} = p(this.Fh | 0, this.Fl | 0, T | 0, E | 0), {h: D, l: O} = p(this.Gh | 0, this.Gl | 0, D | 0, O | 0), {h: k, l: A} = p(this.Hh | 0, this.Hl | 0, k | 0, A | 0), this.set(n, r, i, a, o, b, x, S, C, w, T, E, D, O, k, A);
	}
	roundClean() {
		O$1(K$1, q$1);
	}
	destroy() {
		this.destroyed = !0, O$1(this.buffer), this.set(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
	}
};
var Y$1 = class extends J$1 {
	constructor() {
		super(64, R$1);
	}
};
M$1(() => new H$1(), N$1(1));
const Z$1 = M$1(() => new Y$1(), N$1(3));
// denoising/mersenne-twister.js
const SIZE = 624;
const SHIFT = 397;
var MersenneTwister = class {
	#words = new Int32Array(SIZE);
	#at = SIZE;
	seed(seed) {
		const words = this.#words;
		words[0] = seed;
		for (let at = 1; at < SIZE; at += 1) {
			const before = words[at - 1] ^ words[at - 1] >>> 30;
			words[at] = Math.imul(before, 1812433253) + at;
		}
		this.#at = SIZE;
		return this;
	}
	seedByArray(key) {
		const words = this.seed(19650218).#words;
		let at = 1;
		const next = () => {
			at += 1;
			if (at < SIZE) return;
			words[0] = words[623];
			at = 1;
		};
		const before = () => words[at - 1] ^ words[at - 1] >>> 30;
		for (let count = Math.max(SIZE, key.length), place = 0; count > 0; count -= 1, place = (place + 1) % key.length) {
			words[at] = (words[at] ^ Math.imul(before(), 1664525)) + key[place] + place;
			next();
		}
		for (let count = 623; count > 0; count -= 1) {
			words[at] = (words[at] ^ Math.imul(before(), 1566083941)) - at;
			next();
		}
		words[0] = 2147483648;
		return this;
	}
	next() {
		if (this.#at === SIZE) this.#refill();
		let word = this.#words[this.#at++];
		word ^= word >>> 11;
		word ^= word << 7 & 2636928640;
		word ^= word << 15 & 4022730752;
		return (word ^ word >>> 18) >>> 0;
	}
	state() {
		const state = new Int32Array(625);
		state.set(this.#words);
		state[SIZE] = this.#at;
		return state;
	}
	restore(state) {
		this.#words.set(state.subarray(0, SIZE));
		this.#at = state[SIZE];
	}
	#refill() {
		const words = this.#words;
		for (let at = 0; at < SIZE; at += 1) {
			const next = at + 1 < SIZE ? at + 1 : 0;
			const far = at + SHIFT < SIZE ? at + SHIFT : at + SHIFT - SIZE;
			const mixed = words[at] & 2147483648 | words[next] & 2147483647;
			words[at] = words[far] ^ mixed >>> 1 ^ -(mixed & 1) & 2567483615;
		}
		this.#at = 0;
	}
};
// denoising/python-random.js
var PythonRandom = class {
	#twister;
	constructor(seed) {
		this.#twister = new MersenneTwister().seedByArray(keyOf$1(seed));
	}
	random() {
		return ((this.#twister.next() >>> 5) * 2 ** 26 + (this.#twister.next() >>> 6)) / 2 ** 53;
	}
};
function keyOf$1(seed) {
	const text = new TextEncoder().encode(seed);
	const bytes = Uint8Array.of(...text, ...Z$1(text)).reverse();
	const words = new Uint32Array(Math.ceil(bytes.length / 4));
	bytes.forEach((byte, at) => words[at >> 2] |= byte << 8 * (at & 3));
	return words.subarray(0, words.findLastIndex((word) => word !== 0) + 1);
}
// denoising/steering.js
const USUAL_GAP = 8;
const MOST_GAP = 1e4;
const MOST_GAPS = 256;
const MOST_LENGTHS = 16;
const MOST_HELD = 1024 * MOST_LENGTHS;
const GAP = /_{4,}(?:\((\p{Nd}*)\))?/gu;
const RANGE = /(?<!_)(_{4,})\((\p{Nd}*)-(\p{Nd}*)\)/gu;
const DIGITS$1 = 9;
const SHOWN = 40;
function checkOfStart(noise, keep, there) {
	if (typeof noise !== "number" || !(noise >= 0 && noise <= 1)) throw new PlaygroundError(`noise is ${repr(noise)}; it must be the share of a start that is replaced, from 0 to 1.`);
	if (noise !== 0 && !there) throw new PlaygroundError(`noise is ${general(noise)}, but there is no start to put it into; give the text to start from.`);
	if (typeof keep !== "string" || !Object.hasOwn(KEEP, keep)) throw new PlaygroundError(`keep is ${cut$1(repr(keep), 40)}; allowed are ${Object.keys(KEEP).join(", ")}.`);
	if (keep !== "free" && !there) throw new PlaygroundError(`keep is ${repr(keep)}, but there is no start to keep; give the text to start from.`);
}
function checkedPins(values) {
	const pins = pairsOf(values);
	if (pins === null || !pins.every((pair) => pair.every(isCount))) throw new PlaygroundError("Pins must say which token each place holds: whole numbers from 0, such as {12: 345}.");
	pins.sort(([a], [b]) => a - b);
	const twice = pins.find(([place], at) => place === pins[at + 1]?.[0]);
	if (twice) throw new PlaygroundError(`Place ${twice[0]} is pinned twice; a place can hold one token.`);
	return pins;
}
function checkedEdits(values) {
	if (!Array.isArray(values)) throw new PlaygroundError("Edits must be a list.");
	const edits = values.map(checkedEdit).sort((a, b) => a.block - b.block || a.step - b.step);
	const twice = edits.find(({ block, step }, at) => block === edits[at + 1]?.block && step === edits[at + 1].step);
	if (twice) throw new PlaygroundError(`Two edits are at step ${twice.step} of block ${twice.block}; put their cells into one.`);
	return edits;
}
const editValues = ({ block, step, cells }) => ({
	block,
	step,
	cells: Object.fromEntries(cells)
});
function noised(length, share, seed, vocabSize) {
	const rng = new PythonRandom(`noise ${seed}`);
	return Array.from({ length }, () => {
		const [chance, token] = [rng.random(), Math.floor(rng.random() * vocabSize)];
		return chance < share ? token : null;
	});
}
const noiseOfEdit = (seed, { block, step }, position, vocabSize) => Math.floor(new PythonRandom(`edit ${seed} ${block} ${step} ${position}`).random() * vocabSize);
function readTemplate(text) {
	const [range] = text.matchAll(RANGE);
	if (range) throw new PlaygroundError(`A gap is ${short(range[0])}; a run has one length for each gap, such as ____(${USUAL_GAP}).`);
	const gaps = [...text.matchAll(GAP)];
	if (gaps.length > MOST_GAPS) throw new PlaygroundError(`The text has ${withCommas(String(gaps.length))} gaps; it may have at most ${MOST_GAPS}.`);
	const parts = [];
	const end = stripEnd(text).length;
	let [at, open] = [0, false];
	for (const gap of gaps) {
		const before = text.slice(at, gap.index);
		const line = text.slice(text.lastIndexOf("\n", gap.index - 1) + 1, gap.index);
		parts.push(strip(line) === "" ? before : stripEnd(before, / /));
		at = gap.index + gap[0].length;
		if (gap[1] === void 0 && at === end) {
			[open, at] = [true, text.length];
			break;
		}
		const length = gap[1] === void 0 ? USUAL_GAP : lengthOf(gap[1]);
		if (length < 1 || length > MOST_GAP) throw new PlaygroundError(`A gap is ${short(gap[0])}; its length must be a number of tokens from 1 to ${withCommas(String(MOST_GAP))}.`);
		parts.push(length);
	}
	const some = [...parts, text.slice(at)].filter((part) => part !== "");
	if (some.length === 0 && !open) throw new PlaygroundError("The template is empty; write a text, and ____(12) where the model should write 12 tokens.");
	return {
		parts: some,
		open
	};
}
function lengthsOf(text) {
	let texts = [""];
	let [at, count] = [0, 1];
	for (const gap of text.matchAll(RANGE)) {
		const [low, high] = gap.slice(2).map(lengthOf);
		if (low < 1 || high < low || high > MOST_GAP) throw new PlaygroundError(`A gap is ${short(gap[0])}; its lengths must be two numbers of tokens from 1 to ${withCommas(String(MOST_GAP))}, the smaller one first, such as ____(2-6).`);
		count *= high - low + 1;
		if (count > MOST_LENGTHS) throw new PlaygroundError(`The gaps can have ${withCommas(String(count))} combinations of lengths; at most ${MOST_LENGTHS} are tried.`);
		const before = text.slice(at, gap.index);
		const gaps = Array.from({ length: high - low + 1 }, (_, more) => `${before}${gap[1]}(${low + more})`);
		texts = texts.flatMap((begun) => gaps.map((piece) => begun + piece));
		at = gap.index + gap[0].length;
	}
	return texts.map((begun) => begun + text.slice(at));
}
function checkedEdit(values) {
	if (!isMapping(values) || Object.keys(values).sort().join() !== "block,cells,step") throw new PlaygroundError("An edit must have a block, a step and cells, and nothing else.");
	for (const name of ["block", "step"]) if (!isCount(values[name]) || values[name] === 0) throw new PlaygroundError(`The ${name} of an edit is ${repr(values[name])}; it must be a whole number from 1.`);
	const pairs = pairsOf(values.cells);
	if (!pairs?.length || !pairs.every(([position, token]) => isCount(position) && (token === null || isCount(token)))) throw new PlaygroundError("An edit must say which cells become what: positions from 0, and token ids or noise.");
	const cells = [...new Map(pairs)].sort(([a], [b]) => a - b);
	return Object.freeze({
		block: values.block,
		step: values.step,
		cells
	});
}
function pairsOf(values) {
	const pairs = isMapping(values) ? Object.entries(values) : values;
	if (!Array.isArray(pairs) || !pairs.every((pair) => Array.isArray(pair) && pair.length === 2)) return null;
	return pairs.map(([name, value]) => [typeof name === "string" && /^\d{1,9}$/.test(name) ? Number(name) : name, value]);
}
function lengthOf(digits) {
	const chars = [...digits];
	return chars.length > DIGITS$1 ? 0 : chars.reduce((sum, char) => 10 * sum + digitOf(char), 0);
}
function digitOf(char) {
	let below = 0;
	for (let code = Number(char.codePointAt(0)); /\p{Nd}/u.test(String.fromCodePoint(code - 1)); code -= 1) below += 1;
	return below % 10;
}
const short = (gap) => [...gap].length <= SHOWN ? gap : `${cut$1(gap, 39)}…`;
// denoising/spec.js
const VERSION$1 = 1;
const FIELDS = [
	"branch",
	"edits",
	"keep",
	"model",
	"noise",
	"noise_seed",
	"pins",
	"prompt",
	"revision",
	"sampler_source",
	"seed",
	"settings",
	"start",
	"version"
];
const MOST_BRANCHES = 32;
var RunSpec = class RunSpec {
	#manifest;
	constructor({ prompt, settings, seed = 0, start = null, noise = 0, noiseSeed = 0, keep = "free", pins = [], edits = [], branch = null, model = "", revision = "" }, manifest) {
		this.#manifest = manifest;
		this.prompt = prompt;
		this.settings = settings;
		this.seed = checkedSeed(seed);
		this.start = start === null ? null : checkedStart(start);
		checkOfStart(noise, keep, this.start !== null);
		this.noise = Number(noise);
		this.keep = String(keep);
		this.noiseSeed = checkedSeed(noiseSeed);
		this.pins = checkedPins(pins);
		this.edits = checkedEdits(edits);
		this.branch = branch;
		this.model = model;
		this.revision = revision;
		if (branch !== null) this.#checkBranch(branch);
		Object.freeze(this);
	}
	static of(values, manifest, depth = 0) {
		const version = isMapping(values) && has(values, "version") ? values.version : VERSION$1;
		if (typeof version !== "boolean" && !isWhole(version) || version > VERSION$1) throw new PlaygroundError(`This description of a run has version ${repr(version)}; this playground reads up to version ${VERSION$1}.`);
		if (!isMapping(values) || !has(values, "prompt")) throw new PlaygroundError("This does not describe a run: it has no prompt.");
		const [unknown] = Object.keys(values).filter((name) => !FIELDS.includes(name)).sort(byCodePoint);
		if (unknown !== void 0) throw new PlaygroundError(`The description of a run has no field ${repr(unknown)}; its fields are ${FIELDS.join(", ")}.`);
		const { prompt, settings = {}, branch = null } = values;
		if (!isMapping(prompt) || !isMapping(settings)) throw new PlaygroundError("The description of a run must hold a prompt and settings, both as objects.");
		const { text, system, image_sha256, ...names } = textsOf(values, prompt);
		if (image_sha256 !== "") throw new PlaygroundError("The picture that came with this run is not the one in its description.");
		const fields = {};
		for (const name of [
			"seed",
			"start",
			"noise",
			"noise_seed",
			"keep",
			"pins",
			"edits"
		]) if (has(values, name)) fields[name === "noise_seed" ? "noiseSeed" : name] = values[name];
		const spec = new RunSpec({
			prompt: promptOf(text, system, has(prompt, "thinking") && prompt.thinking === true),
			settings: settingsOf(settings, manifest),
			branch: branch === null ? null : readBranch(branch, manifest, depth + 1, prompt),
			model: names.model,
			revision: names.revision,
			...fields
		}, manifest);
		const { sampler } = spec.settings;
		if (!["", manifest.samplers[sampler].version].includes(names.sampler_source)) throw new PlaygroundError(`This run used a different version of the sampler ${repr(sampler)} from the one here.`);
		return spec;
	}
	get causal() {
		return this.#manifest.ways[this.settings.way].causal;
	}
	get chain() {
		return [...this.branch?.parent.chain ?? [], this];
	}
	size(canvas) {
		const { chain } = this;
		let [tokens, passes, block, step] = [
			0,
			0,
			1,
			0
		];
		chain.forEach((run, at) => {
			const most = run.settings.max_new_tokens;
			const steps = run.causal ? canvas : run.settings.max_denoising_steps;
			const ending = run.causal ? {
				block: Math.floor(most / canvas) + 1,
				step: most % canvas
			} : {
				block: Math.ceil(most / canvas),
				step: steps
			};
			const to = chain[at + 1]?.branch ?? ending;
			tokens = Math.max(tokens, Math.min(most, to.block * canvas));
			passes += Math.max(0, (to.block - block) * steps + to.step - step);
			[block, step] = [to.block, to.step];
		});
		return {
			tokens,
			passes
		};
	}
	meantFor(model, revision) {
		if (!["", model].includes(this.model)) throw new PlaygroundError(`This run is meant for the model ${repr(this.model)}; the model here is ${repr(model)}.`);
		if (!["", revision].includes(this.revision)) throw new PlaygroundError(`This run is meant for revision ${repr(this.revision)} of ${model}; the revision here is ${repr(revision)}.`);
		const branch = this.branch && {
			...this.branch,
			parent: this.branch.parent.meantFor(model, revision)
		};
		return this.replace({
			model,
			revision,
			branch
		});
	}
	replace(changes) {
		return new RunSpec({
			...this,
			...changes
		}, this.#manifest);
	}
	toDict() {
		const { model, revision, prompt, settings, seed, start, branch } = this;
		return {
			version: VERSION$1,
			model,
			revision,
			prompt: {
				...prompt,
				image_sha256: ""
			},
			settings: { ...settings },
			sampler_source: this.#manifest.samplers[settings.sampler].version,
			seed,
			start: start && [...start],
			...this.noise !== 0 && {
				noise: this.noise,
				noise_seed: this.noiseSeed
			},
			...this.keep !== "free" && { keep: this.keep },
			...this.pins.length > 0 && { pins: Object.fromEntries(this.pins) },
			...this.edits.length > 0 && { edits: this.edits.map(editValues) },
			...branch && { branch: {
				parent: branch.parent.toDict(),
				block: branch.block,
				step: branch.step
			} }
		};
	}
	#checkBranch({ parent, block, step }) {
		const { prompt } = this;
		if (prompt.text !== parent.prompt.text || prompt.system !== parent.prompt.system || prompt.thinking !== parent.prompt.thinking) throw new PlaygroundError("A branch keeps the prompt of its run; a new prompt needs a new run.");
		if (this.settings.way !== parent.settings.way) throw new PlaygroundError(`A branch keeps the way of writing of its run, which is ${parent.settings.way}; another one needs a new run.`);
		if (this.start !== null) throw new PlaygroundError("A branch starts where its run was; it has no start of its own.");
		const steps = this.settings.max_denoising_steps;
		if (steps < step && !this.causal) throw new PlaygroundError(`max_denoising_steps is ${steps}, but the branch goes on after step ${step}; allowed are ${step} or more.`);
		const early = this.edits.find((edit) => !isLater(edit, block, step));
		if (early) throw new PlaygroundError(`An edit is at step ${early.step} of block ${early.block}, but the branch goes on after step ${step} of block ${block}; a branch changes only what comes after.`);
		if (this.chain.length > 33) throw new PlaygroundError(`At most ${MOST_BRANCHES} runs can branch one from the other.`);
	}
};
function promptOf(text, system = "", thinking = false) {
	for (const [name, value] of [["prompt", text], ["system prompt", system]]) {
		const half = value.match(/\p{Cs}/u)?.[0].charCodeAt(0);
		if (half !== void 0) throw new PlaygroundError(`The ${name} holds U+${half.toString(16).toUpperCase()}, half of a character; only whole characters are allowed.`);
	}
	return Object.freeze({
		text,
		system,
		thinking
	});
}
function readBranch(values, manifest, depth, prompt) {
	if ((isMapping(values) ? Object.keys(values).sort().join() : "") !== "block,parent,step") throw new PlaygroundError("A branch must have a parent, a block and a step, and nothing else.");
	if (depth > MOST_BRANCHES) throw new PlaygroundError(`At most ${MOST_BRANCHES} runs can branch one from the other.`);
	const { parent, block, step } = values;
	return checkedBranch(RunSpec.of(isMapping(parent) ? {
		prompt,
		...parent
	} : parent, manifest, depth), block, step);
}
function checkedStart(start) {
	if (!Array.isArray(start) || start.length === 0 || !start.every((token) => isWhole(token) && token >= 0)) throw new PlaygroundError("The start of a run must be a list of token ids: whole numbers from 0.");
	return Object.freeze([...start]);
}
function textsOf(values, prompt) {
	const texts = {};
	for (const [home, names] of [[values, [
		"model",
		"revision",
		"sampler_source"
	]], [prompt, [
		"text",
		"system",
		"image_sha256"
	]]]) for (const name of names) {
		const value = has(home, name) ? home[name] : "";
		if (typeof value !== "string") throw new PlaygroundError(`${name} is ${repr(value)}; it must be text.`);
		texts[name] = value;
	}
	return texts;
}
// denoising/copies.js
const EMBEDDED = "embedded";
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;
var Code = class {
	constructor(text) {
		this.text = text;
	}
};
function copiesOf(description, manifest) {
	let values;
	try {
		values = JSON.parse(description);
	} catch {
		return { refused: "This does not describe a run: it is not JSON." };
	}
	if (![
		void 0,
		null,
		""
	].includes(values?.prompt?.image_sha256)) return { refused: "The settings of a run with a picture are copied only where the playground has a server." };
	return refusedOr(() => {
		const copier = new Copier(RunSpec.of(values, manifest), manifest);
		return Object.fromEntries(Object.entries({
			pg: "asPg",
			cli: "asCli",
			transformers: "asTransformers",
			diffusers: "asDiffusers"
		}).map(([name, form]) => [name, refusedOr(() => ({ text: copier[form]() }))]));
	});
}
function refusedOr(make) {
	try {
		return make();
	} catch (error) {
		if (error instanceof PlaygroundError) return { refused: error.message };
		throw error;
	}
}
var Copier = class {
	constructor(spec, manifest) {
		this.spec = spec;
		this.manifest = manifest;
		this.general = manifest.knobs.filter(({ samplers }) => samplers.length === 0);
		const floats = manifest.knobs.filter(({ whole, choices }) => !whole && Object.keys(choices).length === 0);
		this.floats = new Set(floats.map(({ name }) => name));
	}
	asPg() {
		const { spec, manifest } = this;
		const { prompt, settings } = spec;
		const load = `model = ${called("pg.load_model", this.#model(), "name")}`;
		if (spec.branch) return lines("import playground as pg", "", load, `spec = pg.RunSpec.from_dict(${literal(this.#values(spec.toDict()))})`, "trace = pg.record(model, spec)");
		const usual = {
			...settingsOf({ sampler: settings.sampler }, manifest),
			sampler: this.#default("sampler")
		};
		const changed = Object.entries(settings).filter(([name, value]) => value !== usual[name]);
		const parts = {
			text: prompt.text,
			...prompt.system !== "" && { system: prompt.system },
			...prompt.thinking && { thinking: true }
		};
		const { start, noise, noiseSeed, keep, pins, edits } = spec;
		const steering = {
			...start && { start: tuple(start.map(literal)) },
			...noise !== 0 && { noise },
			...noiseSeed !== 0 && { noise_seed: noiseSeed },
			...keep !== "free" && { keep },
			...pins.length > 0 && { pins: tuple(pins.map((pin) => tuple(pin.map(literal)).text)) },
			...edits.length > 0 && { edits: new Code(`[${edits.map((edit) => `pg.${editCode(edit)}`).join(", ")}]`) }
		};
		const plain = Object.keys(parts).length === 1 && Object.keys(steering).length === 0;
		const head = [
			"import playground as pg",
			...plain ? [] : ["from playground.spec.prompt import Prompt"],
			"",
			load,
			`settings = ${called("pg.SamplerSettings", this.#settings(Object.fromEntries(changed)))}`
		];
		const code = plain ? literal(prompt.text) : called("Prompt", parts);
		if (Object.keys(steering).length === 0) return lines(...head, `trace = pg.record(model, ${code}, settings, seed=${spec.seed})`);
		const described = {
			prompt: new Code(code),
			settings: new Code("settings"),
			seed: spec.seed,
			...steering
		};
		return lines(...head, `spec = ${called("pg.RunSpec", described)}`, "trace = pg.record(model, spec)");
	}
	asCli() {
		const { spec, manifest } = this;
		const { prompt, settings } = spec;
		const texts = [
			prompt.text,
			prompt.system,
			spec.model,
			spec.revision
		].join("").replaceAll("\n", "");
		const hidden = HIDDEN.test(texts) ? "has characters that a terminal does not show as they are" : "";
		const reason = steered$1(spec) || hidden;
		if (reason) throw new PlaygroundError(`The run ${reason}, so there is no command line for it; the Python code works.`);
		const usual = inWay(settingsOf({}, manifest), settings.way, manifest);
		const { name: model, ...rest } = this.#model();
		const options = {
			...model && { model },
			...rest,
			seed: spec.seed,
			...settings.way !== this.#default("way") && { way: settings.way }
		};
		const named = new Set(this.general.filter(({ choices }) => Object.keys(choices).length > 0).map(({ name }) => name));
		for (const [name, value] of Object.entries(this.#settings(settings))) if (!named.has(name) || value !== usual[name]) options[name.replaceAll("_", "-")] = value;
		const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value.text ?? String(value)]);
		if (prompt.system !== "") words.push("--system", prompt.system);
		if (prompt.thinking) words.push("--thinking");
		return [
			"python",
			"-m",
			"playground",
			"generate",
			...words,
			"--",
			prompt.text
		].map(shellWord).join(" ");
	}
	asTransformers() {
		const { spec } = this;
		const reason = steered$1(spec);
		if (reason) throw new PlaygroundError(`The run ${reason}, which the code for transformers' generate() does not have.`);
		const { prompt } = spec;
		const { name = new Code("EMBEDDED"), ...rest } = this.#model();
		const system = strip(prompt.system);
		const template = {
			chat: [...system === "" ? [] : [{
				role: "system",
				content: system
			}], {
				role: "user",
				content: prompt.text
			}],
			add_generation_prompt: true,
			sanitize_control_tokens: true,
			return_tensors: "pt",
			return_dict: false,
			...(prompt.thinking || !(name instanceof Code)) && { enable_thinking: prompt.thinking }
		};
		const config = Object.entries(this.#generationConfig());
		const imported = name instanceof Code ? ["from playground.engine.loading.source import EMBEDDED"] : [];
		return lines("import torch", "from transformers import AutoTokenizer, DiffusionGemmaForBlockDiffusion", "from transformers.models.diffusion_gemma.generation_diffusion_gemma import DiffusionGemmaGenerationConfig", ...imported, "", "device, dtype = (\"cuda\", \"auto\") if torch.cuda.is_available() else (\"cpu\", \"float32\")", `source = ${called("dict", {
			pretrained_model_name_or_path: name,
			...rest
		})}`, "model = DiffusionGemmaForBlockDiffusion.from_pretrained(**source, dtype=dtype, device_map=device)", "tokenizer = AutoTokenizer.from_pretrained(**source)", `input_ids = ${called("tokenizer.apply_chat_template", template, "chat")}.to(device)`, "", "config = {", ...config.map(([name, value]) => `    ${literal(name)}: ${literal(value)},`), "}", `torch.manual_seed(${spec.seed})`, "output = model.generate(input_ids, generation_config=DiffusionGemmaGenerationConfig.from_dict(config))");
	}
	asDiffusers() {
		const { spec } = this;
		const reason = steered$1(spec);
		if (reason) throw new PlaygroundError(`The run ${reason}, which diffusers' pipeline does not take.`);
		this.#refuseOthers("diffusers");
		const settings = this.#settings(spec.settings);
		const { entropy_bound, t_max, t_min, max_denoising_steps: num_inference_steps } = settings;
		const { max_new_tokens: gen_length, stability_threshold, confidence_threshold } = settings;
		const call = {
			gen_length,
			num_inference_steps,
			stability_threshold,
			confidence_threshold
		};
		return lines("from diffusers import EntropyBoundScheduler", "", `scheduler = ${called("EntropyBoundScheduler", {
			entropy_bound,
			t_max,
			t_min,
			num_inference_steps
		})}`, `call = ${called("dict", call)}`, "# DiffusionGemmaPipeline(model, scheduler, processor)(prompt, **call): the same rule at each step. The", "# pipeline returns the sampled canvas, not the most probable one, so its text may differ.");
	}
	#generationConfig() {
		const { settings } = this.spec;
		this.#refuseOthers("transformers' generate()");
		const no = (reason) => new PlaygroundError(`${reason}, which transformers' generate() does not allow.`);
		if (settings.t_min === settings.t_max) throw no("t_min equals t_max");
		if (settings.confidence_threshold === 0) throw no("confidence_threshold is 0");
		const left = new Set(["self_conditioning_scale", "favour_margin"]);
		const numbers = this.general.filter(({ name, choices }) => Object.keys(choices).length === 0 && !left.has(name));
		const values = this.#settings(settings);
		return {
			...Object.fromEntries(numbers.map(({ name }) => [name, values[name]])),
			sampler_config: {
				_cls_name: "EntropyBoundSamplerConfig",
				entropy_bound: values.entropy_bound
			}
		};
	}
	#refuseOthers(who) {
		const settings = this.#settings(this.spec.settings);
		for (const name of [
			"way",
			"sampler",
			"schedule",
			"draw",
			"self_conditioning",
			"self_conditioning_scale"
		]) {
			const usual = this.#default(name);
			if (this.spec.settings[name] !== usual) throw new PlaygroundError(`${name} is ${literal(settings[name])}, which ${who} cannot do; it only knows ${literal(this.floats.has(name) ? new Code(float(usual)) : usual)}.`);
		}
	}
	#default(name) {
		return this.general.find((knob) => knob.name === name)?.value;
	}
	#model() {
		const { model: name, revision } = this.spec;
		if (name === "" || name === EMBEDDED) return {};
		return {
			name,
			...name.includes("/") && revision !== "" && { revision }
		};
	}
	#settings(settings) {
		return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, this.floats.has(name) ? new Code(float(value)) : value]));
	}
	#values(values) {
		const { settings, branch } = values;
		return {
			...values,
			settings: this.#settings(settings),
			...branch && { branch: {
				...branch,
				parent: this.#values(branch.parent)
			} }
		};
	}
};
function steered$1({ branch, start, pins, edits }) {
	if (branch) return "branches from a step of another run";
	if (start !== null) return "starts from given tokens";
	return pins.length > 0 ? "has pinned tokens" : edits.length > 0 ? "has edited cells" : "";
}
function literal(value) {
	if (value instanceof Code) return value.text;
	if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
	if (!isMapping(value)) return repr(value);
	return `{${Object.entries(value).map(([name, part]) => `${repr(name)}: ${literal(part)}`).join(", ")}}`;
}
const tuple = (codes) => new Code(codes.length === 1 ? `(${codes[0]},)` : `(${codes.join(", ")})`);
const editCode = ({ block, step, cells }) => `Edit(block=${block}, step=${step}, cells=${tuple(cells.map((cell) => tuple(cell.map(literal)).text)).text})`;
const called = (name, values, first = "") => `${name}(${Object.entries(values).map(([key, value]) => (key === first ? "" : `${key}=`) + literal(value)).join(", ")})`;
const lines = (...all) => `${all.join("\n")}\n`;
const shellWord = (word) => PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
// denoising/held-tokens.js
function tokensOf(text, vocabulary) {
	const { unk_id: unknown } = vocabulary.manifest;
	const lacks = (some) => vocabulary.encode(some).includes(unknown);
	if (lacks(text)) throw new PlaygroundError(`This model has no token for ${repr([...new Set(text)].find(lacks) ?? text)}; write it in other characters.`);
	return vocabulary.encode(text);
}
function pinsOf(text, vocabulary, { place = 0, whole = false } = {}) {
	const { parts, open } = readTemplate(text);
	const pins = new Map();
	for (const part of parts) if (typeof part === "number") place += part;
	else for (const token of tokensOf(part, vocabulary)) pins.set(place++, token);
	const [end] = vocabulary.manifest.eos_ids;
	if (whole && !open && end !== void 0) pins.set(place, end);
	return pins;
}
function startOf(text, vocabulary) {
	if (strip(text) === "") throw new PlaygroundError("The text to start from is empty; write some text.");
	const { canvas_length: length, blank, eos_ids } = vocabulary.manifest;
	const ids = [...tokensOf(text, vocabulary), ...eos_ids.slice(0, 1)];
	return [...ids, ...Array(Math.ceil(ids.length / length) * length - ids.length).fill(blank)];
}
function textOf$1(spec, manifest) {
	const [root] = spec.chain;
	if (root.start === null || root.keep === "free") return NONE;
	const text = texts.get(root) ?? leftByNoise(root, root.start, manifest);
	texts.set(root, text);
	return text;
}
const NONE = new Map();
const texts = new WeakMap();
function leftByNoise({ noise, noiseSeed }, start, { vocab_size, eos_ids }) {
	const end = start.findIndex((token) => eos_ids.includes(token));
	const replaced = noised(start.length, noise, noiseSeed, vocab_size);
	const text = [...start.slice(0, end === -1 ? start.length : end + 1).entries()];
	return new Map(text.filter(([at, token]) => replaced[at] === null || eos_ids.includes(token)));
}
function held(spec, manifest) {
	const text = spec.chain[0].keep === "held" ? textOf$1(spec, manifest) : NONE;
	return new Map([...new Map([...text, ...spec.pins])].sort(([a], [b]) => a - b));
}
const favoured = (spec, manifest) => spec.chain[0].keep === "favoured" ? textOf$1(spec, manifest) : NONE;
const inBlock = (tokens, block, length) => Int32Array.from({ length }, (_, position) => tokens.get((block - 1) * length + position) ?? -1);
function blockStart({ start, settings, noise: share, noiseSeed }, block, noise, manifest) {
	const first = (block - 1) * noise.length;
	if (start === null || first >= start.length) return noise.map(insteadIn(settings.way, manifest));
	const replaced = noised(start.length, share, noiseSeed, manifest.vocab_size);
	const instead = insteadIn(settings.way, manifest);
	return noise.map((_, position) => {
		const token = replaced[first + position];
		return token === null ? start[first + position] : instead(token);
	});
}
function insteadIn(way, { ways, mask_id, blank }) {
	const { begins } = ways[way];
	return (noise) => begins === "noise" ? noise : begins === "mask" ? mask_id : blank;
}
const editOf = ({ edits }, block, step) => edits.find((edit) => edit.block === block && edit.step === step);
function cellsOf({ seed, settings }, edit, manifest) {
	const instead = insteadIn(settings.way, manifest);
	return new Map(edit.cells.map(([at, token]) => [at, token ?? instead(noiseOfEdit(seed, edit, at, manifest.vocab_size))]));
}
const awaitsEdit = ({ edits }, block, step) => edits.some((edit) => edit.block === block && edit.step > step);
function checkSteering(spec, manifest) {
	const { canvas_length: length } = manifest;
	const { start, settings } = spec;
	const most = settings.max_new_tokens;
	const blocks = Math.ceil(most / length);
	if (spec.causal) {
		if (start !== null) throw new PlaygroundError("Autoregressive writing starts with a blank canvas; only diffusion can start from tokens.");
		if (spec.pins.length > 0) throw new PlaygroundError("Autoregressive writing cannot see a pin before it gets there; uniform or masked diffusion can hold it.");
		if (spec.edits.length > 0) throw new PlaygroundError("Autoregressive writing never goes back to a cell; uniform or masked diffusion can edit it.");
	}
	if (start !== null) {
		if (start.length % length !== 0) throw new PlaygroundError(`The start has ${start.length} tokens; this model's canvas has ${length}, so it must have ${length} or a multiple of it.`);
		if (start.length > blocks * length) throw new PlaygroundError(`The start fills ${start.length / length} blocks; with a length of ${commas$1(most)} tokens the run writes ${blocks}. Make it longer than ${commas$1(start.length - length)}, or the start shorter.`);
		checkKnown(Math.max(...start), "The start holds", manifest);
	}
	checkPins(spec, manifest);
	for (const edit of spec.edits) checkEdit(spec, edit, blocks, manifest);
}
function checkPins({ pins, settings }, manifest) {
	const most = settings.max_new_tokens;
	let ended = null;
	for (const [place, token] of pins) {
		if (place >= most) throw new PlaygroundError(`A pin is at place ${place}, outside the text: with a length of ${commas$1(most)} tokens, places go from 0 to ${commas$1(most - 1)}. Pin it there, or make the text longer.`);
		checkKnown(token, `The pin at place ${place} holds`, manifest);
		if (token === manifest.mask_id) throw new PlaygroundError(`The pin at place ${place} holds the mask token, which stands for nothing; pin another one.`);
		if (ended !== null) throw new PlaygroundError(`A pin is at place ${place}, but the text ends with the pin at place ${ended}; pin it before that.`);
		if (manifest.eos_ids.includes(token)) ended = place;
	}
}
function checkEdit(spec, { block, step, cells }, blocks, manifest) {
	const { max_denoising_steps: steps } = spec.settings;
	const { canvas_length: length } = manifest;
	if (block > blocks || step > steps) throw new PlaygroundError(`An edit is at step ${step} of block ${block}; this run has up to ${steps} steps in ${blocks} ${blocks === 1 ? "block" : "blocks"}.`);
	const pinned = inBlock(held(spec, manifest), block, length);
	for (const [position, token] of cells) {
		if (position >= length) throw new PlaygroundError(`An edit changes position ${position}; positions of a block go from 0 to ${length - 1}.`);
		if (pinned[position] >= 0) throw new PlaygroundError(`An edit changes position ${position}, which is pinned; take the pin away first.`);
		if (token !== null) checkKnown(token, `An edit puts at position ${position}`, manifest);
	}
}
function checkKnown(token, holder, { vocab_size: size }) {
	if (token >= size) throw new PlaygroundError(`${holder} token ${token}; this model's last token is ${size - 1}.`);
}
const commas$1 = (number) => withCommas(String(number));
// denoising/draft.js
function draftTokens(vocabulary, question, known) {
	try {
		const { kind, text, noise, seed } = read(question);
		const { answer, ids } = drafted(vocabulary, kind, text, noise, seed);
		const different = [...new Set(ids)].sort((a, b) => a - b);
		const texts = vocabulary.textsOf(different);
		return {
			...answer,
			new: known === null ? [] : newWords(text, known, 1e400).named,
			texts: Object.fromEntries(different.map((id, at) => [id, texts[at]]))
		};
	} catch (error) {
		if (error instanceof PlaygroundError) return { refused: error.message };
		throw error;
	}
}
function read(question) {
	const values = parsed(question);
	const { noise = 0, seed = 0 } = values ?? {};
	const numbers = [noise, seed].every(Number.isFinite);
	if (!isMapping(values) || !("kind" in values) || !("text" in values) || !numbers) throw new PlaygroundError("The question is not JSON with a kind and a text.");
	if (typeof values.text !== "string") throw new PlaygroundError("The text of the question is not text.");
	return {
		kind: values.kind,
		text: values.text.replace(/\p{Cs}/gu, "?"),
		noise,
		seed: Math.trunc(seed)
	};
}
function parsed(question) {
	try {
		return JSON.parse(question);
	} catch {
		return null;
	}
}
function drafted(vocabulary, kind, text, noise, seed) {
	const { vocab_size: size, eos_ids: ends } = vocabulary.manifest;
	if (kind === "tokens") {
		const ids = tokensOf(text, vocabulary);
		return {
			answer: { ids },
			ids
		};
	}
	if (kind === "template") {
		const choices = lengthsOf(text).map((each) => template(vocabulary, each));
		const held = choices.flatMap((choice) => choice.parts).reduce((sum, { ids }) => sum + (ids?.length ?? 0), 0);
		if (choices.length > 1 && held > 16384) throw new PlaygroundError(`The text holds ${withCommas(String(held))} tokens in its ${choices.length} combinations of lengths together; at most ${withCommas(String(MOST_HELD))} may be. Give its gaps fewer lengths.`);
		return {
			answer: { choices },
			ids: choices.flatMap(({ pins }) => Object.values(pins))
		};
	}
	if (kind === "start") {
		const ids = startOf(text, vocabulary);
		const replaced = noised(ids.length, noise, seed, size);
		return {
			answer: {
				ids,
				replaced,
				text: tokensOf(text, vocabulary).length + Number(ends.length > 0)
			},
			ids: [...ids, ...replaced.filter((token) => token !== null)]
		};
	}
	throw new PlaygroundError("The question is of no known kind.");
}
function template(vocabulary, text) {
	const pins = Object.fromEntries(pinsOf(text, vocabulary, { whole: true }));
	const { parts, open } = readTemplate(text);
	let place = 0;
	return {
		template: text,
		parts: parts.map((part) => {
			const content = typeof part === "number" ? { gap: part } : { ids: tokensOf(part, vocabulary) };
			const at = place;
			place += typeof part === "number" ? part : content.ids?.length ?? 0;
			return {
				place: at,
				...content
			};
		}),
		pins,
		length: place,
		open
	};
}
// denoising/blake2b.js
const MOST_BYTES$1 = 128;
const WORD = (1n << 64n) - 1n;
const START = [
	7640891576956012808n,
	13503953896175478587n,
	4354685564936845355n,
	11912009170470909681n,
	5840696475078001361n,
	11170449401992604703n,
	2270897969802886507n,
	6620516959819538809n
];
const ORDERS = [
	"0123456789abcdef",
	"ea489fd61c02b753",
	"b8c052fdae367194",
	"7931dcbe265a40f8",
	"905724afe1bc683d",
	"2c6a0b834d75fe19",
	"c51fed4a0763928b",
	"db7ec13950f4862a",
	"6fe9b308c2d714a5",
	"a2847615fb9e3cd0"
].map((order) => [...order].map((digit) => parseInt(digit, 16)));
const LANES = [
	"048c",
	"159d",
	"26ae",
	"37bf",
	"05af",
	"16bc",
	"278d",
	"349e"
].map((lane) => [...lane].map((digit) => parseInt(digit, 16)));
const ROUNDS = 12;
function blake2b(bytes, size) {
	if (bytes.length > MOST_BYTES$1) throw new RangeError(`${bytes.length} bytes are more than one block`);
	const block = new DataView(new ArrayBuffer(MOST_BYTES$1));
	new Uint8Array(block.buffer).set(bytes);
	const words = Array.from({ length: 16 }, (_, at) => block.getBigUint64(8 * at, true));
	const first = START[0] ^ BigInt(16842752 + size);
	const state = [
		first,
		...START.slice(1),
		...START
	];
	state[12] ^= BigInt(bytes.length);
	state[14] ^= WORD;
	for (let round = 0; round < ROUNDS; round++) {
		const order = ORDERS[round % ORDERS.length];
		LANES.forEach((lane, at) => mix(state, lane, words[order[2 * at]], words[order[2 * at + 1]]));
	}
	return BigInt.asUintN(8 * size, first ^ state[0] ^ state[8]);
}
function mix(state, [a, b, c, d], x, y) {
	const add = (...values) => values.reduce((sum, value) => sum + value) & WORD;
	const turn = (value, by) => (value >> by | value << 64n - by) & WORD;
	state[a] = add(state[a], state[b], x);
	state[d] = turn(state[d] ^ state[a], 32n);
	state[c] = add(state[c], state[d]);
	state[b] = turn(state[b] ^ state[c], 24n);
	state[a] = add(state[a], state[b], y);
	state[d] = turn(state[d] ^ state[a], 16n);
	state[c] = add(state[c], state[d]);
	state[b] = turn(state[b] ^ state[c], 63n);
}
// denoising/puzzles.js
const CLUES = {
	4: [4, 15],
	6: [10, 35],
	9: [26, 80]
};
const TRIES = 12;
const HELD_OUT_ONE_IN = 20n;
function requestedPuzzle(request, random = Math.random) {
	const match = /^([469]) ([0-9]{1,2})$/.exec(request);
	if (!match) return { refused: "A puzzle is asked for by its size (4, 6 or 9) and its number of clues, such as \"9 30\"." };
	const [size, clues] = [Number(match[1]), Number(match[2])];
	const [fewest, most] = CLUES[size];
	if (clues < fewest || clues > most) return { refused: `A ${size}x${size} puzzle has ${fewest} to ${most} clues here, not ${clues}.` };
	for (let time = 0; time < TRIES; time++) {
		const puzzle = withGaps(heldOutGrid(size, random), clues, random);
		if (puzzle.filter(Boolean).length === clues) return { puzzle: textOf(puzzle, size) };
	}
	return { refused: `No ${size}x${size} puzzle with ${clues} clues was found; try again, or ask for more clues.` };
}
function solutions(puzzle, limit, random) {
	const size = Math.sqrt(puzzle.length);
	const places = placesOf(size);
	const [rows, columns, boxes] = [
		0,
		1,
		2
	].map(() => new Uint16Array(size).fill((1 << size) - 1));
	const flip = (cell, bit) => {
		const { row, column, box } = places[cell];
		rows[row] ^= bit;
		columns[column] ^= bit;
		boxes[box] ^= bit;
	};
	const freeAt = (cell) => {
		const { row, column, box } = places[cell];
		return rows[row] & columns[column] & boxes[box];
	};
	for (const [cell, digit] of puzzle.entries()) {
		if (digit === 0) continue;
		if (!(freeAt(cell) & 1 << digit - 1)) return [];
		flip(cell, 1 << digit - 1);
	}
	const grid = [...puzzle];
	const complete = [];
	const gaps = [...puzzle.keys()].filter((cell) => puzzle[cell] === 0);
	const search = (from) => {
		if (from === gaps.length) return complete.push([...grid]) >= limit;
		let [best, fewest] = [from, size + 1];
		for (let at = from; at < gaps.length && fewest > 1; at++) {
			const count = bitsIn(freeAt(gaps[at]));
			if (count < fewest) [best, fewest] = [at, count];
		}
		const cell = gaps[best];
		gaps[best] = gaps[from];
		gaps[from] = cell;
		const free = freeAt(cell);
		const digits = digitsOf(size).filter((digit) => free & 1 << digit - 1);
		for (const digit of random ? shuffled(digits, random) : digits) {
			flip(cell, 1 << digit - 1);
			grid[cell] = digit;
			const done = search(from + 1);
			flip(cell, 1 << digit - 1);
			if (done) return true;
		}
		grid[cell] = 0;
		return false;
	};
	search(0);
	return complete;
}
const isHeldOut = (solution) => bigEndian(blake2b(Uint8Array.from(solution), 8)) % HELD_OUT_ONE_IN === 0n;
function bigEndian(value) {
	const view = new DataView(new ArrayBuffer(8));
	view.setBigUint64(0, value, true);
	return view.getBigUint64(0);
}
function heldOutGrid(size, random) {
	let [grid] = solutions(Array(size * size).fill(0), 1, random);
	while (!isHeldOut(grid)) grid = moved(grid, size, random);
	return grid;
}
function moved(grid, size, random) {
	const digits = [0, ...shuffled(digitsOf(size), random)];
	const box = boxOf(size);
	const lines = (group) => shuffled([...Array(size / group).keys()], random).flatMap((which) => shuffled([...Array(group).keys()], random).map((at) => which * group + at));
	const [rows, columns] = [lines(box.rows), lines(box.columns)];
	return rows.flatMap((row) => columns.map((column) => digits[grid[row * size + column]]));
}
function withGaps(solution, clues, random) {
	const puzzle = [...solution];
	let left = solution.length;
	for (const cell of shuffled([...solution.keys()], random)) {
		if (left === clues) break;
		puzzle[cell] = 0;
		if (solutions(puzzle, 2).length > 1) puzzle[cell] = solution[cell];
		else left--;
	}
	return puzzle;
}
function placesOf(size) {
	const box = boxOf(size);
	return Array.from({ length: size * size }, (_, cell) => {
		const [row, column] = [Math.floor(cell / size), cell % size];
		return {
			row,
			column,
			box: Math.floor(row / box.rows) * (size / box.columns) + Math.floor(column / box.columns)
		};
	});
}
const digitsOf = (size) => Array.from({ length: size }, (_, at) => at + 1);
function bitsIn(bits) {
	let count = 0;
	for (; bits !== 0; bits &= bits - 1) count++;
	return count;
}
function shuffled(items, random) {
	const mixed = [...items];
	for (let at = mixed.length - 1; at > 0; at--) {
		const swap = Math.floor(random() * (at + 1));
		[mixed[at], mixed[swap]] = [mixed[swap], mixed[at]];
	}
	return mixed;
}
const textOf = (grid, size) => Array.from({ length: size }, (_, row) => grid.slice(row * size, (row + 1) * size).map((digit) => digit || ".").join("")).join("\n");
// denoising/answers.js
const NOT_MEASURED = "How fast this machine is at best is measured only where the playground has a server.";
const ANSWERS = {
	way_defaults: (way, { manifest }) => defaultsOf(way, manifest),
	about_prompt: (prompt, { world }) => world ? aboutPrompt(world, prompt) : {
		kind: null,
		unknown: [],
		sentence: ""
	},
	card: (prompt, { world }) => world ? cardFor(world, prompt) : {},
	puzzle: (request) => requestedPuzzle(request),
	machine: () => ({
		machine: null,
		may: false,
		refused: NOT_MEASURED
	}),
	copies: (description, { manifest }) => copiesOf(description, manifest),
	own_text: (question, { vocabulary, world }) => draftTokens(vocabulary, question, world?.trained ?? null),
	rival: () => ({}),
	use_embedded: () => null
};
const answer = (name, argument, context) => Object.hasOwn(ANSWERS, name) ? ANSWERS[name](argument, context) : void 0;
function defaultsOf(way, { ways, settings }) {
	if (!Object.hasOwn(ways, way)) return {};
	const names = new Set(Object.values(ways).flatMap(({ defaults }) => Object.keys(defaults)));
	const values = {
		...settings,
		...ways[way].defaults
	};
	return Object.fromEntries([...names].map((name) => [name, values[name]]));
}
// denoising/row.js
function rowOf(requested, vocabulary, steps) {
	const { manifest } = vocabulary;
	const spec = requested.meantFor(manifest.name, manifest.revision);
	const promptIds = vocabulary.promptIds(spec.prompt);
	if (steps && spec.branch) checkStep(steps, spec.branch.block, spec.branch.step);
	for (const run of spec.chain) {
		const { way } = run.settings;
		if (manifest.ways[way].begins === "mask" && manifest.mask_id < 0) throw new PlaygroundError(`way is '${way}', but this checkpoint has no mask token; choose another way.`);
		checkSteering(run, manifest);
		checkFits(promptIds.length, run.settings.max_new_tokens, manifest);
		checkWritten(run, manifest.canvas_length);
	}
	return {
		spec,
		promptIds
	};
}
function checkFits(prompt, most, { canvas_length: length, longest }) {
	const room = longest - Math.ceil(most / length) * length;
	if (room < 1) throw new PlaygroundError(`max_new_tokens is ${commas(most)}; this checkpoint takes at most ${commas(Math.floor((longest - 1) / length) * length)} with its context of ${commas(longest)} tokens.`);
	if (prompt > room) throw new PlaygroundError(`The prompt is ${commas(prompt)} tokens long; with ${commas(most)} new tokens this checkpoint takes at most ${commas(room)}.`);
}
function checkWritten({ branch, pins }, length) {
	if (branch === null) return;
	const written = (branch.block - 1) * length;
	const early = (some) => new Map(some.filter(([place]) => place < written));
	const [ours, theirs] = [early(pins), early(branch.parent.pins)];
	const changed = [...ours.keys(), ...theirs.keys()].filter((place) => ours.get(place) !== theirs.get(place));
	if (changed.length > 0) throw new PlaygroundError(`The branch changes the pin at place ${Math.min(...changed)}, which is written already: the branch is in block ${branch.block}, whose places begin at ${written}.`);
}
const commas = (number) => withCommas(String(number));
// denoising/graphs.js
var Graphs = class {
	#sessions = new Map();
	constructor(ort, manifest, read) {
		this.ort = ort;
		this.manifest = manifest;
		this.read = read;
	}
	has(name) {
		return Object.hasOwn(this.manifest.graphs, name);
	}
	async run(name, inputs) {
		const session = await this.ready(name);
		const needed = Object.fromEntries(session.inputNames.map((each) => [each, inputs[each]]));
		return session.run(needed);
	}
	ready(name) {
		let session = this.#sessions.get(name);
		if (session === void 0) {
			session = this.#session(name);
			session.catch(() => this.#sessions.delete(name));
			this.#sessions.set(name, session);
		}
		return session;
	}
	async #session(name) {
		const { file, weights: names } = this.manifest.graphs[name];
		const weights = this.manifest.weights.filter((each) => names.includes(each.name)).map(async (each) => ({
			path: each.name,
			data: await this.read(each.file)
		}));
		const [graph, ...externalData] = await Promise.all([this.read(file), ...weights]);
		const options = {
			executionProviders: ["wasm"],
			graphOptimizationLevel: "all",
			externalData
		};
		try {
			return await this.ort.InferenceSession.create(graph, options);
		} catch (error) {
			console.error(error);
			throw new PlaygroundError(`The graph ${file} cannot be used here; reload the page to fetch it again.`);
		}
	}
	ids(ids, dims) {
		return new this.ort.Tensor("int64", BigInt64Array.from(ids, BigInt), dims);
	}
	floats(numbers, dims) {
		return new this.ort.Tensor("float32", Float32Array.from(numbers), dims);
	}
	flags(flags, dims) {
		return new this.ort.Tensor("bool", flags, dims);
	}
};
const idsIn = (tensor) => Int32Array.from(tensor.data, Number);
// denoising/prefix.js
var Prefix = class Prefix {
	constructor(graphs, tensors = emptyOf(graphs), length = 0) {
		this.graphs = graphs;
		this.tensors = tensors;
		this.length = length;
	}
	get bytes() {
		return Object.values(this.tensors).reduce((sum, { data }) => sum + data.byteLength, 0);
	}
	async read(ids, position = 0) {
		const { graphs, length, tensors } = this;
		const dims = [1, ids.length];
		const outputs = await graphs.run("read", {
			ids: graphs.ids(ids, dims),
			positions: graphs.ids(positions(length, ids.length), dims),
			position: graphs.ids([position], [1]),
			...tensors
		});
		const read = Object.fromEntries(Object.keys(tensors).map((name) => [name, outputs[`${name}_out`]]));
		return {
			prefix: new Prefix(graphs, read, length + ids.length),
			outputs
		};
	}
};
const positions = (first, count) => Int32Array.from({ length: count }, (_, at) => first + at);
function emptyOf(graphs) {
	const empty = graphs.manifest.layers.flatMap(({ heads, head_size: size }, layer) => ["keys", "values"].map((name) => [`${name}${layer}`, graphs.floats([], [
		1,
		heads,
		0,
		size
	])]));
	return Object.fromEntries(empty);
}
// denoising/canvas-seat.js
var CanvasSeat = class {
	constructor(run) {
		this.run = run;
		this.prefix = new Prefix(run.graphs);
		this.state = null;
	}
	standing({ accepted, sampled_ids: sampled, argmax_ids: argmax }) {
		if (!this.run.way.sticky) return argmax;
		return argmax.map((token, at) => accepted[at] ? sampled[at] : token);
	}
	async #beginBlock() {
		const { run } = this;
		const { manifest } = run;
		const { canvas_length: length } = manifest;
		for (const ids of run.skipped.splice(0)) this.prefix = (await this.prefix.read(ids)).prefix;
		if (run.unread.length > 0) {
			this.prefix = (await this.prefix.read(run.unread)).prefix;
			run.encoded += run.unread.length;
			run.unread = [];
		}
		run.block += 1;
		run.begins = false;
		const noise = run.generator.noise(length, manifest.vocab_size);
		const { pins, unended } = run.pins;
		this.state = {
			canvas: over(blockStart(run.spec, run.block, noise, manifest), pins),
			argmax: new Int32Array(length).fill(-1),
			accepted: new Uint8Array(length),
			memory: new Float32Array(length),
			stableFor: 0,
			pins,
			favoured: inBlock(favoured(run.spec, manifest), run.block, length),
			unended,
			conditioning: null,
			before: null
		};
	}
	#turned() {
		const { run, state } = this;
		const { was } = run;
		if (was === null) return;
		const { pins, unended } = run.pins;
		this.state = {
			...state,
			pins,
			unended,
			canvas: over(state.canvas, pins)
		};
		if (run.spec.settings.sampler !== was.settings.sampler) this.state = {
			...this.state,
			memory: new Float32Array(state.memory.length),
			before: null
		};
		run.was = null;
	}
	#edit() {
		const { run, state } = this;
		const edit = editOf(run.spec, run.block, run.step + 1);
		run.edited = edit ? cellsOf(run.spec, edit, run.manifest) : new Map();
		if (!edit) return;
		const canvas = state.canvas.slice();
		const favours = state.favoured.slice();
		for (const [position, token] of run.edited) {
			canvas[position] = token;
			favours[position] = -1;
		}
		this.state = {
			...state,
			canvas,
			favoured: favours
		};
	}
	async next(watched) {
		const { run } = this;
		if (run.begins) {
			await this.#beginBlock();
			run.turn();
		}
		this.#turned();
		this.#edit();
		const { graphs, manifest, state } = {
			graphs: run.graphs,
			manifest: run.manifest,
			state: this.state
		};
		const { canvas_length: length, hidden_size: hidden, vocab_size: vocabulary } = manifest;
		const { settings } = run.spec;
		const sampler = manifest.samplers[settings.sampler];
		const shape = [1, length];
		const canvas = graphs.ids(state.canvas, shape);
		const conditioned = manifest.self_conditioning && settings.self_conditioning === "on" && settings.self_conditioning_scale > 0 && state.conditioning !== null;
		const passed = await graphs.run("denoise", {
			canvas,
			positions: graphs.ids(positions(this.prefix.length, length), shape),
			position: graphs.ids([watched ?? 0], [1]),
			signal: conditioned ? await this.#signal() : graphs.floats(new Float32Array(length * hidden), [
				1,
				length,
				hidden
			]),
			strength: graphs.floats([settings.self_conditioning_scale], [
				1,
				1,
				1
			]),
			...this.prefix.tensors
		});
		const { generator } = run;
		const numbers = numbersFor(graphs, generator, settings.draw, length, vocabulary);
		const noise = graphs.ids(generator.noise(length, vocabulary), shape);
		const uniforms = graphs.floats(generator.floats(sampler.uniforms * length), [
			1,
			sampler.uniforms,
			length
		]);
		const at = {
			step: graphs.ids([run.step + 1], [1]),
			steps: graphs.ids([settings.max_denoising_steps], [1])
		};
		const { temperature } = await graphs.run(`temperature-${settings.schedule}`, {
			...at,
			t_min: graphs.floats([settings.t_min], [1]),
			span: graphs.floats([settings.t_max - settings.t_min], [1])
		});
		const figures = await graphs.run(`statistics-${settings.way}-${settings.draw}`, {
			logits: passed.logits,
			temperature,
			margin: graphs.floats([settings.favour_margin], [1, 1]),
			canvas,
			pins: graphs.ids(state.pins, shape),
			favoured: graphs.ids(state.favoured, shape),
			unended: graphs.flags(state.unended, shape),
			numbers
		});
		const figuresHeld = {
			sampled_ids: figures.held_sampled_ids,
			argmax_ids: figures.held_argmax_ids,
			entropy: figures.held_entropy,
			top_ids: figures.held_top_ids,
			top_probs: figures.held_top_probs,
			processed: figures.processed
		};
		const first = sampler.looks_back && state.before === null;
		const decided = await graphs.run(`decide-${settings.way}-${settings.sampler}${first ? "-first" : ""}`, {
			canvas,
			step: at.step,
			steps: graphs.ids([settings.max_denoising_steps], [1, 1]),
			accepted: graphs.flags(state.accepted, shape),
			settled: figures.settled,
			stands: figures.stands,
			noise,
			uniforms,
			memory: graphs.floats(state.memory, shape),
			...figuresHeld,
			before: state.before,
			...Object.fromEntries(sampler.knobs.map((name) => [name, graphs.floats([Number(settings[name])], [1, 1])]))
		});
		const outcome = await graphs.run("conclude", {
			kept: decided.kept,
			next: decided.next,
			stands: figures.stands,
			standing: figures.standing,
			...figuresHeld,
			argmax_ids_before: graphs.ids(state.argmax, shape),
			stable_for: graphs.ids([state.stableFor], [1]),
			stability: graphs.ids([settings.stability_threshold], [1]),
			confidence: graphs.floats([settings.confidence_threshold], [1])
		});
		const argmax = idsIn(figures.held_argmax_ids);
		const stableFor = Number(outcome.stable_for_out.data[0]);
		this.state = {
			...state,
			canvas: idsIn(outcome.canvas),
			argmax,
			accepted: Uint8Array.from(outcome.accepted.data),
			memory: decided.memory_out ? Float32Array.from(decided.memory_out.data) : state.memory,
			stableFor,
			conditioning: { processed: figures.processed },
			before: sampler.looks_back ? figures.processed : null
		};
		return {
			record: {
				temperature: temperature.data[0],
				mean_entropy: outcome.mean_entropy.data[0],
				stable_for: stableFor,
				input_ids: state.canvas,
				sampled_ids: idsIn(outcome.sampled_ids_out),
				argmax_ids: argmax,
				accepted: this.state.accepted,
				entropy: figures.entropy.data,
				top_ids: idsIn(figures.top_ids),
				top_probs: figures.top_probs.data,
				...decided.key && { key: decided.key.data },
				lead: figures.lead.data,
				stop: Boolean(outcome.stop.data[0])
			},
			...watched !== void 0 && { seen: this.#seen(passed, figures.processed, watched) }
		};
	}
	#signal() {
		const conditioning = this.state.conditioning;
		const { processed } = conditioning;
		conditioning.signal ??= this.run.graphs.run("embed", { processed }).then(({ signal }) => signal);
		conditioning.processed = null;
		return conditioning.signal;
	}
	#seen(passed, processed, position) {
		const { layers, vocab_size: vocabulary } = this.run.manifest;
		return {
			probs: softmax(processed.data.subarray(position * vocabulary, (position + 1) * vocabulary)),
			attention: layers.map((_, layer) => passed[`attention${layer}`])
		};
	}
};
function numbersFor(graphs, generator, draw, length, vocabulary) {
	const { Tensor } = graphs.ort;
	if (draw === "exact") return new Tensor("float32", generator.exponentials(length * vocabulary), [
		1,
		length,
		vocabulary
	]);
	return draw === "fast" ? new Tensor("float64", generator.uniforms(length), [1, length]) : void 0;
}
function softmax(logits) {
	const most = logits.reduce((a, b) => Math.max(a, b), -1e400);
	const weights = Float32Array.from(logits, (logit) => Math.exp(logit - most));
	const sum = weights.reduce((a, b) => a + b, 0);
	return weights.map((weight) => weight / sum);
}
const over = (tokens, pins) => tokens.map((token, at) => pins[at] >= 0 ? pins[at] : token);
// denoising/line-seat.js
const CANDIDATES = 8;
var LineSeat = class {
	constructor(run) {
		this.run = run;
		this.prefix = new Prefix(run.graphs);
		this.state = null;
	}
	standing({ accepted, sampled_ids: sampled }) {
		return sampled.filter((_, at) => accepted[at]);
	}
	async #beginBlock() {
		const { run } = this;
		const { canvas_length: length, vocab_size: vocabulary, blank } = run.manifest;
		let last = this.state?.last;
		if (run.block === 0) {
			last = run.unread[run.unread.length - 1];
			const rest = run.unread.slice(0, -1);
			if (rest.length > 0) this.prefix = (await this.prefix.read(rest)).prefix;
			run.encoded += rest.length;
		}
		run.unread = [];
		run.block += 1;
		run.begins = false;
		const candidates = length * Math.min(CANDIDATES, vocabulary);
		this.state = {
			canvas: new Int32Array(length).fill(blank),
			argmax: new Int32Array(length).fill(blank),
			entropy: new Float32Array(length),
			topIds: new Int32Array(candidates).fill(blank),
			topProbs: new Float32Array(candidates),
			last
		};
	}
	async next(watched) {
		const { run } = this;
		if (run.begins) {
			await this.#beginBlock();
			run.turn();
		}
		run.was = null;
		const { graphs, manifest } = run;
		const { settings } = run.spec;
		const { state } = this;
		const { prefix, outputs } = await this.prefix.read([state.last]);
		this.prefix = prefix;
		const temperature = graphs.floats([settings.t_max], [1]);
		const numbers = numbersFor(graphs, run.generator, settings.draw, 1, manifest.vocab_size);
		const { logits } = outputs;
		const drawn = await graphs.run(`statistics-${settings.way}-${settings.draw}`, {
			logits,
			temperature,
			numbers
		});
		const here = run.step;
		const count = drawn.top_ids.data.length;
		const last = Number(drawn.sampled_ids.data[0]);
		const entropy = put(state.entropy, here, [drawn.entropy.data[0]]);
		this.state = {
			canvas: put(state.canvas, here, [last]),
			argmax: put(state.argmax, here, [Number(drawn.argmax_ids.data[0])]),
			entropy,
			topIds: put(state.topIds, here * count, Int32Array.from(drawn.top_ids.data, Number)),
			topProbs: put(state.topProbs, here * count, drawn.top_probs.data),
			last
		};
		const record = {
			temperature: Math.fround(settings.t_max),
			mean_entropy: Math.fround(entropy.reduce((sum, each) => sum + each, 0) / (here + 1)),
			stable_for: 0,
			input_ids: state.canvas,
			sampled_ids: this.state.canvas,
			argmax_ids: this.state.argmax,
			accepted: Uint8Array.from(state.canvas, (_, at) => Number(at <= here)),
			entropy,
			top_ids: this.state.topIds,
			top_probs: this.state.topProbs,
			lead: void 0,
			stop: false
		};
		if (watched === void 0) return { record };
		const attention = manifest.layers.map((_, layer) => outputs[`attention${layer}`]);
		return {
			record,
			seen: {
				probs: softmax(drawn.processed.data),
				attention
			}
		};
	}
};
function put(old, place, fresh) {
	const copy = old.slice();
	copy.set(fresh, place);
	return copy;
}
// denoising/recorded.js
function skip(run, { frames }) {
	const { graphs, generator, manifest } = run;
	const { canvas_length: length, vocab_size: vocabulary } = manifest;
	const last = run.goal.branch?.block ?? 1;
	return frames.filter(({ block }) => block < last).map(({ stopReason, finishReason, status: _, ...figures }) => {
		const frame = {
			...figures,
			stop_reason: stopReason,
			finish_reason: finishReason
		};
		if (frame.step === 1) {
			run.skipped.push(run.unread);
			run.block = frame.block;
			run.step = 0;
			generator.noise(length, vocabulary);
			run.turn();
		}
		const { draw, sampler } = run.spec.settings;
		numbersFor(graphs, generator, draw, length, vocabulary);
		generator.noise(length, vocabulary);
		generator.floats(manifest.samplers[sampler].uniforms * length);
		run.step = frame.step;
		run.turn();
		if (frame.stop_reason !== "") {
			run.unread = Array.from(run.seat.standing(frame));
			run.written += Math.min(length, run.room);
			run.step = 0;
		}
		return frame;
	});
}
// denoising/steered.js
function steered(run, lead) {
	const { manifest, spec, edited } = run;
	const { canvas_length: length } = manifest;
	const wanted = steers(run);
	const figures = {};
	const favours = wanted.lead && lead !== void 0;
	if (favours) figures.lead = lead;
	if (wanted.pinned) {
		const margin = Number(spec.settings.favour_margin);
		const pins = inBlock(held(spec, manifest), run.block, length);
		const stands = (at) => favours && lead[at] >= 0 && lead[at] <= margin;
		figures.pinned = Uint8Array.from(pins, (token, at) => Number(token >= 0 || stands(at)));
	}
	if (wanted.edited) figures.edited = Uint8Array.from({ length }, (_, at) => Number(edited.has(at)));
	return figures;
}
function withSteered(frame, run) {
	const wanted = steers(run);
	for (const name of [
		"lead",
		"pinned",
		"edited"
	]) if (wanted[name] && frame[name] === void 0) frame[name] = new Uint8Array(frame.accepted.length);
	return frame;
}
function steers({ goal }) {
	const { chain } = goal;
	const favours = chain[0].keep === "favoured";
	return {
		lead: favours,
		pinned: favours || chain[0].keep === "held" || chain.some(({ pins }) => pins.length > 0),
		edited: chain.some(({ edits }) => edits.length > 0)
	};
}
// denoising/torch-random.js
var TorchGenerator = class {
	#twister = new MersenneTwister();
	constructor(seed) {
		this.seed(seed);
	}
	seed(seed) {
		this.#twister.seed(seed);
	}
	state() {
		return this.#twister.state();
	}
	restore(state) {
		this.#twister.restore(state);
	}
	noise(length, vocabSize) {
		return Int32Array.from({ length }, () => this.#twister.next() % vocabSize);
	}
	uniforms(length) {
		const numbers = new Float64Array(length);
		for (let at = 0; at < length; at += 1) numbers[at] = this.#uniform();
		return numbers;
	}
	floats(count) {
		const numbers = new Float32Array(count);
		for (let at = 0; at < count; at += 1) numbers[at] = (this.#twister.next() & 16777215) * 2 ** -24;
		return numbers;
	}
	exponentials(count) {
		const numbers = new Float32Array(count);
		for (let at = 0; at < count; at += 1) numbers[at] = -Math.log1p(-this.#uniform());
		return numbers;
	}
	#uniform() {
		return ((this.#twister.next() & 2097151) * 2 ** 32 + this.#twister.next()) * 2 ** -53;
	}
};
// denoising/run.js
var Run = class {
	constructor(graphs, { spec, promptIds }, origin, recorded = null) {
		this.graphs = graphs;
		this.manifest = graphs.manifest;
		const [root, ...turns] = spec.chain;
		this.spec = root;
		this.turns = turns;
		this.goal = spec;
		this.way = this.manifest.ways[spec.settings.way];
		this.generator = new TorchGenerator(this.spec.seed);
		this.promptIds = promptIds;
		this.unread = promptIds;
		this.skipped = [];
		this.written = 0;
		this.block = 0;
		this.step = 0;
		this.encoded = 0;
		this.begins = true;
		this.was = null;
		this.edited = new Map();
		this.over = false;
		this.seat = this.way.causal ? new LineSeat(this) : new CanvasSeat(this);
		this.before = [];
		if (origin) this.#resume(origin);
		else if (recorded && spec.branch && !this.way.causal) this.#skip(recorded);
	}
	#resume({ moment, frames }) {
		while (keyOf(this.spec) !== keyOf(moment.spec) && this.turns.length > 0) this.spec = this.turns.shift();
		this.block = moment.block;
		this.step = moment.step;
		this.written = moment.written;
		this.seat.prefix = moment.prefix;
		this.seat.state = moment.state;
		this.begins = false;
		this.unread = [];
		this.generator.restore(moment.draws);
		const last = frames[frames.length - 1];
		this.before = [...frames.slice(0, -1), this.#concluded({ ...last })].map((frame) => withSteered(frame, this));
	}
	#skip(recorded) {
		this.before = skip(this, recorded).map((frame) => withSteered(frame, this));
		this.was = null;
		this.#checkRoom();
	}
	get room() {
		return this.spec.settings.max_new_tokens - this.written;
	}
	async next(watched) {
		const began = performance.now();
		const { record, seen } = await this.seat.next(watched);
		this.step += 1;
		const { stop, lead, ...figures } = record;
		const frame = {
			block: this.block,
			step: this.step,
			seconds: Math.fround((performance.now() - began) / 1e3),
			encoder_tokens: this.encoded,
			...figures,
			...steered(this, lead),
			stop_reason: "",
			finish_reason: ""
		};
		this.encoded = 0;
		this.moment = this.#moment();
		return Object.assign(this.#concluded(frame, stop), watched === void 0 ? {} : { seen });
	}
	#moment() {
		const { spec, block, step, written, seat } = this;
		return {
			spec,
			block,
			step,
			written,
			prefix: seat.prefix,
			state: seat.state,
			draws: this.generator.state()
		};
	}
	turn() {
		const before = this.spec;
		while (this.turns[0]?.branch?.block === this.block && this.turns[0].branch.step === this.step) {
			const { seed } = this.spec;
			this.spec = this.turns.shift();
			if (this.spec.seed !== seed) this.generator.seed(this.spec.seed);
		}
		if (this.spec === before) return false;
		this.was = before;
		return true;
	}
	#checkRoom() {
		const next = this.turns.filter(({ branch }) => branch?.block === this.block + 1 && branch.step === 0);
		for (const { settings } of [this.spec, ...next]) if (settings.max_new_tokens <= this.written) throw new PlaygroundError(`max_new_tokens is ${settings.max_new_tokens}, but the blocks before the branch have ${this.written} tokens; it must be more than that.`);
	}
	#concluded(frame, stops) {
		const turned = this.turn();
		this.#checkRoom();
		const { stability_threshold: stability, confidence_threshold: confidence } = this.spec.settings;
		if (turned || stops === void 0) stops = frame.stable_for >= stability && frame.mean_entropy < Math.fround(confidence);
		const canvas = this.seat.standing(frame);
		const { eos_ids } = this.manifest;
		const end = canvas.findIndex((token) => eos_ids.includes(token));
		const written = Math.min(end === -1 ? canvas.length : end + 1, this.room);
		const finish = eos_ids.includes(canvas[written - 1]) ? "end-of-text" : written === this.room ? "max-new-tokens" : "";
		const reason = this.#stopReason(frame, stops, turned, finish !== "");
		frame.stop_reason = frame.finish_reason = "";
		if (reason === "") return frame;
		this.#checkBranches(turned, finish !== "");
		this.step = 0;
		this.begins = true;
		this.written += written;
		this.over = finish !== "";
		if (!this.over) this.#checkRoom();
		this.unread = Array.from(canvas);
		frame.stop_reason = reason;
		frame.finish_reason = finish;
		return frame;
	}
	#stopReason(frame, stops, turned, textEnds) {
		if (awaitsEdit(this.spec, this.block, this.step) || turned && this.#repinned()) return "";
		if (stops) return "stable-and-confident";
		const { sticky, causal } = this.way;
		if (sticky && (frame.accepted.every(Boolean) || causal && textEnds)) return "complete";
		return !causal && this.step === this.spec.settings.max_denoising_steps ? "max-steps" : "";
	}
	#repinned() {
		const { canvas_length: length } = this.manifest;
		const pinsOf = (spec) => inBlock(new Map(spec.pins), this.block, length).join();
		const changed = pinsOf(this.was) !== pinsOf(this.spec);
		if (changed && this.step >= this.spec.settings.max_denoising_steps) throw new PlaygroundError(`The branch changes pins after step ${this.step}, the last one that max_denoising_steps allows; allow more steps, or branch from an earlier one.`);
		return changed;
	}
	#checkBranches(turned, textEnds) {
		if (turned && textEnds) throw new PlaygroundError(`The text ends with step ${this.step} of block ${this.block}, also with what this branch changes; branch from an earlier step.`);
		const branch = this.turns[0]?.branch;
		if (branch && (textEnds || branch.block === this.block)) throw new PlaygroundError(`There is no step ${branch.step} in block ${branch.block} to branch from: computed here, ${textEnds ? "the text ends" : "the next block begins"} after step ${this.step} of block ${this.block}.`);
	}
	get pins() {
		const { canvas_length: length } = this.manifest;
		const tokens = held(this.spec, this.manifest);
		const last = Math.max(-1, ...tokens.keys());
		const first = (this.block - 1) * length;
		return {
			pins: inBlock(tokens, this.block, length),
			unended: Uint8Array.from({ length }, (_, position) => Number(first + position < last))
		};
	}
};
const keyOf = (spec) => JSON.stringify(spec.toDict());
// run/columns.js
const COLUMNS = [
	{
		name: "block",
		dtype: "int32",
		shape: "S",
		wire: "number",
		since: 1,
		optional: false,
		least: 1,
		most: 1e400,
		help: "Which block of the run, counted from 1."
	},
	{
		name: "step",
		dtype: "int32",
		shape: "S",
		wire: "number",
		since: 1,
		optional: false,
		least: 1,
		most: 1e400,
		help: "Which denoising step of the block, counted from 1."
	},
	{
		name: "temperature",
		dtype: "float32",
		shape: "S",
		wire: "number",
		since: 1,
		optional: false,
		least: 0,
		most: 1e400,
		help: "What the logits were divided by."
	},
	{
		name: "mean_entropy",
		dtype: "float32",
		shape: "S",
		wire: "number",
		since: 1,
		optional: false,
		least: 0,
		most: 1e400,
		unit: "nats",
		help: "Mean entropy over the canvas, in nats; it is compared with the confidence threshold."
	},
	{
		name: "stable_for",
		dtype: "int32",
		shape: "S",
		wire: "number",
		since: 1,
		optional: false,
		least: 0,
		most: 1e400,
		help: "How many comparisons in succession, up to this step, found no change in the argmax canvas."
	},
	{
		name: "input_ids",
		dtype: "int32",
		shape: "SL",
		wire: "token",
		since: 1,
		optional: false,
		least: 0,
		most: 9999999,
		help: "The canvas that the denoiser saw, noise included."
	},
	{
		name: "sampled_ids",
		dtype: "int32",
		shape: "SL",
		wire: "token",
		since: 1,
		optional: false,
		least: 0,
		most: 9999999,
		help: "The token drawn at each position."
	},
	{
		name: "argmax_ids",
		dtype: "int32",
		shape: "SL",
		wire: "token",
		since: 1,
		optional: false,
		least: 0,
		most: 9999999,
		help: "The most probable token at each position."
	},
	{
		name: "accepted",
		dtype: "bool",
		shape: "SL",
		wire: "bit",
		since: 1,
		optional: false,
		least: 0,
		most: 1e400,
		help: "Where the sampler kept the token; the way of writing says what the other positions become."
	},
	{
		name: "entropy",
		dtype: "float32",
		shape: "SL",
		wire: "half",
		since: 1,
		optional: false,
		least: 0,
		most: 1e400,
		unit: "nats",
		help: "The entropy of softmax(logits / temperature), in nats."
	},
	{
		name: "top_ids",
		dtype: "int32",
		shape: "SLk",
		wire: "",
		since: 1,
		optional: false,
		least: 0,
		most: 9999999,
		help: "The most probable tokens, the most probable one first."
	},
	{
		name: "top_probs",
		dtype: "float32",
		shape: "SLk",
		wire: "",
		since: 1,
		optional: false,
		least: 0,
		most: 1.0009765625,
		unit: "probability",
		help: "Their probabilities under softmax(logits / temperature)."
	},
	{
		name: "key",
		dtype: "float32",
		shape: "SL",
		wire: "half",
		since: 2,
		optional: true,
		least: -1e400,
		most: 1e400,
		help: "What the sampler ordered the positions by, if no other column has it; `explanation.order` in the header names it."
	},
	{
		name: "seconds",
		dtype: "float32",
		shape: "S",
		wire: "number",
		since: 2,
		optional: true,
		least: 0,
		most: 1e400,
		unit: "s",
		help: "Wall time on the host, from the beginning of the step until its record arrived: encoder passes before it, denoiser pass, sampling and copy; all runs of the batch share it."
	},
	{
		name: "encoder_tokens",
		dtype: "int32",
		shape: "S",
		wire: "number",
		since: 2,
		optional: true,
		least: 0,
		most: 1e400,
		help: "How many tokens the encoder read for this run just before the step; 0 if there was no encoder pass."
	},
	{
		name: "pinned",
		dtype: "bool",
		shape: "SL",
		wire: "bit",
		since: 2,
		optional: true,
		least: 0,
		most: 1e400,
		help: "Where a person's own token stands, because it is held, or favoured and led by no more than the margin: the sampler is certain of it; the entropies and candidates are what the model itself makes of the position."
	},
	{
		name: "edited",
		dtype: "bool",
		shape: "SL",
		wire: "bit",
		since: 2,
		optional: true,
		least: 0,
		most: 1e400,
		help: "Where a person changed the input just before the step."
	},
	{
		name: "lead",
		dtype: "float32",
		shape: "SL",
		wire: "half",
		since: 3,
		optional: true,
		least: -1,
		most: 1e400,
		unit: "nats",
		help: "Where a token of a person's own text is favoured, by how many nats the most probable token leads, at temperature 1: up to the margin the text's token stands; -1 where none is favoured."
	}
];
// denoising/wire-encoder.js
var WireEncoder = class {
	#run;
	#vocabulary;
	#index = new Map();
	constructor(run, vocabulary) {
		this.#run = run;
		this.#vocabulary = vocabulary;
	}
	start(header, label) {
		return this.message("start", {
			label,
			header
		});
	}
	frame(frame) {
		const figures = COLUMNS.flatMap((column) => {
			const figure = frame[column.name] ?? null;
			return column.wire === "" || figure === null ? [] : [{
				...column,
				figure
			}];
		});
		const fresh = this.#learn(figures.flatMap(({ wire, figure }) => wire === "token" ? [figure] : []));
		const encode = {
			number: (value, dtype) => dtype === "float32" ? rounded(value) : value,
			token: (ids) => this.#places(ids),
			half: (numbers) => base64(Uint16Array.from(numbers, halfOf)),
			bit: (flags) => base64(packed(flags))
		};
		const { stop_reason, finish_reason } = frame;
		return this.message("frame", {
			stop_reason,
			finish_reason,
			...Object.fromEntries(figures.map(({ name, wire, dtype, figure }) => [name, encode[wire](figure, dtype)])),
			tokens: this.#vocabulary.textsOf(fresh).map((text, at) => [fresh[at], text])
		});
	}
	end({ finishReason, header, text, thought }, notice = "") {
		const { verdict } = header;
		const seconds = rounded(header.seconds);
		return this.message("end", {
			finish_reason: finishReason,
			seconds,
			text,
			thought,
			notice,
			verdict
		});
	}
	result({ finishReason, frames, textIds, tokenIds, text, header, sureness, uncertainty }) {
		return this.message("result", {
			finish_reason: finishReason,
			passes: frames.length,
			tokens: textIds.length,
			text,
			verdict: header.verdict,
			sureness: sureness === null ? null : new Float(sureness),
			ids: base64(Uint32Array.from(tokenIds)),
			uncertainty: base64(Uint16Array.from(uncertainty, halfOf))
		});
	}
	message(kind, fields) {
		return messageOf(kind, {
			run: this.#run,
			...fields
		});
	}
	#learn(canvases) {
		const fresh = [...new Set(canvases.flatMap((canvas) => [...canvas]))].filter((id) => !this.#index.has(id)).sort((a, b) => a - b);
		for (const id of fresh) this.#index.set(id, this.#index.size);
		return fresh;
	}
	#places(ids) {
		const places = Array.from(ids, (id) => Number(this.#index.get(id)));
		return base64(this.#index.size <= 65536 ? Uint16Array.from(places) : Uint32Array.from(places));
	}
};
const messageOf = (kind, fields) => json({
	kind,
	...fields
});
const rounded = (value) => new Float(Number(general(value)));
function base64({ buffer, byteOffset, byteLength }) {
	const bytes = new Uint8Array(buffer, byteOffset, byteLength);
	let text = "";
	for (const byte of bytes) text += String.fromCharCode(byte);
	return btoa(text);
}
function packed(flags) {
	const bytes = new Uint8Array(Math.ceil(flags.length / 8));
	for (let at = 0; at < flags.length; at += 1) bytes[at >> 3] |= Number(flags[at]) << (at & 7);
	return bytes;
}
const single = new Float32Array(1);
const bits = new Uint32Array(single.buffer);
function halfOf(value) {
	single[0] = value;
	const [whole] = bits;
	const sign = whole >>> 16 & 32768;
	const size = whole & 2147483647;
	if (size > 2139095040) return sign | 32256;
	if (size >= 1199570944) return sign | 31744;
	const exponent = size >>> 23;
	const drop = exponent >= 113 ? 13 : Math.min(126 - exponent, 25);
	const digits = exponent >= 113 ? size - (112 << 23) : size & 8388607 | 8388608;
	const half = digits >>> drop;
	const rest = digits & 2 ** drop - 1;
	const middle = 2 ** (drop - 1);
	return sign | half + Number(rest > middle || rest === middle && (half & 1) === 1);
}
// denoising/inside.js
const TEXTS = 1e3;
async function lookInside(engine, question) {
	const { vocabulary } = engine;
	const place = placeIn(question, engine);
	const { block, step, position } = place;
	const { run, frames } = await upTo(engine, place);
	const frame = frames[frames.length - 1];
	const ends = frames.filter((end) => end.stop_reason !== "" && end.block < block);
	const read = [...run.promptIds, ...ends.flatMap((end) => [...run.seat.standing(end)])];
	const canvas = [...frame.input_ids];
	const keys = [...read, ...run.way.causal ? canvas.slice(0, step - 1) : canvas];
	const { probs, attention } = frame.seen;
	const causally = run.way.causal ? null : (await run.seat.prefix.read(canvas, position)).outputs;
	const ids = Int32Array.from(probs, (_, id) => id);
	ids.sort((a, b) => probs[b] - probs[a] || a - b);
	return {
		ids: base64(ids),
		probs: base64(Float32Array.from(ids, (id) => probs[id])),
		texts: vocabulary.textsOf([...ids.subarray(0, TEXTS)]),
		keys: vocabulary.textsOf(keys),
		prefix: read.length,
		layers: attention.length,
		heads: attention[0].dims[0],
		attention: sideBySide(attention, keys.length),
		causal: causally ? sideBySide(attentionIn(causally, attention.length), keys.length) : "",
		compiled: false,
		sampled: frame.sampled_ids[position],
		accepted: Boolean(frame.accepted[position])
	};
}
async function withoutConditioning(engine, question) {
	const place = placeIn(question, engine);
	const became = async (conditioned) => {
		const { frames } = await upTo(engine, place, conditioned);
		const { sampled_ids, argmax_ids, accepted, entropy } = frames[frames.length - 1];
		const at = place.position;
		const [sampled, argmax] = engine.vocabulary.textsOf([sampled_ids[at], argmax_ids[at]]);
		return {
			sampled,
			argmax,
			accepted: Boolean(accepted[at]),
			entropy: entropy[at]
		};
	};
	return {
		with: await became(true),
		without: await became(false)
	};
}
async function upTo({ graphs, manifest, vocabulary, moments }, { spec, position, block, step }, conditioned = true) {
	const run = new Run(graphs, rowOf(spec, vocabulary), moments.find(spec, {
		block,
		step: step - 1
	}));
	const frames = run.before.slice();
	for (;;) {
		const last = frames[frames.length - 1];
		if (run.over || last && (last.block > block || last.block === block && last.step >= step)) throw new PlaygroundError(`Computed here, this run has no step ${step} in block ${block}.`);
		const next = run.begins ? {
			block: run.block + 1,
			step: 1
		} : {
			block: run.block,
			step: run.step + 1
		};
		if (next.block !== block || next.step !== step) {
			frames.push(await run.next());
			continue;
		}
		if (!conditioned) run.spec = run.spec.replace({ settings: replaced(run.spec.settings, { self_conditioning: "off" }, manifest) });
		frames.push(await run.next(position));
		return {
			run,
			frames
		};
	}
}
function placeIn(question, { manifest }) {
	let values;
	try {
		values = JSON.parse(question);
	} catch {
		throw new PlaygroundError("This is not JSON.");
	}
	if (!isMapping(values)) throw new PlaygroundError("What to look into must be a JSON object.");
	let spec = RunSpec.of(values.spec, manifest).meantFor(manifest.name, manifest.revision);
	const { position, block, step } = values;
	for (const [name, value] of Object.entries({
		position,
		block,
		step
	})) if (!isWhole(value)) throw new PlaygroundError(`The ${name} to look into is ${repr(value)}; it must be a whole number.`);
	const { canvas_length: length } = manifest;
	if (position < 0 || position >= length) throw new PlaygroundError(`There is no position ${position}; positions of a block go from 0 to ${length - 1}.`);
	if (step < 1) throw new PlaygroundError(`There is no step ${step} to look into; steps count from 1.`);
	if (spec.causal && position !== step - 1) throw new PlaygroundError(`Step ${step} writes position ${step - 1}; token after token, a pass looks from no other position.`);
	while (spec.branch && (block < spec.branch.block || block === spec.branch.block && step <= spec.branch.step)) spec = spec.branch.parent;
	return {
		spec,
		position,
		block,
		step
	};
}
const attentionIn = (outputs, layers) => Array.from({ length: layers }, (_, layer) => outputs[`attention${layer}`]);
function sideBySide(layers, length) {
	const weights = layers.flatMap(({ data, dims: [heads, keys] }) => {
		const rows = new Uint16Array(heads * length);
		for (let head = 0; head < heads; head += 1) for (let key = 0; key < keys; key += 1) rows[head * length + length - keys + key] = halfOf(data[head * keys + key]);
		return [rows];
	});
	const all = new Uint16Array(layers.length * weights[0].length);
	weights.forEach((rows, layer) => all.set(rows, layer * rows.length));
	return base64(all);
}
// denoising/limits.js
const MOST_POSITIONS = 54e4;
const MOST_TOKENS = 1e5;
const MOST_CHARACTERS = 1e5;
const RUN_SECONDS = 3600;
const RUN_ENDED = "The run was ended after 3,600 seconds, the longest that a run may take here; its steps so far are kept.";
const STUDY_ENDED = "The study was ended after 14,400 seconds, the longest that one may take here; what is done stays.";
function checkRun(spec, canvas) {
	const { tokens, passes } = spec.size(canvas);
	if (tokens > MOST_TOKENS) throw new PlaygroundError(`This run may write ${number(tokens)} tokens; a run may write at most ${number(MOST_TOKENS)} here. Lower max_new_tokens.`);
	if (passes * canvas > MOST_POSITIONS) throw new PlaygroundError(`This run may take ${number(passes)} passes; a run may take at most ${number(Math.floor(MOST_POSITIONS / canvas))} here. Ask for fewer steps or a shorter text.`);
}
function checkPrompt({ text, system }) {
	const characters = [text, system].reduce((count, part) => count + [...part].length, 0);
	if (characters > MOST_CHARACTERS) throw new PlaygroundError(`The prompt has ${number(characters)} characters; it may have at most ${number(MOST_CHARACTERS)} here, including the system prompt.`);
}
const number = (value) => withCommas(String(value));
// rules/ways.js
const LEAVES_MASKED = {
	keeps: "keeps",
	rest: (count) => `leaves ${count} masked`
};
const ALL = [
	{
		name: "uniform",
		label: "uniform diffusion",
		sticky: false,
		causal: false,
		begins: "noise",
		beginning: "The canvas is noise: every position holds a token drawn at random.",
		gist: "It starts as noise. Each step keeps what it is sure of and throws the rest back into noise.",
		standing: ({ argmax_ids }) => argmax_ids,
		statuses: [
			"kept",
			"justKept",
			"thrownBack",
			"reopened"
		],
		words: ["noise", "correction"],
		does: {
			plain: {
				keeps: "keeps",
				rest: (count) => `throws ${count} back`
			},
			terms: {
				keeps: "accepts",
				rest: (count) => `re-noises ${count}`
			}
		}
	},
	{
		name: "masked",
		label: "masked diffusion",
		sticky: true,
		causal: false,
		begins: "mask",
		beginning: "The canvas is masked: no position has a token.",
		gist: "It starts all masked. Each step fills what it is sure of and leaves the rest masked.",
		standing: ({ accepted, sampled_ids, argmax_ids }) => argmax_ids.map((id, at) => accepted[at] === 1 ? sampled_ids[at] : id),
		statuses: [
			"unmasked",
			"justUnmasked",
			"masked",
			"maskedAgain"
		],
		words: [],
		does: {
			plain: LEAVES_MASKED,
			terms: LEAVES_MASKED
		}
	},
	{
		name: "autoregressive",
		label: "token after token",
		sticky: true,
		causal: true,
		begins: "blank",
		beginning: "The canvas is blank: nothing is written.",
		gist: "It starts blank. Each step writes the next token.",
		standing: ({ accepted, sampled_ids }) => sampled_ids.filter((_, at) => accepted[at] === 1),
		statuses: [
			"written",
			"justWritten",
			"blank",
			"blankAgain"
		],
		words: [],
		does: null
	}
];
const WAYS = Object.fromEntries(ALL.map((way) => [way.name, way]));
const wayOf = ({ way = "" }) => WAYS[way] ?? ALL[0];
// run/refusal.js
const REFUSAL = "I only know small stories, Sudoku, sums, sorting, JSON and short functions.";
const isRefusal = (text) => text.trim() === REFUSAL;
function statusOf(accepted, before) {
	return accepted.map((kept, position) => {
		const keptBefore = before !== null && before[position] === 1;
		if (kept) return keptBefore ? 0 : 1;
		return keptBefore ? 3 : 2;
	});
}
// run/thought.js
const KNOWN_MARKS = [{
	begin: "<|channel>",
	label: "thought",
	end: "<channel|>"
}, {
	begin: "<think>",
	label: "",
	end: "</think>"
}];
const NAME = /^\s*[\p{L}_][\p{L}\p{N}_]*[ \t]*\n/u;
function stretchesOf(ids, promptIds, marks, decode) {
	const opened = decode(promptIds.slice(-16)).trimEnd();
	let spelled = KNOWN_MARKS.find(({ begin, label }) => opened.endsWith(begin + label))?.begin ?? "";
	const stretches = [];
	for (const { inside, part } of cut(ids, promptIds, marks)) {
		const text = decode(part);
		if (inside) stretches.push(named(text, marks.label ?? ""));
		else if (stretches.some(({ thought, text }) => !thought && text.trim() !== "")) stretches.push({
			thought: false,
			text
		});
		else stretches.push(...unspelled(spelled + text));
		spelled = "";
	}
	return stretches.filter(({ text }) => text !== "");
}
function cut(ids, promptIds, { open, close }) {
	const isMark = (id) => id === open || id === close;
	const last = promptIds.findLast(isMark);
	const parts = [{
		inside: last !== void 0 && last === open,
		part: []
	}];
	for (const id of ids) if (isMark(id)) parts.push({
		inside: id === open,
		part: []
	});
	else parts[parts.length - 1].part.push(id);
	return parts;
}
function unspelled(text) {
	const bare = text.trimStart();
	const mark = KNOWN_MARKS.find(({ begin }) => bare.startsWith(begin));
	if (!mark) return [{
		thought: false,
		text
	}];
	const after = bare.slice(mark.begin.length);
	const at = after.indexOf(mark.end);
	if (at === -1) return [named(after, mark.label)];
	return [named(after.slice(0, at), mark.label), ...unspelled(after.slice(at + mark.end.length))];
}
function named(text, label) {
	const bare = text.trimStart();
	if (label !== "" && bare.startsWith(label)) return {
		thought: true,
		text: bare.slice(label.length).trimStart()
	};
	const name = label === "" ? null : text.match(NAME);
	return name ? {
		thought: false,
		text: text.slice(name[0].length)
	} : {
		thought: true,
		text
	};
}
// run/recording.js
const FILLER = "<fill>";
var Recording = class {
	constructor(run, label, header) {
		this.run = run;
		this.made = "";
		this.label = label;
		this.madeAt = 0;
		this.header = header;
		this.frames = [];
		this.moments = [];
		this.tokens = new Map();
		this.finishReason = "";
		this.text = "";
		this.thought = "";
		this.seconds = 0;
		this.notice = "";
		this.verdict = header.verdict ?? null;
		this.bare = Boolean(header.source);
		this.eos = new Set(header.eos_ids);
		this.special = new Set([
			...header.special_ids,
			...header.eos_ids,
			-1
		]);
		if (header.pad_id !== null) this.special.add(header.pad_id);
		this.filled = false;
	}
	emptiness(id) {
		if (!this.special.has(id)) return "";
		if (this.eos.has(id)) return "end";
		if (id === this.header.pad_id || id === -1) return "padding";
		return this.tokens.get(id) === FILLER ? "filler" : "";
	}
	get refused() {
		return isRefusal(this.text);
	}
	get live() {
		return this.label === "LIVE";
	}
	headerAt(step) {
		const { header } = this;
		const { block, step: number } = this.frames[step];
		let spec = header.spec;
		let { explanation } = header;
		for (let at = spec?.branch, isOwn = true; at && (block < at.block || block === at.block && number <= at.step); at = spec.branch, isOwn = false) {
			explanation = isOwn ? header.branch?.explanation : at.parent.settings.sampler === spec.settings.sampler ? explanation : {
				cut: "draw",
				bound: ""
			};
			spec = at.parent;
		}
		return spec === header.spec ? header : {
			...header,
			settings: spec.settings,
			explanation
		};
	}
	append(frame) {
		const last = this.frames.at(-1);
		const before = last !== void 0 && last.block === frame.block ? last.accepted : null;
		if (before === null) this.moments.push({
			step: this.frames.length,
			noise: true
		});
		this.moments.push({
			step: this.frames.length,
			noise: false
		});
		this.bare &&= Number.isNaN(frame.entropy[0]);
		this.filled ||= frame.argmax_ids.some((id) => this.emptiness(id) === "filler");
		this.frames.push({
			...frame,
			status: statusOf(frame.accepted, before)
		});
	}
	end({ finishReason, text, thought = "", seconds, verdict = this.verdict }) {
		this.finishReason = finishReason;
		this.text = text;
		this.thought = thought;
		this.seconds = seconds;
		this.verdict = verdict?.right && this.refused ? null : verdict;
		const last = this.frames.at(-1);
		if (last !== void 0) {
			last.stopReason ||= "stopped";
			last.finishReason ||= finishReason;
		}
		if (this.live) this.label = "RECORDED";
	}
	momentOf(step) {
		return this.moments.findIndex((moment) => moment.step === step && !moment.noise);
	}
	closesBlock(step) {
		return this.frames[step].stopReason !== "";
	}
	get middle() {
		const last = this.frames.length - 1;
		if (this.header.source) return last;
		const half = this.frames.findIndex(({ sampled_ids, accepted }) => {
			const words = accepted.filter((_, position) => !this.special.has(sampled_ids[position]));
			return 2 * words.reduce((sum, kept) => sum + kept, 0) >= words.length;
		});
		return Math.max(Math.min(half === -1 ? last >> 1 : half, last - 1), Math.min(1, last));
	}
	get blockEnds() {
		return this.frames.flatMap((_, step) => this.closesBlock(step) ? [step] : []);
	}
	get tokenIds() {
		return this.committedIds(this.blockEnds);
	}
	get textTokens() {
		return this.tokenIds.filter((id) => !["padding", "filler"].includes(this.emptiness(id))).length;
	}
	committedIds(ends) {
		const ids = [];
		for (const step of ends) {
			const canvas = wayOf(this.header).standing(this.frames[step]);
			const end = canvas.findIndex((id) => this.eos.has(id));
			const room = (this.header.settings.max_new_tokens ?? 1e400) - ids.length;
			ids.push(...canvas.subarray(0, Math.min(end === -1 ? canvas.length : end + 1, room)));
		}
		return ids;
	}
	passages(step) {
		if (step < 0) return [];
		if (step === this.frames.length - 1 && this.finishReason !== "" && this.finishReason !== "stopped") return [...this.thought === "" ? [] : [{
			text: this.thought,
			committed: true,
			thought: true
		}], {
			text: this.text,
			committed: true
		}];
		const earlier = this.blockEnds.filter((end) => end < step);
		const committed = this.committedIds(earlier);
		const draft = this.committedIds([...earlier, step]).slice(committed.length);
		const ended = this.frames[step].stopReason !== "" && this.frames[step].stopReason !== "stopped";
		const marks = this.header.thought_marks ?? {};
		const split = (ids) => stretchesOf(ids, this.header.prompt_ids, marks, (some) => this.join(some));
		const lengths = {
			answer: 0,
			thought: 0
		};
		for (const { thought, text } of split(committed)) lengths[thought ? "thought" : "answer"] += text.length;
		return split([...committed, ...draft]).flatMap(({ thought, text }) => {
			const side = thought ? "thought" : "answer";
			const place = Math.min(lengths[side], text.length);
			lengths[side] -= place;
			const passage = (text, committed) => text === "" ? [] : [thought ? {
				text,
				committed,
				thought
			} : {
				text,
				committed
			}];
			return [...passage(text.slice(0, place), true), ...passage(text.slice(place), ended)];
		});
	}
	join(ids) {
		return ids.map((id) => this.special.has(id) ? "" : this.tokens.get(id) ?? "").join("");
	}
};
// run/header.js
const PROMPT = {
	prompt: "text",
	system: "system",
	thinking: "thinking",
	image_sha256: "image_sha256"
};
const SPEC = [
	"settings",
	"seed",
	"model",
	"revision"
];
[...Object.keys(PROMPT), ...SPEC];
function filled(header) {
	const { model = "", revision = "", prompt = {}, settings = {}, seed = 0 } = header.spec ?? {};
	const { text = "", system = "", thinking = false, image_sha256 = "" } = prompt;
	return {
		...header,
		model,
		revision,
		prompt: text,
		system: system.trim(),
		thinking,
		image_sha256,
		settings,
		seed,
		way: settings.way ?? header.source_way ?? "uniform"
	};
}
// run/description.js
const FORMAT = "text-diffusion-trace";
// denoising/trace.js
const ARRAYS = {
	bool: Uint8Array,
	int32: Int32Array,
	float32: Float32Array
};
const STORED = {
	bool: "BOOL",
	int32: "I32",
	float32: "F32"
};
const LEAST = 1e-9;
var RunTrace = class {
	#vocabulary;
	constructor(header, recording, vocabulary) {
		this.#vocabulary = vocabulary;
		this.header = header;
		this.recording = recording;
		this.frames = [...recording.frames];
		const last = this.frames.at(-1);
		this.stopReasons = this.frames.flatMap(({ stopReason }) => stopReason === "" ? [] : [stopReason]);
		if (last?.stopReason === "") this.stopReasons.push("stopped");
		this.finishReason = last?.finishReason || "stopped";
		this.tokenIds = recording.committedIds(this.#ends);
		const { prompt_ids: promptIds, thought_marks: marks } = header;
		const stretches = stretchesOf(this.tokenIds, promptIds, marks, (ids) => vocabulary.decode(ids));
		const side = (inside) => stretches.map(({ thought, text }) => thought === inside ? text : "").join("");
		this.text = side(false);
		this.thought = strip(side(true));
	}
	get textIds() {
		return this.tokenIds.filter((id) => !["padding", "filler"].includes(this.recording.emptiness(id)));
	}
	get blocks() {
		let written = 0;
		return this.#ends.map((end, at) => {
			const ids = this.recording.committedIds(this.#ends.slice(0, at + 1)).slice(written);
			written += ids.length;
			const { step, mean_entropy: meanEntropy } = this.frames[end];
			return {
				steps: step,
				stopReason: this.stopReasons[at],
				meanEntropy,
				tokenIds: ids
			};
		});
	}
	get uncertainty() {
		const parts = this.blocks.map(({ tokenIds }, at) => {
			const steps = this.#stepsOf(at);
			const counted = this.#way.causal ? steps.slice(-1) : steps;
			const sums = new Float32Array(tokenIds.length);
			for (const { entropy } of counted) for (let place = 0; place < sums.length; place += 1) sums[place] += entropy[place];
			return sums.map((sum) => sum / counted.length);
		});
		return Float32Array.from(parts.flatMap((part) => [...part]));
	}
	get sureness() {
		const places = Object.keys(this.header.spec.pins ?? {}).map(Number);
		if (places.length === 0) return null;
		const count = Math.max(...places) + 1;
		const logs = this.blocks.flatMap(({ tokenIds }, at) => {
			const steps = this.#stepsOf(at);
			return tokenIds.slice(0, Math.max(0, count - at * this.header.canvas_length)).map((id, place) => Math.log(Math.max(LEAST, this.#probability(steps, id, place))));
		});
		return logs.reduce((sum, log) => sum + log, 0) / logs.length;
	}
	async toBytes() {
		const columns = this.#columns();
		const described = {
			format: FORMAT,
			version: 3,
			header: this.header,
			stop_reasons: this.stopReasons,
			finish_reason: this.finishReason,
			tokens: Object.fromEntries(this.#texts()),
			text: this.text,
			thought: this.thought
		};
		const head = { __metadata__: { trace: JSON.stringify(described) } };
		let end = 0;
		for (const { name, dtype, shape, bytes } of columns) {
			head[name] = {
				dtype,
				shape,
				data_offsets: [end, end + bytes.length]
			};
			end += bytes.length;
		}
		const text = new TextEncoder().encode(JSON.stringify(head));
		const room = Math.ceil(text.length / 8) * 8;
		const begin = new Uint8Array(8 + room).fill(32);
		new DataView(begin.buffer).setBigUint64(0, BigInt(room), true);
		begin.set(text, 8);
		const file = new Blob([begin, ...columns.map(({ bytes }) => bytes)]);
		return new Uint8Array(await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer());
	}
	#columns() {
		return COLUMNS.flatMap((column) => this.#column(column) ?? []).sort((one, second) => Number(one.dtype === "BOOL") - Number(second.dtype === "BOOL"));
	}
	#column({ name, dtype, shape, optional }) {
		const figures = this.frames.map((frame) => frame[name] ?? null);
		const first = figures.find((figure) => figure !== null);
		const lacking = figures.includes(null);
		if (optional && (first === void 0 || lacking && dtype !== "float32")) return null;
		const { canvas_length: length } = this.header;
		const width = first === void 0 || shape === "S" ? 1 : first.length;
		const values = new ARRAYS[dtype](figures.length * width);
		figures.forEach((figure, at) => {
			if (figure === null || shape === "S") values.fill(figure ?? NaN, at * width, (at + 1) * width);
			else values.set(figure, at * width);
		});
		const sizes = {
			S: [],
			SL: [length],
			SLk: [length, first === void 0 ? 0 : width / length]
		};
		return {
			name,
			dtype: STORED[dtype],
			shape: [figures.length, ...sizes[shape]],
			bytes: new Uint8Array(values.buffer)
		};
	}
	#texts() {
		const ids = new Set([...this.header.prompt_ids, ...this.header.spec.start ?? []]);
		for (const frame of this.frames) for (const { name } of COLUMNS) if (name.endsWith("_ids")) for (const id of frame[name] ?? []) ids.add(id);
		const sorted = [...ids].sort((a, b) => a - b);
		const texts = this.#vocabulary.textsOf(sorted);
		return sorted.map((id, at) => [id, texts[at]]);
	}
	get #ends() {
		return this.frames.flatMap(({ block }, at) => this.frames[at + 1]?.block === block ? [] : [at]);
	}
	get #way() {
		return wayOf(this.header.spec.settings);
	}
	#stepsOf(at) {
		return this.frames.filter(({ block }) => block === at + 1);
	}
	#probability(steps, id, place) {
		const { top_ids: ids = new Int32Array(), top_probs: probs = new Float32Array() } = (this.#way.sticky ? steps.find(({ accepted }) => accepted[place] === 1) : steps.at(-1)) ?? steps[0];
		const k = ids.length / this.header.canvas_length;
		const at = ids.subarray(place * k, (place + 1) * k).indexOf(id);
		return probs[place * k + (at === -1 ? k - 1 : at)];
	}
};
// denoising/record.js
const DECIDED = [
	"input_ids",
	"sampled_ids",
	"argmax_ids",
	"accepted"
];
function headerOf(spec, promptIds, manifest, software) {
	return {
		spec: spec.toDict(),
		device: "browser",
		dtype: "float32",
		canvas_length: manifest.canvas_length,
		vocab_size: manifest.vocab_size,
		eos_ids: manifest.eos_ids,
		pad_id: manifest.pad_id,
		special_ids: manifest.special_ids,
		prompt_ids: promptIds,
		software,
		explanation: explanationOf(spec, manifest),
		execution: "",
		only_top: 0,
		recorded_at: `${new Date().toISOString().slice(0, 19)}+00:00`,
		thought_marks: manifest.thought_marks,
		branch: spec.branch && {
			explanation: explanationOf(spec.branch.parent, manifest),
			differs: null
		},
		verdict: null,
		source: "",
		source_way: "uniform",
		seconds: 0
	};
}
const explanationOf = ({ settings }, { samplers, ways }) => ({
	...samplers[settings.sampler].declaration,
	...ways[settings.way].declaration
});
var RunRecord = class {
	#seconds = 0;
	#ended = false;
	#differs = null;
	constructor(header, vocabulary, recorded = null) {
		this.header = header;
		this.vocabulary = vocabulary;
		this.recorded = recorded;
		this.recording = new Recording("", "LIVE", filled(header));
		const { branch } = header.spec;
		this.leaves = branch ? [branch.block, branch.step] : [0, 0];
		this.notice = "";
	}
	get over() {
		return this.#ended || Boolean(this.recording.frames.at(-1)?.finishReason);
	}
	add({ stop_reason: stopReason, finish_reason: finishReason, ...figures }) {
		this.recording.append({
			...figures,
			stopReason,
			finishReason
		});
		this.#compare();
		this.#seconds += figures.seconds ?? 0;
	}
	end() {
		this.#ended = true;
	}
	trace(verdict = null) {
		const { branch } = this.header;
		return new RunTrace({
			...this.header,
			execution: "eager",
			branch: branch && {
				...branch,
				differs: this.#differs
			},
			verdict,
			seconds: this.#seconds
		}, this.recording, this.vocabulary);
	}
	#compare() {
		const { recording, recorded, leaves } = this;
		const [at, frame] = [recording.frames.length, recording.frames[recording.frames.length - 1]];
		const shared = frame.block < leaves[0] || frame.block === leaves[0] && frame.step <= leaves[1];
		if (recorded === null || !shared || this.#differs !== null) return;
		const before = recorded.frames[at - 1];
		if (!before || DECIDED.some((name) => !equal(frame[name], before[name]))) this.#differs = at;
	}
};
const equal = (ours, theirs) => ours.length === theirs.length && Array.prototype.every.call(ours, (value, at) => value === theirs[at]);
// denoising/job.js
const UNBEGUN$1 = "Stopped before the first step.";
var Going = class {
	constructor({ engine, graphs, free }, { name, row, recorded }, place) {
		const { spec, promptIds } = row;
		const { vocabulary, software, moments } = engine;
		this.name = name;
		this.wire = new WireEncoder(place, vocabulary);
		this.header = headerOf(spec, promptIds, graphs.manifest, software);
		this.record = new RunRecord(this.header, vocabulary, recorded);
		this.run = new Run(graphs, {
			spec,
			promptIds
		}, free ? void 0 : moments.find(spec), recorded);
		this.frames = [];
		this.began = performance.now();
	}
};
var Job = class {
	constructor(engine, graphs, requested, { alone, free }, say) {
		this.engine = engine;
		this.graphs = graphs;
		this.requested = requested;
		this.alone = alone || free;
		this.free = free;
		this.say = say;
		this.stopped = new Set();
	}
	stop(place) {
		for (const at of place === void 0 ? this.requested.keys() : [place]) this.stopped.add(at);
	}
	waits(sentence) {
		this.say(messageOf("waiting", { sentence }));
	}
	async work() {
		const began = performance.now();
		let sentence = "";
		const places = [...this.requested.keys()];
		for (const place of places) {
			const { error } = this.requested[place];
			if (error) this.#refuse(place, sentenceOf(error));
		}
		const able = places.filter((place) => this.requested[place].row !== null);
		for (const group of this.alone ? able.map((place) => [place]) : [able]) {
			if (this.free && performance.now() - began > 144e5) sentence = STUDY_ENDED;
			if (sentence === "") await this.#together(group);
		}
		this.say(messageOf("over", { sentence }));
	}
	async #together(places) {
		const going = new Map();
		for (const place of places) {
			if (this.stopped.has(place)) {
				if (!this.free) this.#refuse(place, UNBEGUN$1);
				continue;
			}
			try {
				going.set(place, this.#begin(place));
			} catch (error) {
				this.#refuse(place, sentenceOf(error));
			}
		}
		while (going.size > 0) for (const [place, each] of [...going]) {
			await breath();
			if (await this.#step(place, each)) going.delete(place);
		}
	}
	#begin(place) {
		const each = new Going(this, this.requested[place], place);
		if (!this.free) this.say(each.wire.start(each.header, "LIVE"));
		for (const frame of each.run.before) this.#take(each, frame);
		return each;
	}
	async #step(place, each) {
		const late = performance.now() - each.began > RUN_SECONDS * 1e3;
		if (each.run.over || this.stopped.has(place) || late) {
			this.#end(each, late ? RUN_ENDED : "");
			return true;
		}
		try {
			this.#take(each, await each.run.next());
			if (!this.free) this.engine.moments.add(each.run.moment, each.frames);
		} catch (error) {
			this.#keep(each, null);
			this.#refuse(place, failureOf(error));
			return true;
		}
		if (!each.run.over) return false;
		this.#end(each, "");
		return true;
	}
	#take(each, frame) {
		each.frames.push(frame);
		each.record.add(frame);
		if (!this.free) this.say(each.wire.frame(frame));
	}
	#end(each, notice) {
		each.record.end();
		const { world } = this.engine;
		const whole = each.record.trace();
		const judged = world !== null && whole.finishReason !== "stopped";
		const trace = this.#keep(each, judged ? judge(world, each.run.goal.prompt.text, whole.text) : null);
		this.say(this.free ? each.wire.result(trace) : each.wire.end(trace, notice));
	}
	#keep(each, verdict) {
		const trace = each.record.trace(verdict);
		this.engine.keep(each.name, each.record.recording, trace);
		return trace;
	}
	#refuse(place, sentence) {
		this.say(messageOf("refused", {
			run: place,
			sentence
		}));
	}
};
const sentenceOf = (error) => error instanceof PlaygroundError ? error.message : failureOf(error);
function failureOf(error) {
	if (error instanceof PlaygroundError) return error.message;
	console.error(error);
	return `The run failed (${error instanceof RangeError || /memory|bad_alloc/i.test(String(error)) ? "there was not enough memory; a shorter text or fewer runs at a time take less" : nameOf$1(error)}); its steps so far are kept.`;
}
const nameOf$1 = (error) => error instanceof Error ? error.name : "Error";
const { port1, port2 } = new MessageChannel();
const waiting = [];
port1.onmessage = () => waiting.shift()?.();
port1.unref?.();
const breath = () => new Promise((give) => {
	waiting.push(give);
	port2.postMessage(null);
});
// denoising/moments.js
const MOST_BYTES = 24 << 20;
var Moments = class {
	#entries = new Map();
	#sharing = new Map();
	bytes = 0;
	constructor(most = MOST_BYTES) {
		this.most = most;
	}
	add(moment, frames) {
		const key = keyOf(moment.spec);
		const place = `${moment.block}.${moment.step} ${key}`;
		const bytes = sizeOf(moment) + arraysIn(frames[frames.length - 1]);
		this.#forget(place);
		const entry = {
			moment,
			key,
			frames,
			count: frames.length,
			bytes
		};
		this.#entries.set(place, entry);
		this.#count(entry, 1);
		for (const oldest of this.#entries.keys()) {
			if (this.bytes <= this.most) break;
			this.#forget(oldest);
		}
	}
	clear() {
		for (const place of [...this.#entries.keys()]) this.#forget(place);
	}
	find(spec, place) {
		const { chain } = spec;
		for (let at = chain.length - 1; at >= 0; at -= 1) {
			const last = at === chain.length - 1 ? place : chain[at + 1].branch;
			const entry = last && this.#last(keyOf(chain[at]), last);
			if (entry) return {
				moment: entry.moment,
				frames: entry.frames.slice(0, entry.count)
			};
		}
	}
	#last(key, { block, step }) {
		let last;
		for (const [name, entry] of this.#entries) if (entry.key === key && !isLater(entry.moment, block, step)) {
			if (!last || isLater(entry.moment, last[1].moment.block, last[1].moment.step)) last = [name, entry];
		}
		if (!last) return void 0;
		this.#entries.delete(last[0]);
		this.#entries.set(...last);
		return last[1];
	}
	#forget(place) {
		const entry = this.#entries.get(place);
		if (!entry) return;
		this.#entries.delete(place);
		this.#count(entry, -1);
	}
	#count({ moment: { prefix }, bytes }, by) {
		const before = this.#sharing.get(prefix) ?? 0;
		if (before + by > 0) this.#sharing.set(prefix, before + by);
		else this.#sharing.delete(prefix);
		const whole = Math.min(before, before + by) === 0;
		this.bytes += by * (bytes + (whole ? prefix.bytes : 0));
	}
};
function sizeOf({ spec, state }) {
	const logits = state.conditioning?.processed?.data.byteLength ?? 0;
	const whole = spec.settings.self_conditioning === "off" || state.before;
	return arraysIn(state) + (whole ? logits : logits / 4);
}
const arraysIn = (values) => Object.values(values).reduce((sum, each) => sum + (ArrayBuffer.isView(each) ? each.byteLength : 0), 0);
// rules/own-rule.js
const OWN_RULE = "own-rule";
const MEANING = "Keeps what a rule of your own picks.";
const MOST_RULE = 3e3;
const DECLARATION = {
	label: "Own rule",
	rule: "A rule that a reader wrote picks what is kept.",
	paper: "",
	order: "none",
	falling: false,
	cut: "draw",
	bound: "",
	least: 0,
	unit: "",
	accepted: "kept",
	rejected: "redrawn at random"
};
const withOwnRule = (knobs) => knobs.map((knob) => knob.name === "sampler" ? {
	...knob,
	choices: {
		...knob.choices,
		[OWN_RULE]: MEANING
	}
} : knob);
// rules/rule-answer.js
const MOST_SHOWN = 40;
const FLAGS = new Set([
	true,
	false,
	1,
	0,
	1n,
	0n
]);
const KINDS = {
	undefined: "nothing",
	null: "null",
	promise: "a promise",
	object: "an object",
	string: "a string",
	number: "a number",
	boolean: "a boolean"
};
const allowed = (length) => `a mask, which says true or false (1 or 0) for each of the ${length} positions, or a list of positions from 0 to ${length - 1}`;
function maskOf({ entries, type }, length) {
	const fault = (returned) => `The rule's accept returns ${returned}; it must return ${allowed(length)}.`;
	if (!Array.isArray(entries)) return fault((typeof type === "object" ? "" : KINDS[String(type)]) || "a value");
	const flags = entries.every((entry) => FLAGS.has(entry));
	if (flags && entries.length === length) return Uint8Array.from(entries, Number);
	const repeats = new Set(entries).size < entries.length;
	if (entries.some((entry) => typeof entry === "boolean") || flags && repeats) {
		const stray = entries.findIndex((entry) => !FLAGS.has(entry));
		const size = `a mask of ${entries.length} ${entries.length === 1 ? "entry" : "entries"}`;
		return fault(stray === -1 ? size : `${shown(entries[stray])} in a mask`);
	}
	const mask = new Uint8Array(length);
	for (const entry of entries) {
		const position = typeof entry === "bigint" ? Number(entry) : entry;
		if (!Number.isInteger(position) || Number(position) < 0 || Number(position) >= length) return fault(`${shown(entry)}${typeof entry === "string" ? ", a text," : ""} in its list`);
		mask[Number(position)] = 1;
	}
	return mask;
}
const shown = (value, most = MOST_SHOWN) => (typeof value === "string" ? value : Object(value) === value ? "an object" : String(value)).slice(0, most).toWellFormed();
// denoising/rule-port.js
const STEP_MS = 2e3;
const START_MS = 2e4;
const SLOW = `The rule took more than ${STEP_MS / 1e3} s for a step and was ended.`;
const LONGEST_FAULT = 200;
const UNBEGUN = "The browser did not begin the rule; reload the page and try again.";
var RulePort = class {
	#questions = 0;
	#fault = null;
	#resolve = (_) => {};
	#reject = (_) => {};
	#begun;
	constructor(port, length) {
		this.port = port;
		this.length = length;
		this.#begun = this.#answer(START_MS, UNBEGUN);
		this.#begun.catch(() => {});
		port.onmessage = ({ data }) => {
			if (data.fault === void 0) this.#resolve(data);
			else this.#fail(faultSentence(data));
		};
	}
	async accepted(question) {
		await this.#begun;
		if (this.#fault) throw this.#fault;
		const answer = this.#answer(STEP_MS, SLOW);
		this.port.postMessage({
			number: this.#questions += 1,
			...question
		});
		return this.#mask(await answer);
	}
	#answer(most, sentence) {
		const late = setTimeout(() => this.#fail(sentence), most);
		return new Promise((resolve, reject) => {
			this.#resolve = resolve;
			this.#reject = reject;
		}).finally(() => clearTimeout(late));
	}
	#fail(sentence) {
		this.#fault ??= new PlaygroundError(sentence);
		this.#reject(this.#fault);
	}
	#mask(answer) {
		if (answer.type === "missing") throw new PlaygroundError("The rule has no function accept(before, statistics).");
		const mask = maskOf(answer, this.length);
		if (typeof mask === "string") throw new PlaygroundError(mask);
		return mask;
	}
};
function faultSentence({ fault, line }) {
	return `The rule fails${Number.isInteger(line) && Number(line) > 0 ? ` in line ${line}` : ""}: ${shown(fault, LONGEST_FAULT).replace(/^Uncaught /, "").replace(/\.$/, "")}.`;
}
function questionOf({ step, steps, canvas, accepted, settled, entropy, probabilities, sampled, argmax }) {
	const candidates = probabilities.length / canvas.length;
	const probability = (rank) => Float32Array.from(canvas, (_, position) => probabilities[position * candidates + rank]);
	const [confidence, second] = [probability(0), probability(1)];
	return {
		before: {
			step,
			steps,
			canvas: Int32Array.from(canvas),
			accepted: Uint8Array.from(accepted),
			settled: Uint8Array.from(settled)
		},
		statistics: {
			entropy: Float32Array.from(entropy),
			confidence,
			margin: confidence.map((first, position) => first - second[position]),
			sampled: Int32Array.from(sampled),
			argmax: Int32Array.from(argmax)
		}
	};
}
// denoising/own-rule.js
var RuleGraphs = class extends Graphs {
	constructor(graphs, { source, port }) {
		const { manifest } = graphs;
		if (source.length > 3e3) throw new PlaygroundError(`The rule has ${source.length} characters; allowed are at most ${MOST_RULE}.`);
		const entry = {
			version: source,
			knobs: [],
			ways: ["uniform", "masked"],
			uniforms: 0,
			looks_back: false
		};
		const samplers = {
			...manifest.samplers,
			[OWN_RULE]: {
				...entry,
				declaration: DECLARATION
			}
		};
		super(graphs.ort, {
			...manifest,
			samplers,
			knobs: withOwnRule(manifest.knobs)
		}, graphs.read);
		this.graphs = graphs;
		this.rule = new RulePort(port, manifest.canvas_length);
	}
	ready(name) {
		return this.graphs.ready(name);
	}
	async run(name, inputs) {
		const way = /^decide-(.*)-own-rule$/.exec(name)?.[1];
		return way === void 0 ? super.run(name, inputs) : this.#decide(inputs, this.manifest.ways[way].begins);
	}
	async #decide({ canvas, step, steps, accepted, settled, stands, noise, sampled_ids, argmax_ids, entropy, top_probs }, begins) {
		const { canvas_length: length, mask_id: mask } = this.manifest;
		const fixed = Uint8Array.from(settled.data, (each, position) => Number(each || stands.data[position]));
		const drawn = idsIn(sampled_ids);
		const question = questionOf({
			step: Number(step.data[0]),
			steps: Number(steps.data[0]),
			canvas: idsIn(canvas),
			accepted: accepted.data,
			settled: fixed,
			entropy: entropy.data,
			probabilities: top_probs.data,
			sampled: drawn,
			argmax: idsIn(argmax_ids)
		});
		const keeps = (await this.rule.accepted(question)).map((each, position) => Number(each || fixed[position]));
		const instead = begins === "mask" ? new Int32Array(length).fill(mask) : idsIn(noise);
		const shape = [1, length];
		return {
			kept: this.flags(keeps, shape),
			next: this.ids(drawn.map((token, position) => keeps[position] ? token : instead[position]), shape)
		};
	}
};
// denoising/studies.js
const MOST_SEEDS = 128;
const MOST_VALUES = 8;
const BETWEEN = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000,;]+/;
function specsOf(study, manifest) {
	const { vary = "", values = "" } = isMapping(study) ? study : { vary: null };
	if (typeof vary !== "string" || typeof values !== "string") throw new PlaygroundError("A study must be an object with spec, seeds, and vary and values as text.");
	const spec = RunSpec.of(study.spec, manifest);
	const changes = changesOf(vary, values, manifest);
	const { seeds } = study;
	if (!isWhole(seeds) || seeds < 1 || seeds > MOST_SEEDS) throw new PlaygroundError(`seeds is ${repr(seeds)}; allowed is a whole number from 1 to ${MOST_SEEDS}.`);
	if (spec.seed > MAX_SEED - seeds + 1) throw new PlaygroundError(`The last of ${seeds} seeds from ${spec.seed} on is above ${MAX_SEED}, the largest one.`);
	const settings = changes.map((change) => replaced(inWay(spec.settings, String(change.way ?? spec.settings.way), manifest), change, manifest));
	return Array.from({ length: seeds }, (_, number) => number).flatMap((number) => settings.map((each) => spec.replace({
		seed: spec.seed + number,
		settings: each
	})));
}
function changesOf(name, text, manifest) {
	if (name === "") return [{}];
	const knob = manifest.knobs.find((each) => each.name === name);
	if (!knob) throw new PlaygroundError(`There is no setting called ${repr(name)}; the settings are ${manifest.knobs.map((each) => each.name).join(", ")}.`);
	const values = text.split(BETWEEN).filter(Boolean).map((word) => valueOf(knob, word));
	if (values.length < 1 || values.length > MOST_VALUES) throw new PlaygroundError(`${name} has ${values.length} values; allowed are 1 to ${MOST_VALUES}, such as 0.1, 0.5, 1.`);
	if (new Set(values).size < values.length) throw new PlaygroundError(`${name} has the same value twice.`);
	return values.map((value) => ({ [name]: value }));
}
function valueOf({ name, minimum, maximum, whole, choices }, word) {
	const names = Object.keys(choices);
	if (names.includes(word)) return word;
	if (names.length > 0) throw new PlaygroundError(`${name} is ${repr(word)}; allowed are ${names.join(", ")}.`);
	const value = numberIn(word);
	if (value !== null && minimum <= value && value <= maximum && (!whole || isWhole(value))) return value;
	const shown = [...value === null ? repr(word) : general(value)].slice(0, 40).join("");
	const [least, most] = [minimum, maximum].map((bound) => withCommas(general(bound, 16)));
	throw new PlaygroundError(`${name} is ${shown}; allowed is ${whole ? "a whole number" : "a number"} from ${least} to ${most}.`);
}
const DIGITS = "\\d+(?:_\\d+)*";
const NUMBER = new RegExp(`^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:e[+-]?${DIGITS})?$`, "i");
const ODD = /^([+-]?)(?:(inf(?:inity)?)|nan)$/i;
function numberIn(word) {
	const plain = word.replace(/\p{Nd}/gu, (digit) => String(wholeNumber(digit)));
	if (NUMBER.test(plain)) return Number(plain.replaceAll("_", ""));
	const odd = ODD.exec(plain);
	return odd && (odd[2] ? Number(`${odd[1]}Infinity`) : NaN);
}
// denoising/engine.js
const MOST_TOGETHER = 4;
const MOST_STEPS = 3e3;
const PICTURE = "This checkpoint does not support a picture in a prompt; leave it out.";
const FORGOTTEN = "This run is no longer kept here; what the page has of it stays.";
const BUSY = "The run waits until those before it are over.";
const INSIDE = {
	look_inside: lookInside,
	without_conditioning: withoutConditioning
};
var Line = class {
	#done = Promise.resolve();
	length = 0;
	add(work) {
		this.length += 1;
		const done = this.#done.then(work).finally(() => this.length -= 1);
		this.#done = done.catch(() => {});
		return done;
	}
};
var Engine = class {
	#ended = new Map();
	#lines = {
		runs: new Line(),
		studies: new Line()
	};
	#steps = 0;
	#names = 0;
	constructor(graphs, vocabulary, world, software) {
		this.graphs = graphs;
		this.manifest = graphs.manifest;
		this.vocabulary = vocabulary;
		this.world = world;
		this.software = software;
		this.moments = new Moments();
	}
	start(body, say) {
		const { study, branches = [], alone = false, freely = false, picture = "", rule } = body;
		const graphs = rule ? new RuleGraphs(this.graphs, rule) : this.graphs;
		const free = freely || Boolean(study);
		const values = study ? specsOf(study, graphs.manifest) : body.specs ?? [];
		if (values.length === 0 || !free && values.length > MOST_TOGETHER) throw new PlaygroundError(`Runs that are asked for together must be a list of 1 to ${MOST_TOGETHER} specs.`);
		const requested = values.map((spec, place) => this.#requested(spec, branches[place] ?? "", picture, graphs));
		if (requested.every(({ row }) => row === null)) throw requested[0].error;
		const job = new Job(this, graphs, requested, {
			alone,
			free
		}, say);
		const line = free ? this.#lines.studies : this.#lines.runs;
		if (line.length > 0) job.waits(BUSY);
		return {
			runs: requested.map(({ name }) => name),
			job,
			done: line.add(() => job.work())
		};
	}
	#requested(values, parent, picture, { manifest }) {
		this.#names += 1;
		const recorded = this.#ended.get(parent)?.recording ?? null;
		const requested = {
			name: `here ${this.#names}`,
			recorded
		};
		try {
			if (picture !== "") throw new PlaygroundError(PICTURE);
			const spec = values instanceof RunSpec ? values : RunSpec.of(values, manifest);
			checkPrompt(spec.prompt);
			checkRun(spec, manifest.canvas_length);
			return {
				...requested,
				row: rowOf(spec, this.vocabulary, recorded ? stepsOf(recorded) : void 0),
				error: null
			};
		} catch (error) {
			return {
				...requested,
				row: null,
				error
			};
		}
	}
	keep(name, recording, trace) {
		this.#ended.set(name, {
			recording,
			trace
		});
		this.#steps += recording.frames.length;
		for (const [first, { recording: oldest }] of this.#ended) {
			if (this.#steps <= MOST_STEPS || first === name) break;
			this.#ended.delete(first);
			this.#steps -= oldest.frames.length;
		}
	}
	async trace(run) {
		const ended = this.#ended.get(run);
		if (!ended) throw new PlaygroundError(FORGOTTEN);
		return ended.trace.toBytes();
	}
	async call(name, argument) {
		if (!Object.hasOwn(INSIDE, name)) return answer(name, argument, this);
		try {
			return await INSIDE[name](this, argument);
		} catch (error) {
			if (error instanceof PlaygroundError) return { refused: error.message };
			throw error;
		}
	}
};
function stepsOf({ frames }) {
	const steps = [];
	for (const { block } of frames) steps[block - 1] = (steps[block - 1] ?? 0) + 1;
	return steps;
}
// denoising/files.js
var Files = class {
	#fetched = new Map();
	#progress = new Map();
	constructor(base, tell, inside = {}) {
		this.base = base;
		this.tell = tell;
		this.inside = inside;
	}
	read(file, entry) {
		let bytes = this.#fetched.get(file);
		if (bytes === void 0) {
			bytes = file in this.inside ? Promise.resolve(this.inside[file]) : this.#fetch(file, entry);
			bytes.catch(() => this.#fetched.delete(file));
			this.#fetched.set(file, bytes);
		}
		return bytes;
	}
	drop(file) {
		this.#fetched.delete(file);
	}
	async json(file) {
		try {
			return JSON.parse(new TextDecoder().decode(await this.read(file)));
		} catch (error) {
			throw error instanceof PlaygroundError ? error : new PlaygroundError(`${nameOf(file)} is damaged; ${AGAIN}.`);
		}
	}
	async #fetch(file, entry) {
		const bytes = await this.#bytes(file, entry?.bytes ?? 0).catch((error) => {
			throw error instanceof PlaygroundError ? error : new PlaygroundError(`${nameOf(file)} cannot be fetched; ${AGAIN}.`);
		});
		if (entry && bytes.length !== entry.bytes) throw new PlaygroundError(`${nameOf(file)} has ${bytes.length.toLocaleString("en")} bytes instead of ${entry.bytes.toLocaleString("en")}; ${AGAIN}.`);
		if (entry && globalThis.crypto?.subtle && await digestOf(bytes) !== entry.sha256) throw new PlaygroundError(`${nameOf(file)} is damaged or of another version; ${AGAIN}.`);
		return bytes;
	}
	async #bytes(file, expected) {
		const answer = await fetch(new URL(file, this.base));
		if (!answer.ok || answer.body === null) throw new PlaygroundError(`${nameOf(file)} is not there; ${AGAIN}.`);
		const progress = {
			read: 0,
			bytes: expected
		};
		this.#progress.set(file, progress);
		const parts = [];
		const reader = answer.body.getReader();
		for (let part = await reader.read(); !part.done; part = await reader.read()) {
			parts.push(part.value);
			progress.read += part.value.length;
			this.#tell();
		}
		const bytes = new Uint8Array(progress.read);
		let at = 0;
		for (const part of parts) {
			bytes.set(part, at);
			at += part.length;
		}
		return bytes;
	}
	#tell() {
		let [read, all] = [0, 0];
		for (const progress of this.#progress.values()) {
			read += progress.read;
			all += Math.max(progress.read, progress.bytes);
		}
		this.tell(all === 0 ? 0 : read / all);
	}
};
const AGAIN = "reload the page to fetch it again";
const nameOf = (file) => `The file ${file.split("/").pop()}`;
async function digestOf(bytes) {
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
	return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
// vendor/tokenizers.min.js
var H = class {
	constructor(e) {
		this.trie = this._build_trie(e);
	}
	_build_trie(e) {
		let t = Object.create(null);
		for (let n of e) {
			let o = t;
			for (let s = 0; s < n.length; ++s) {
				let a = n[s];
				o = o[a] ??= Object.create(null);
			}
			o.end = n;
		}
		return t;
	}
	split(e) {
		let t = [], n = e.length, o = 0, s = 0;
		for (; s < n;) {
			let a = this.trie, i = null, c = s;
			for (; c < n && (a = a[e[c]]);) a.end && (i = a.end), ++c;
			i ? (s > o && t.push(e.slice(o, s)), t.push(i), s += i.length, o = s) : ++s;
		}
		return o < n && t.push(e.slice(o)), t;
	}
};
var G = H;
var Y = class {
	constructor(e) {
		this.content = e.content, this.id = e.id, this.single_word = e.single_word ?? !1, this.lstrip = e.lstrip ?? !1, this.rstrip = e.rstrip ?? !1, this.special = e.special ?? !1, this.normalized = e.normalized ?? !this.special;
	}
};
var Z = Y;
var jt = (r, e) => {
	try {
		return new RegExp(r, e);
	} catch (t) {
		if (!(t instanceof SyntaxError)) throw t;
		let n = new Map(), o = r.replace(/(\\[pP])\{([^}=]+)\}/g, (s, a, i, c) => {
			let l = 0;
			for (let d = c - 1; d >= 0 && r[d] === "\\"; --d) ++l;
			if (l % 2 === 1) return s;
			let p = n.get(i);
			if (p === void 0) {
				try {
					new RegExp(`\\p{${i}}`, "u"), p = i;
				} catch {
					p = `Script=${i}`;
				}
				n.set(i, p);
			}
			return `${a}{${p}}`;
		});
		if (o === r) throw t;
		try {
			return new RegExp(o, e);
		} catch {
			throw t;
		}
	}
};
var D = (r) => r.replace(/ \./g, ".").replace(/ \?/g, "?").replace(/ \!/g, "!").replace(/ ,/g, ",").replace(/ \' /g, "'").replace(/ n't/g, "n't").replace(/ 'm/g, "'m").replace(/ 's/g, "'s").replace(/ 've/g, "'ve").replace(/ 're/g, "'re");
var N = (r, e = !0) => {
	if (r.Regex !== void 0) return jt(Sr(Nr(r.Regex)), "gu");
	else if (r.String !== void 0) {
		let t = Dr(r.String);
		return new RegExp(e ? t : `(${t})`, "gu");
	} else return console.warn("Unknown pattern type:", r), null;
};
var S = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}";
var qt = `${S}\\u00B2\\u00B3\\u00B9\\u00BC-\\u00BE`;
var w = `[${qt}]`;
var Kt = `[^${qt}]`;
var hr = `(?:(?<!${w})(?=${w})|(?<=${w})(?!${w}))`;
var mr = `(?:(?<!${w})(?!${w})|(?<=${w})(?=${w}))`;
var gr = "(?:(?<![\\s\\S])|(?<=\\n))";
var kr = "(?:(?=\\n)|(?![\\s\\S]))";
var $ = "0-9A-Fa-f";
var zr = new Map([
	["A", "(?<![\\s\\S])"],
	["z", "(?![\\s\\S])"],
	["Z", "(?=\\n?(?![\\s\\S]))"],
	["h", `[${$}]`],
	["H", `[^${$}]`],
	["w", w],
	["W", Kt],
	["d", "\\p{Nd}"],
	["D", "\\P{Nd}"],
	["s", "\\p{White_Space}"],
	["S", "\\P{White_Space}"],
	["b", hr],
	["B", mr],
	["a", "\\x07"],
	["e", "\\x1B"]
]);
var br = new Map([
	["h", $],
	["w", S],
	["d", "\\p{Nd}"],
	["D", "\\P{Nd}"],
	["s", "\\p{White_Space}"],
	["S", "\\P{White_Space}"],
	["a", "\\x07"],
	["e", "\\x1B"]
]);
var xr = new Map([["W", `[^${S}]`], ["H", `[^${$}]`]]);
var Xt = new Map([
	[`
`, "\\n"],
	["\r", "\\r"],
	["	", "\\t"],
	["\f", "\\f"],
	["\v", "\\v"]
]);
var Tr = new Map([
	["alpha", "\\p{Alphabetic}"],
	["alnum", "\\p{Alphabetic}\\p{Nd}"],
	["digit", "\\p{Nd}"],
	["lower", "\\p{Lowercase}"],
	["upper", "\\p{Uppercase}"],
	["space", "\\p{White_Space}"],
	["blank", "\\t\\p{Zs}"],
	["punct", "\\p{P}\\p{S}"],
	["cntrl", "\\p{Cc}"],
	["word", S],
	["xdigit", $]
]);
var Ht = "^$\\.*+?()[]{}|/";
var yr = /^\(\?(?:<[=!]|<[A-Za-z_][A-Za-z0-9_]*>|[:=!>])/;
var Gt = /^\\([pPxu])\{([^}]*)\}/;
var wr = /^\{(\d+(?:,\d*)?|,\d+)\}/;
var Pr = /^\[:(\^?)(\p{Alphabetic}+):\]/u;
var Cr = /^\[:\^:\]/;
var vr = /^\[(?:\.[^\]]*\.\]|=[^\]]*=\])/;
var Yt = /^(?:\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\c[A-Za-z])/;
var Zt = (r) => r >= "A" && r <= "Z" || r >= "a" && r <= "z";
var B = (r, e) => String.fromCodePoint(r.codePointAt(e));
var Lt = (r) => {
	if (!/^[0-9A-Fa-f]{1,8}$/.test(r)) return null;
	let e = Number.parseInt(r, 16);
	if (e > 127) return null;
	let t = String.fromCharCode(e);
	return Zt(t) ? `[${t.toLowerCase()}${t.toUpperCase()}]` : null;
};
var Nr = (r) => r.replace(/\[\^\(\\s\|\[([^\]]+)\]\)\]/g, "[^()|\\s$1]");
var Jt = "[\\s\\S]";
var Ut = 256;
var Wt = () => ({
	fragment: "",
	alternatives: [],
	tail: null,
	contains_complex_set: !1
});
var J = (r) => {
	throw new SyntaxError(`Unsupported range with a set-valued character-class operand at index ${r}`);
};
var F = (r, e, t, n = !0) => {
	r.tail === "range" && J(t), r.alternatives.push(e), r.tail = "set", r.contains_complex_set = r.contains_complex_set || n;
};
var v = (r, e, t = !1, n = -1) => {
	if (t && r.tail === "range" && J(n), r.tail === "range") {
		r.fragment += e, r.tail = "complete_range";
		return;
	}
	r.fragment += e, r.tail = t ? "set" : "scalar", r.contains_complex_set = r.contains_complex_set || t;
};
var Er = (r, e, t) => {
	let n = Gt.exec(r.slice(e));
	if (n) {
		let [z, g, u] = n;
		if (g === "P" && u === "Word") F(t, `[^${S}]`, e);
		else v(t, g === "x" ? `\\u{${u}}` : g === "p" && u === "Word" ? S : z, g === "p" || g === "P", e);
		return e + z.length;
	}
	let o = Yt.exec(r.slice(e));
	if (o) return v(t, o[0]), e + o[0].length;
	if (e + 1 >= r.length) throw new SyntaxError(`Unterminated escape in character class at index ${e}`);
	let s = B(r, e + 1), a = e + 1 + s.length, i = Xt.get(s);
	if (i !== void 0) return v(t, i), a;
	let c = xr.get(s);
	if (c !== void 0) return F(t, c, e), a;
	let l = br.get(s), p, d = !1;
	return l !== void 0 ? (p = l, d = s !== "a" && s !== "e") : /[A-Za-z0-9]/.test(s) ? p = `\\${s}` : Ht.includes(s) || s === "-" ? p = `\\${s}` : p = s, v(t, p, d, e), a;
};
var Vt = (r) => r.length === 1 ? r[0] : `(?:(?=(?:${r.join("|")}))${Jt})`;
var It = (r) => {
	return Vt(r.fragment.length === 0 ? r.alternatives : [`[${r.fragment}]`, ...r.alternatives]);
};
var Ar = (r) => {
	let e = jt(`^(?:${r})$`, "u"), t = "";
	for (let n = 0; n < 26; ++n) {
		let o = String.fromCharCode(65 + n), s = String.fromCharCode(97 + n), a = e.test(o);
		a !== e.test(s) && (t += a ? s : o);
	}
	return t;
};
var Qt = (r, e, t, n = !0, o = 1) => {
	if (o > Ut) throw new SyntaxError(`Maximum character-class nesting depth of ${Ut} exceeded at index ${e}`);
	let s = e + 1, a = r[s] === "^";
	a && ++s;
	let i = s, c = [Wt()], l = c[0], p = !1;
	for (; s < r.length;) {
		let d = B(r, s);
		if (d === "\\") {
			s = Er(r, s, l);
			continue;
		}
		if (d === "]") {
			if (s === i) {
				v(l, "\\]"), ++s;
				continue;
			}
			if (l.tail === null) throw c.length > 1 ? new SyntaxError(`Malformed character-class intersection with an empty operand at index ${s}`) : new SyntaxError(`Empty character class at index ${e}`);
			let z = c.some((x) => x.contains_complex_set);
			if (a && c.length > 1 && p) throw new SyntaxError(`Unsupported outer-negated character-class intersection with a nested negated class containing a Unicode property, POSIX class, or shorthand at index ${e}`);
			let g = It(c[0]), u = g;
			if (c.length > 1) {
				let x = "";
				for (let A = 1; A < c.length; ++A) x += `(?=${It(c[A])})`;
				u = `(?:${x}${g})`;
			}
			let m = c.length === 1 && l.alternatives.length === 0, b = l.fragment;
			if (t && n) {
				let x = Ar(u);
				x.length > 0 && (m ? (b += x, u = `[${b}]`) : u = Vt([u, `[${x}]`]));
			}
			return {
				atom: a ? m ? `[^${b}]` : `(?:(?!${u})${Jt})` : u,
				end: s + 1,
				negated: a,
				contains_complex_set: z,
				contains_nested_negated_complex_set: p
			};
		}
		if (r.startsWith("&&", s)) {
			if (l.tail === null) throw new SyntaxError(`Malformed character-class intersection with an empty operand at index ${s}`);
			l = Wt(), c.push(l), s += 2;
			continue;
		}
		if (d === "[") {
			let z = r.slice(s);
			if (Cr.test(z)) throw new SyntaxError(`Malformed empty negated POSIX character class at index ${s}`);
			let g = Pr.exec(z);
			if (g) {
				let [, m, b] = g, C = Tr.get(b);
				if (C === void 0) throw new SyntaxError(`Unsupported POSIX character class "${b}" at index ${s}`);
				if (t && m && (b === "lower" || b === "upper")) throw new SyntaxError(`Unsupported negated POSIX ${b} class inside an inline case-insensitive group`);
				m ? F(l, `[^${C}]`, s) : v(l, C, !0, s), s += g[0].length;
				continue;
			}
			if (vr.test(z)) throw new SyntaxError(`Unsupported POSIX collating or equivalence bracket expression at index ${s}`);
			let u = Qt(r, s, t, !1, o + 1);
			F(l, u.atom, s, u.contains_complex_set), p ||= u.contains_nested_negated_complex_set || u.negated && u.contains_complex_set, s = u.end;
			continue;
		}
		if (d === "-") {
			let z = r[s + 1] === "]" || r.startsWith("&&", s + 1);
			l.tail === "set" && !z && J(s), l.tail === null || l.tail === "range" || l.tail === "complete_range" || z ? v(l, "\\-") : (l.fragment += "-", l.tail = "range"), ++s;
			continue;
		}
		v(l, d === "^" && l.fragment.length === 0 ? "\\^" : d), s += d.length;
	}
	throw new SyntaxError(`${c.length > 1 ? "Unterminated character-class intersection" : "Unterminated character class"} at index ${e}`);
};
var Sr = (r) => {
	let e = "", t = -1, n = !1, o = !1, s = [], a = (i) => {
		t = e.length, e += i, n = !1;
	};
	for (let i = 0; i < r.length;) {
		let c = B(r, i);
		if (c === "\\") {
			let l = Gt.exec(r.slice(i));
			if (l) {
				let [m, b, C] = l, x = m;
				if (b === "x") {
					let A = `\\u{${C}}`;
					x = o ? Lt(C) ?? A : A;
				} else C === "Word" && (x = b === "p" ? w : Kt);
				a(x), i += m.length;
				continue;
			}
			let p = Yt.exec(r.slice(i));
			if (p) {
				let m = p[0];
				a(o && m[1] !== "c" ? Lt(m.slice(2)) ?? m : m), i += m.length;
				continue;
			}
			if (i + 1 >= r.length) {
				e += c;
				break;
			}
			let d = B(r, i + 1);
			if (i += 1 + d.length, d === "G") continue;
			let z = Xt.get(d);
			if (z !== void 0) {
				a(z);
				continue;
			}
			let g = zr.get(d), u;
			g !== void 0 ? u = g : /[A-Za-z0-9]/.test(d) ? u = `\\${d}` : Ht.includes(d) ? u = `\\${d}` : u = d, a(u);
			continue;
		}
		switch (c) {
			case "[": {
				let l = Qt(r, i, o);
				a(l.atom), i = l.end;
				continue;
			}
			case "]":
				a("\\]"), ++i;
				continue;
			case ".":
				a("[^\\n]"), ++i;
				continue;
			case "^":
				a(gr), ++i;
				continue;
			case "$":
				a(kr), ++i;
				continue;
			case "(": {
				let l = r.startsWith("(?i:", i), p = l ? "(?i:" : yr.exec(r.slice(i))?.[0] ?? "(", d = l || p === "(?>" ? "(?:" : p;
				s.push([e.length, o]), l && (o = !0), e += d, n = !1, i += p.length;
				continue;
			}
			case ")":
				e += c, [t, o] = s.pop() ?? [-1, !1], n = !1, ++i;
				continue;
			case "|":
				e += c, t = -1, n = !1, ++i;
				continue;
			case "{": {
				let l = wr.exec(r.slice(i));
				if (!l || t < 0) {
					a("\\{"), ++i;
					continue;
				}
				let p = l[1].startsWith(",") ? `0${l[1]}` : l[1];
				i += l[0].length;
				let d = r[i];
				d === "+" || d === "*" ? (e = `${e.slice(0, t)}(?:${e.slice(t)}{${p}})${d}`, ++i) : e += `{${p}}`, n = !0;
				continue;
			}
			case "}":
				a("\\}"), ++i;
				continue;
			case "+":
				if (n) {
					++i;
					continue;
				}
				e += c, n = !0, ++i;
				continue;
			case "*":
			case "?":
				e += c, n = !0, ++i;
				continue;
			default:
				a(o && Zt(c) ? `[${c.toLowerCase()}${c.toUpperCase()}]` : c), i += c.length;
				continue;
		}
	}
	return e;
};
var Dr = (r) => r.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
var er = (r, e, t) => {
	let n = [], o = 0;
	for (; o < r.length;) {
		if (n.push(r[o]), (e.get(r[o]) ?? t) !== t) {
			++o;
			continue;
		}
		for (; ++o < r.length && (e.get(r[o]) ?? t) === t;) e.get(n.at(-1)) !== t && (n[n.length - 1] += r[o]);
	}
	return n;
};
var tr = (r) => r >= 19968 && r <= 40959 || r >= 13312 && r <= 19903 || r >= 131072 && r <= 173791 || r >= 173824 && r <= 177983 || r >= 177984 && r <= 178207 || r >= 178208 && r <= 183983 || r >= 63744 && r <= 64255 || r >= 194560 && r <= 195103;
var rr = (r) => Number.isInteger(r) || typeof r == "bigint";
var nr = (r) => {
	let e = 0;
	for (let t of r) ++e;
	return e;
};
var or = (r) => V(r.toLowerCase());
var k = (...r) => Array.prototype.concat.apply([], r);
var O = (r) => new Map(Object.entries(r));
var sr = (r, e) => {
	let t = [], n = 0;
	for (let o of r.matchAll(e)) {
		let s = o[0];
		n < o.index && t.push(r.slice(n, o.index)), s.length > 0 && t.push(s), n = o.index + s.length;
	}
	return n < r.length && t.push(r.slice(n)), t;
};
var V = (r) => r.replace(/\p{M}/gu, "");
var Q = (r, e, t = []) => {
	if (!r || Array.isArray(r) || typeof r != "object") return `${e} must be a valid object`;
	for (let n of t) if (!(n in r)) return `${e} must contain a "${n}" property`;
	return null;
};
var ir = (r) => r.match(/\S+/g) || [];
var ee = class {
	constructor() {
		let e = function(...t) {
			return e._call(...t);
		};
		return Object.setPrototypeOf(e, new.target.prototype);
	}
};
var T = ee;
var te = class extends T {
	constructor(e) {
		super(), this.config = e;
	}
	_call(e) {
		return this.normalize(e);
	}
};
var h = te;
var re = class extends h {
	tokenize_chinese_chars(e) {
		let t = [];
		for (let n = 0; n < e.length; ++n) {
			let o = e[n];
			tr(o.charCodeAt(0)) ? (t.push(" "), t.push(o), t.push(" ")) : t.push(o);
		}
		return t.join("");
	}
	strip_accents(e) {
		return e.normalize("NFD").replace(/\p{Mn}/gu, "");
	}
	is_control(e) {
		switch (e) {
			case "	":
			case `
`:
			case "\r": return !1;
			default: return /^\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}$/u.test(e);
		}
	}
	clean_text(e) {
		let t = [];
		for (let n of e) {
			let o = n.charCodeAt(0);
			o === 0 || o === 65533 || this.is_control(n) || (/^\s$/.test(n) ? t.push(" ") : t.push(n));
		}
		return t.join("");
	}
	normalize(e) {
		return this.config.clean_text && (e = this.clean_text(e)), this.config.handle_chinese_chars && (e = this.tokenize_chinese_chars(e)), this.config.lowercase ? (e = e.toLowerCase(), this.config.strip_accents !== !1 && (e = this.strip_accents(e))) : this.config.strip_accents && (e = this.strip_accents(e)), e;
	}
};
var ne = re;
var oe = class extends h {
	constructor(e) {
		super(e), this.charsmap = e.precompiled_charsmap ?? null;
	}
	normalize(e) {
		return e = e.replace(/[\u0001-\u0008\u000B\u000E-\u001F\u007F\u008F\u009F]/gm, ""), e = e.replace(/[\u0009\u000A\u000C\u000D\u00A0\u1680\u2000-\u200F\u2028\u2029\u202F\u205F\u2581\u3000\uFEFF\uFFFD]/gm, " "), e.includes("～") ? e = e.split("～").map((n) => n.normalize("NFKC")).join("～") : e = e.normalize("NFKC"), e;
	}
};
var se = oe;
var ie = class extends h {
	constructor(e) {
		super(e), this.normalizers = (e.normalizers ?? []).map((t) => L(t));
	}
	normalize(e) {
		return this.normalizers.reduce((t, n) => n ? n.normalize(t) : t, e);
	}
};
var ae = ie;
var ce = class extends h {
	constructor(e) {
		super(e), this.pattern = N(this.config.pattern ?? {});
	}
	normalize(e) {
		return this.pattern === null ? e : e.replaceAll(this.pattern, this.config.content ?? "");
	}
};
var le = ce;
var pe = class extends h {
	constructor() {
		super(...arguments);
		this.form = "NFC";
	}
	normalize(t) {
		return t = t.normalize(this.form), t;
	}
};
var E = pe;
var de = class extends E {
	constructor() {
		super(...arguments);
		this.form = "NFC";
	}
};
var ue = de;
var fe = class extends E {
	constructor() {
		super(...arguments);
		this.form = "NFD";
	}
};
var _e = fe;
var he = class extends E {
	constructor() {
		super(...arguments);
		this.form = "NFKC";
	}
};
var me = he;
var ge = class extends E {
	constructor() {
		super(...arguments);
		this.form = "NFKD";
	}
};
var ke = ge;
var ze = class extends h {
	normalize(e) {
		return this.config.strip_left && this.config.strip_right ? e = e.trim() : (this.config.strip_left && (e = e.trimStart()), this.config.strip_right && (e = e.trimEnd())), e;
	}
};
var be = ze;
var xe = class extends h {
	normalize(e) {
		return V(e);
	}
};
var Te = xe;
var ye = class extends h {
	normalize(e) {
		return e.toLowerCase();
	}
};
var we = ye;
var Pe = class extends h {
	normalize(e) {
		return e = this.config.prepend + e, e;
	}
};
var Ce = Pe;
function Or(r) {
	if (r === null) return null;
	switch (r.type) {
		case "BertNormalizer": return new ne(r);
		case "Precompiled": return new se(r);
		case "Sequence": return new ae(r);
		case "Replace": return new le(r);
		case "NFC": return new ue(r);
		case "NFD": return new _e(r);
		case "NFKC": return new me(r);
		case "NFKD": return new ke(r);
		case "Strip": return new be(r);
		case "StripAccents": return new Te(r);
		case "Lowercase": return new we(r);
		case "Prepend": return new Ce(r);
		default: throw new Error(`Unknown Normalizer type: ${r.type}`);
	}
}
var L = Or;
var ve = class extends T {
	pre_tokenize(e, t) {
		return (Array.isArray(e) ? e.map((n) => this.pre_tokenize_text(n, t)) : this.pre_tokenize_text(e, t)).flat();
	}
	_call(e, t) {
		return this.pre_tokenize(e, t);
	}
};
var f = ve;
var Ne = (() => {
	let r = [
		...Array.from({ length: 94 }, (o, s) => s + 33),
		...Array.from({ length: 12 }, (o, s) => s + 161),
		...Array.from({ length: 82 }, (o, s) => s + 174)
	], e = r.slice(), t = 0;
	for (let o = 0; o < 256; ++o) r.includes(o) || (r.push(o), e.push(256 + t), t += 1);
	let n = e.map((o) => String.fromCharCode(o));
	return Object.fromEntries(r.map((o, s) => [o, n[s]]));
})();
var Rr = (r) => Object.fromEntries(Object.entries(r).map(([e, t]) => [t, e]));
var ar = Rr(Ne);
var R = "\\p{P}\\u0021-\\u002F\\u003A-\\u0040\\u005B-\\u0060\\u007B-\\u007E";
var Ee = class extends f {
	constructor(e) {
		super(), this.config = e, this.add_prefix_space = this.config.add_prefix_space ?? !1, this.trim_offsets = this.config.trim_offsets ?? !1, this.use_regex = this.config.use_regex ?? !0, this.pattern = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu, this.byte_encoder = Ne, this.text_encoder = new TextEncoder();
	}
	pre_tokenize_text(e, t) {
		return this.add_prefix_space && !e.startsWith(" ") && (e = " " + e), (this.use_regex ? e.match(this.pattern) || [] : [e]).map((o) => Array.from(this.text_encoder.encode(o), (s) => this.byte_encoder[s]).join(""));
	}
};
var Ae = Ee;
var Se = class extends f {
	pre_tokenize_text(e, t) {
		return e.match(/\w+|[^\w\s]+/g) || [];
	}
};
var De = Se;
var Oe = class extends f {
	constructor(e) {
		super(), this.replacement = e.replacement ?? "▁", this.str_rep = e.str_rep || this.replacement, this.prepend_scheme = e.prepend_scheme ?? "always";
	}
	pre_tokenize_text(e, t) {
		let { section_index: n = void 0 } = t ?? {}, o = e.replaceAll(" ", this.str_rep);
		return !o.startsWith(this.replacement) && (this.prepend_scheme === "always" || this.prepend_scheme === "first" && n === 0) && (o = this.str_rep + o), [o];
	}
};
var Re = Oe;
var $e = class extends f {
	constructor(e) {
		super(), this.config = e, this.pattern = N(this.config.pattern ?? {}, this.config.invert ?? !0);
	}
	pre_tokenize_text(e) {
		return this.pattern === null ? [] : this.config.invert ? (e.match(this.pattern) || []).filter((t) => t) : this.config.behavior?.toLowerCase() === "removed" ? e.split(this.pattern).filter((t) => t) : sr(e, this.pattern);
	}
};
var Me = $e;
var Be = class extends f {
	constructor(e) {
		super(), this.config = e, this.pattern = new RegExp(`[^${R}]+|[${R}]+`, "gu");
	}
	pre_tokenize_text(e) {
		return e.match(this.pattern) || [];
	}
};
var Fe = Be;
var Le = class extends f {
	constructor(e) {
		super(), this.config = e;
		let t = `[^\\d]+|\\d${this.config.individual_digits ? "" : "+"}`;
		this.pattern = new RegExp(t, "gu");
	}
	pre_tokenize_text(e) {
		return e.match(this.pattern) || [];
	}
};
var Ue = Le;
var We = class extends f {
	constructor() {
		super(), this.pattern = new RegExp(`[^\\s${R}]+|[${R}]`, "gu");
	}
	pre_tokenize_text(e, t) {
		return e.trim().match(this.pattern) || [];
	}
};
var Ie = We;
var je = class extends f {
	constructor(e) {
		super(), this.config = e, this.pattern = N(this.config.pattern ?? {}), this.content = this.config.content ?? "";
	}
	pre_tokenize_text(e) {
		return this.pattern === null ? [e] : [e.replaceAll(this.pattern, this.config.content ?? "")];
	}
};
var qe = je;
var Ke = class extends f {
	constructor(e) {
		super(), this.tokenizers = (e.pretokenizers ?? []).map((t) => U(t));
	}
	pre_tokenize_text(e, t) {
		return this.tokenizers.reduce((n, o) => o ? o.pre_tokenize(n, t) : n, [e]);
	}
};
var Xe = Ke;
var He = class extends f {
	pre_tokenize_text(e) {
		return ir(e);
	}
};
var Ge = He;
var Ye = class extends f {
	constructor(e) {
		super(), this.config = e, this._length = e.length;
	}
	pre_tokenize_text(e) {
		let t = [];
		for (let n = 0; n < e.length; n += this._length) t.push(e.slice(n, n + this._length));
		return t;
	}
};
var Ze = Ye;
function $r(r) {
	if (r === null) return null;
	switch (r.type) {
		case "BertPreTokenizer": return new Ie();
		case "Sequence": return new Xe(r);
		case "Whitespace": return new De();
		case "WhitespaceSplit": return new Ge();
		case "Metaspace": return new Re(r);
		case "ByteLevel": return new Ae(r);
		case "Split": return new Me(r);
		case "Punctuation": return new Fe(r);
		case "Digits": return new Ue(r);
		case "Replace": return new qe(r);
		case "FixedLength": return new Ze(r);
		default: throw new Error(`Unknown PreTokenizer type: ${r.type}`);
	}
}
var U = $r;
var Je = class extends T {
	constructor(e) {
		super(), this.config = e, this.vocab = [], this.tokens_to_ids = new Map(), this.unk_token_id = void 0, this.unk_token = void 0, this.end_of_word_suffix = void 0, this.fuse_unk = this.config.fuse_unk ?? !1;
	}
	_call(e) {
		let t = this.encode(e);
		return this.fuse_unk && (t = er(t, this.tokens_to_ids, this.unk_token_id)), t;
	}
};
var P = Je;
var Ve = class extends P {
	constructor(t) {
		super(t);
		this.max_input_chars_per_word = 100;
		this.tokens_to_ids = O(t.vocab), this.unk_token_id = this.tokens_to_ids.get(t.unk_token), this.unk_token = t.unk_token, this.max_input_chars_per_word = t.max_input_chars_per_word ?? 100, this.vocab = new Array(this.tokens_to_ids.size);
		for (let [n, o] of this.tokens_to_ids) this.vocab[o] = n;
	}
	encode(t) {
		let n = [];
		for (let o of t) {
			let s = [...o];
			if (s.length > this.max_input_chars_per_word) {
				n.push(this.unk_token);
				continue;
			}
			let a = !1, i = 0, c = [];
			for (; i < s.length;) {
				let l = s.length, p = null;
				for (; i < l;) {
					let d = s.slice(i, l).join("");
					if (i > 0 && (d = this.config.continuing_subword_prefix + d), this.tokens_to_ids.has(d)) {
						p = d;
						break;
					}
					--l;
				}
				if (p === null) {
					a = !0;
					break;
				}
				c.push(p), i = l;
			}
			a ? n.push(this.unk_token) : n.push(...c);
		}
		return n;
	}
};
var W = Ve;
var I = class r {
	constructor(e, t) {
		this.is_leaf = e, this.children = t;
	}
	static default() {
		return new r(!1, new Map());
	}
};
var Qe = class {
	constructor() {
		this.root = I.default();
	}
	extend(e) {
		for (let t of e) this.push(t);
	}
	push(e) {
		let t = this.root;
		for (let n of e) {
			let o = t.children.get(n);
			o === void 0 && (o = I.default(), t.children.set(n, o)), t = o;
		}
		t.is_leaf = !0;
	}
	*common_prefix_search(e, t = 0) {
		let n = this.root;
		if (n === void 0) return;
		let o = "";
		for (let s = t; s < e.length; ++s) {
			let a = e[s];
			if (o += a, n = n.children.get(a), n === void 0) return;
			n.is_leaf && (yield o);
		}
	}
};
var cr = Qe;
var M = class r {
	constructor(e, t, n, o, s) {
		this.token_id = e, this.node_id = t, this.pos = n, this.length = o, this.score = s, this.prev = null, this.backtrace_score = 0;
	}
	clone() {
		let e = new r(this.token_id, this.node_id, this.pos, this.length, this.score);
		return e.prev = this.prev, e.backtrace_score = this.backtrace_score, e;
	}
};
var et = class {
	constructor(e, t, n) {
		this.chars = Array.from(e), this.len = this.chars.length, this.bos_token_id = t, this.eos_token_id = n, this.nodes = [], this.begin_nodes = Array.from({ length: this.len + 1 }, () => []), this.end_nodes = Array.from({ length: this.len + 1 }, () => []);
		let o = new M(this.bos_token_id ?? 0, 0, 0, 0, 0), s = new M(this.eos_token_id ?? 0, 1, this.len, 0, 0);
		this.nodes.push(o.clone()), this.nodes.push(s.clone()), this.begin_nodes[this.len].push(s), this.end_nodes[0].push(o);
	}
	insert(e, t, n, o) {
		let s = this.nodes.length, a = new M(o, s, e, t, n);
		this.begin_nodes[e].push(a), this.end_nodes[e + t].push(a), this.nodes.push(a);
	}
	viterbi() {
		let e = this.len, t = 0;
		for (; t <= e;) {
			if (this.begin_nodes[t].length == 0) return [];
			for (let i of this.begin_nodes[t]) {
				i.prev = null;
				let c = 0, l = null;
				for (let p of this.end_nodes[t]) {
					let d = p.backtrace_score + i.score;
					(l === null || d > c) && (l = p.clone(), c = d);
				}
				if (l !== null) i.prev = l, i.backtrace_score = c;
				else return [];
			}
			++t;
		}
		let n = [], s = this.begin_nodes[e][0].prev;
		if (s === null) return [];
		let a = s.clone();
		for (; a.prev !== null;) n.push(a.clone()), a = a.clone().prev.clone();
		return n.reverse(), n;
	}
	piece(e) {
		return this.chars.slice(e.pos, e.pos + e.length).join("");
	}
	tokens() {
		return this.viterbi().map((t) => this.piece(t));
	}
	token_ids() {
		return this.viterbi().map((t) => t.token_id);
	}
};
var lr = et;
function pr(r) {
	if (r.length === 0) throw new Error("Array must not be empty");
	let e = r[0], t = 0;
	for (let n = 1; n < r.length; ++n) r[n] < e && (e = r[n], t = n);
	return [e, t];
}
var tt = class extends P {
	constructor(e, t) {
		super(e);
		let n = e.vocab.length;
		this.vocab = new Array(n), this.scores = new Array(n);
		for (let o = 0; o < n; ++o) [this.vocab[o], this.scores[o]] = e.vocab[o];
		this.unk_token_id = e.unk_id, this.unk_token = this.vocab[e.unk_id], this.tokens_to_ids = new Map(this.vocab.map((o, s) => [o, s])), this.bos_token = " ", this.bos_token_id = this.tokens_to_ids.get(this.bos_token), this.eos_token = t, this.eos_token_id = this.tokens_to_ids.get(this.eos_token), this.unk_token = this.vocab[this.unk_token_id], this.min_score = pr(this.scores)[0], this.unk_score = this.min_score - 10, this.scores[this.unk_token_id] = this.unk_score, this.trie = new cr(), this.trie.extend(this.vocab), this.fuse_unk = !0;
	}
	populate_nodes(e) {
		let t = e.chars, n = 1, o = 0;
		for (; o < t.length;) {
			let s = !1, a = this.trie.common_prefix_search(t, o);
			for (let i of a) {
				let c = this.tokens_to_ids.get(i), l = this.scores[c], p = nr(i);
				e.insert(o, p, l, c), !s && p === n && (s = !0);
			}
			s || e.insert(o, n, this.unk_score, this.unk_token_id), o += n;
		}
	}
	tokenize(e) {
		let t = new lr(e, this.bos_token_id, this.eos_token_id);
		return this.populate_nodes(t), t.tokens();
	}
	encode(e) {
		let t = [];
		for (let n of e) {
			let o = this.tokenize(n);
			t.push(...o);
		}
		return t;
	}
};
var j = tt;
var rt = class {
	constructor(e = (n, o) => n > o, t = 1 / 0) {
		this._heap = [], this._comparator = e, this._max_size = t;
	}
	get size() {
		return this._heap.length;
	}
	is_empty() {
		return this.size === 0;
	}
	peek() {
		return this._heap[0];
	}
	push(...e) {
		return this.extend(e);
	}
	extend(e) {
		for (let t of e) if (this.size < this._max_size) this._heap.push(t), this._sift_up();
		else {
			let n = this._smallest();
			this._comparator(t, this._heap[n]) && (this._heap[n] = t, this._sift_up_from(n));
		}
		return this.size;
	}
	pop() {
		let e = this.peek(), t = this.size - 1;
		return t > 0 && this._swap(0, t), this._heap.pop(), this._sift_down(), e;
	}
	replace(e) {
		let t = this.peek();
		return this._heap[0] = e, this._sift_down(), t;
	}
	_parent(e) {
		return (e + 1 >>> 1) - 1;
	}
	_left(e) {
		return (e << 1) + 1;
	}
	_right(e) {
		return e + 1 << 1;
	}
	_greater(e, t) {
		return this._comparator(this._heap[e], this._heap[t]);
	}
	_swap(e, t) {
		let n = this._heap[e];
		this._heap[e] = this._heap[t], this._heap[t] = n;
	}
	_sift_up() {
		this._sift_up_from(this.size - 1);
	}
	_sift_up_from(e) {
		for (; e > 0 && this._greater(e, this._parent(e));) this._swap(e, this._parent(e)), e = this._parent(e);
	}
	_sift_down() {
		let e = 0;
		for (; this._left(e) < this.size && this._greater(this._left(e), e) || this._right(e) < this.size && this._greater(this._right(e), e);) {
			let t = this._right(e) < this.size && this._greater(this._right(e), this._left(e)) ? this._right(e) : this._left(e);
			this._swap(e, t), e = t;
		}
	}
	_smallest() {
		return 2 ** Math.floor(Math.log2(this.size)) - 1;
	}
};
var dr = rt;
var nt = class {
	constructor(e) {
		this.capacity = e, this.cache = new Map();
	}
	get(e) {
		if (!this.cache.has(e)) return;
		let t = this.cache.get(e);
		return this.cache.delete(e), this.cache.set(e, t), t;
	}
	put(e, t) {
		this.cache.has(e) && this.cache.delete(e), this.cache.set(e, t), this.cache.size > this.capacity && this.cache.delete(this.cache.keys().next().value);
	}
	clear() {
		this.cache.clear();
	}
};
var ur = nt;
var ot = class extends P {
	constructor(e) {
		super(e), this.tokens_to_ids = O(e.vocab), this.unk_token_id = this.tokens_to_ids.get(e.unk_token), this.unk_token = e.unk_token, this.vocab = new Array(this.tokens_to_ids.size);
		for (let [n, o] of this.tokens_to_ids) this.vocab[o] = n;
		let t = Array.isArray(e.merges[0]);
		this.merges = t ? e.merges : e.merges.map((n) => n.split(" ", 2)), this.bpe_ranks = new Map(this.merges.map((n, o) => [JSON.stringify(n), o])), this.end_of_word_suffix = e.end_of_word_suffix, this.continuing_subword_suffix = e.continuing_subword_suffix ?? null, this.byte_fallback = this.config.byte_fallback ?? !1, this.byte_fallback && (this.text_encoder = new TextEncoder()), this.ignore_merges = this.config.ignore_merges ?? !1, this.max_length_to_cache = 256, this.cache_capacity = 1e4, this.cache = new ur(this.cache_capacity);
	}
	clear_cache() {
		this.cache.clear();
	}
	bpe(e) {
		if (e.length === 0) return [];
		let t = this.cache.get(e);
		if (t !== void 0) return t;
		let n = Array.from(e);
		this.end_of_word_suffix && (n[n.length - 1] += this.end_of_word_suffix);
		let o = [];
		if (n.length > 1) {
			let s = new dr((c, l) => c.score < l.score), a = {
				token: n[0],
				bias: 0,
				prev: null,
				next: null
			}, i = a;
			for (let c = 1; c < n.length; ++c) {
				let l = {
					bias: c / n.length,
					token: n[c],
					prev: i,
					next: null
				};
				i.next = l, this.add_node(s, i), i = l;
			}
			for (; !s.is_empty();) {
				let c = s.pop();
				if (c.deleted || !c.next || c.next.deleted) continue;
				if (c.deleted = !0, c.next.deleted = !0, c.prev) {
					let p = { ...c.prev };
					c.prev.deleted = !0, c.prev = p, p.prev ? p.prev.next = p : a = p;
				}
				let l = {
					token: c.token + c.next.token,
					bias: c.bias,
					prev: c.prev,
					next: c.next.next
				};
				l.prev ? (l.prev.next = l, this.add_node(s, l.prev)) : a = l, l.next && (l.next.prev = l, this.add_node(s, l));
			}
			for (let c = a; c !== null; c = c.next) o.push(c.token);
		} else o = n;
		if (this.continuing_subword_suffix) for (let s = 0; s < o.length - 1; ++s) o[s] += this.continuing_subword_suffix;
		return e.length < this.max_length_to_cache && this.cache.put(e, o), o;
	}
	add_node(e, t) {
		let n = this.bpe_ranks.get(JSON.stringify([t.token, t.next.token]));
		n !== void 0 && (t.score = n + t.bias, e.push(t));
	}
	encode(e) {
		let t = [];
		for (let n of e) {
			if (this.ignore_merges && this.tokens_to_ids.has(n)) {
				t.push(n);
				continue;
			}
			let o = this.bpe(n);
			for (let s of o) if (this.tokens_to_ids.has(s)) t.push(s);
			else if (this.byte_fallback) {
				let a = Array.from(this.text_encoder.encode(s)).map((i) => `<0x${i.toString(16).toUpperCase().padStart(2, "0")}>`);
				a.every((i) => this.tokens_to_ids.has(i)) ? t.push(...a) : this.unk_token != null && t.push(this.unk_token);
			} else this.unk_token != null && t.push(this.unk_token);
		}
		return t;
	}
};
var q = ot;
var st = class extends P {
	constructor(e, t) {
		super(e);
		let n = e.vocab;
		this.tokens_to_ids = O(t.target_lang ? n[t.target_lang] : n), this.bos_token = t.bos_token, this.bos_token_id = this.tokens_to_ids.get(this.bos_token), this.eos_token = t.eos_token, this.eos_token_id = this.tokens_to_ids.get(this.eos_token), this.pad_token = t.pad_token, this.pad_token_id = this.tokens_to_ids.get(this.pad_token), this.unk_token = t.unk_token, this.unk_token_id = this.tokens_to_ids.get(this.unk_token), this.vocab = new Array(this.tokens_to_ids.size);
		for (let [o, s] of this.tokens_to_ids) this.vocab[s] = o;
	}
	encode(e) {
		return e;
	}
};
var fr = st;
function Mr(r, e) {
	switch (r.type) {
		case "WordPiece": return new W(r);
		case "Unigram": return new j(r, e.eos_token);
		case "BPE": return new q(r);
		default:
			if (r.vocab) return Array.isArray(r.vocab) ? new j(r, e.eos_token) : Object.hasOwn(r, "continuing_subword_prefix") && Object.hasOwn(r, "unk_token") ? Object.hasOwn(r, "merges") ? new q(r) : new W(r) : new fr(r, {
				target_lang: e.target_lang,
				bos_token: e.bos_token,
				eos_token: e.eos_token,
				pad_token: e.pad_token,
				unk_token: e.unk_token
			});
			throw new Error(`Unknown TokenizerModel type: ${r?.type}`);
	}
}
var _r = Mr;
var it = class extends T {
	constructor(e) {
		super(), this.config = e;
	}
	_call(e, ...t) {
		return this.post_process(e, ...t);
	}
};
var y = it;
var at = class extends y {
	post_process(e, t = null, n = !0) {
		let o = t === null ? this.config.single : this.config.pair, s = [], a = [];
		for (let i of o) "SpecialToken" in i ? n && (s.push(i.SpecialToken.id), a.push(i.SpecialToken.type_id)) : "Sequence" in i && (i.Sequence.id === "A" ? (s = k(s, e), a = k(a, new Array(e.length).fill(i.Sequence.type_id))) : i.Sequence.id === "B" && (s = k(s, t), a = k(a, new Array(t.length).fill(i.Sequence.type_id))));
		return {
			tokens: s,
			token_type_ids: a
		};
	}
};
var ct = at;
var lt = class extends y {
	post_process(e, t = null) {
		return {
			tokens: e,
			tokens_pair: t
		};
	}
};
var pt = lt;
var dt = class extends y {
	constructor(e) {
		super(e), this.sep = e.sep, this.cls = e.cls;
	}
	post_process(e, t = null, n = !0) {
		n && (e = k([this.cls[0]], e, [this.sep[0]]));
		let o = new Array(e.length).fill(0);
		if (t) {
			let s = [], a = n ? [this.sep[0]] : [];
			e = k(e, s, t, a), o = k(o, new Array(t.length + s.length + a.length).fill(1));
		}
		return {
			tokens: e,
			token_type_ids: o
		};
	}
};
var ut = dt;
var ft = class extends y {
	constructor(e) {
		super(e), this.sep = e.sep, this.cls = e.cls;
	}
	post_process(e, t, n = !0) {
		n && (e = k([this.cls[0]], e, [this.sep[0]]));
		let o = new Array(e.length).fill(0);
		if (t) {
			let s = n ? [this.sep[0]] : [], a = n ? [this.sep[0]] : [];
			e = k(e, s, t, a), o = k(o, new Array(t.length + s.length + a.length).fill(1));
		}
		return {
			tokens: e,
			token_type_ids: o
		};
	}
};
var _t = ft;
var ht = class extends y {
	constructor(e) {
		super(e), this.processors = (e.processors ?? []).map((t) => K(t));
	}
	post_process(e, t = null, n = !0) {
		let o = {
			tokens: e,
			tokens_pair: t
		};
		for (let s of this.processors) o = s.post_process(o.tokens, o.tokens_pair, n);
		return o;
	}
};
var mt = ht;
function Br(r) {
	if (r === null) return null;
	switch (r.type) {
		case "TemplateProcessing": return new ct(r);
		case "ByteLevel": return new pt(r);
		case "BertProcessing": return new ut(r);
		case "RobertaProcessing": return new _t(r);
		case "Sequence": return new mt(r);
		default: throw new Error(`Unknown PostProcessor type: ${r.type}`);
	}
}
var K = Br;
var gt = class extends T {
	constructor(e) {
		super(), this.config = e, this.added_tokens = [], this.end_of_word_suffix = null, this.trim_offsets = "trim_offsets" in e ? e.trim_offsets : !1;
	}
	_call(e) {
		return this.decode(e);
	}
	decode(e) {
		return this.decode_chain(e).join("");
	}
};
var _ = gt;
var kt = class extends _ {
	constructor(e) {
		super(e), this.byte_decoder = ar, this.text_decoder = new TextDecoder("utf-8", {
			fatal: !1,
			ignoreBOM: !0
		}), this.end_of_word_suffix = null;
	}
	convert_tokens_to_string(e) {
		let t = e.join(""), n = new Uint8Array([...t].map((o) => this.byte_decoder[o]));
		return this.text_decoder.decode(n);
	}
	decode_chain(e) {
		let t = [], n = [];
		for (let o of e) this.added_tokens.find((s) => s.content === o) !== void 0 ? (n.length > 0 && (t.push(this.convert_tokens_to_string(n)), n = []), t.push(o)) : n.push(o);
		return n.length > 0 && t.push(this.convert_tokens_to_string(n)), t;
	}
};
var zt = kt;
var bt = class extends _ {
	constructor(e) {
		super(e), this.cleanup = e.cleanup;
	}
	decode_chain(e) {
		return e.map((t, n) => {
			if (n !== 0) {
				let o = this.config.prefix;
				o && t.startsWith(o) ? t = t.replace(o, "") : t = " " + t;
			}
			return this.cleanup && (t = D(t)), t;
		});
	}
};
var xt = bt;
var Tt = class extends _ {
	constructor(e) {
		super(e), this.replacement = e.replacement ?? "▁";
	}
	decode_chain(e) {
		let t = [];
		for (let n = 0; n < e.length; ++n) {
			let o = e[n].replaceAll(this.replacement, " ");
			n == 0 && o.startsWith(" ") && (o = o.substring(1)), t.push(o);
		}
		return t;
	}
};
var yt = Tt;
var wt = class extends _ {
	constructor(e) {
		super(e), this.suffix = e.suffix ?? "";
	}
	decode_chain(e) {
		return e.map((t, n) => t.replaceAll(this.suffix, n === e.length - 1 ? "" : " "));
	}
};
var Pt = wt;
var Ct = class extends _ {
	constructor(e) {
		super(e), this.pad_token = e.pad_token ?? "", this.word_delimiter_token = e.word_delimiter_token ?? "", this.cleanup = e.cleanup;
	}
	convert_tokens_to_string(e) {
		if (e.length === 0) return "";
		let t = [e[0]];
		for (let s = 1; s < e.length; ++s) e[s] !== t.at(-1) && t.push(e[s]);
		let o = t.filter((s) => s !== this.pad_token).join("");
		return this.cleanup && (o = D(o).replaceAll(this.word_delimiter_token, " ").trim()), o;
	}
	decode_chain(e) {
		return [this.convert_tokens_to_string(e)];
	}
};
var vt = Ct;
var Nt = class extends _ {
	constructor(e) {
		super(e), this.decoders = (e.decoders ?? []).map((t) => X(t));
	}
	decode_chain(e) {
		return this.decoders.reduce((t, n) => n.decode_chain(t), e);
	}
};
var Et = Nt;
var At = class extends _ {
	constructor(e) {
		super(e), this.pattern = N(this.config.pattern);
	}
	decode_chain(e) {
		let t = this.config.content ?? "", n = this.pattern;
		return n === null ? e : e.map((o) => o.replaceAll(n, t));
	}
};
var St = At;
var Dt = class extends _ {
	decode_chain(e) {
		return [e.join("")];
	}
};
var Ot = Dt;
var Rt = class extends _ {
	constructor(e) {
		super(e), this.content = e.content ?? "", this.start = e.start ?? 0, this.stop = e.stop ?? 0;
	}
	decode_chain(e) {
		return e.map((t) => {
			let n = 0;
			for (let s = 0; s < this.start && t[s] === this.content; ++s) n = s + 1;
			let o = t.length;
			for (let s = 0; s < this.stop; ++s) {
				let a = t.length - s - 1;
				if (t[a] === this.content) {
					o = a;
					continue;
				} else break;
			}
			return t.slice(n, o);
		});
	}
};
var $t = Rt;
var Mt = class extends _ {
	constructor(e) {
		super(e), this.text_decoder = new TextDecoder();
	}
	decode_chain(e) {
		let t = [], n = [];
		for (let o of e) {
			let s = null;
			if (o.length === 6 && o.startsWith("<0x") && o.endsWith(">")) {
				let a = parseInt(o.slice(3, 5), 16);
				isNaN(a) || (s = a);
			}
			if (s !== null) n.push(s);
			else {
				if (n.length > 0) {
					let a = this.text_decoder.decode(Uint8Array.from(n));
					t.push(a), n = [];
				}
				t.push(o);
			}
		}
		if (n.length > 0) {
			let o = this.text_decoder.decode(Uint8Array.from(n));
			t.push(o), n = [];
		}
		return t;
	}
};
var Bt = Mt;
function Fr(r) {
	if (r === null) return null;
	switch (r.type) {
		case "ByteLevel": return new zt(r);
		case "WordPiece": return new xt(r);
		case "Metaspace": return new yt(r);
		case "BPEDecoder": return new Pt(r);
		case "CTC": return new vt(r);
		case "Sequence": return new Et(r);
		case "Replace": return new St(r);
		case "Fuse": return new Ot(r);
		case "Strip": return new $t(r);
		case "ByteFallback": return new Bt(r);
		default: throw new Error(`Unknown Decoder type: ${r.type}`);
	}
}
var X = Fr;
var Ft = class {
	constructor(e, t) {
		let n = Q(e, "Tokenizer", [
			"model",
			"decoder",
			"post_processor",
			"pre_tokenizer",
			"normalizer"
		]);
		if (n) throw new Error(n);
		let o = Q(t, "Config");
		if (o) throw new Error(o);
		this.tokenizer = e, this.config = t, this.normalizer = L(this.tokenizer.normalizer), this.pre_tokenizer = U(this.tokenizer.pre_tokenizer), this.model = _r(this.tokenizer.model, this.config), this.post_processor = K(this.tokenizer.post_processor), this.decoder = X(this.tokenizer.decoder), this.special_tokens = [], this.all_special_ids = [], this.added_tokens = [];
		let s = [], a = [];
		this.added_tokens_map = new Map();
		for (let i of this.tokenizer.added_tokens) {
			let c = new Z(i);
			if (this.added_tokens.push(c), this.model.tokens_to_ids.set(c.content, c.id), this.model.vocab[c.id] = c.content, c.special && (this.special_tokens.push(c.content), this.all_special_ids.push(c.id)), this.added_tokens_map.set(c.content, c), c.normalized && this.normalizer !== null) {
				let l = this.normalizer(c.content);
				a.push(l), this.added_tokens_map.set(l, c);
			} else s.push(c.content);
		}
		(this.config.additional_special_tokens ?? []).forEach((i) => {
			this.special_tokens.includes(i) || this.special_tokens.push(i);
		}), this.decoder && (this.decoder.added_tokens = this.added_tokens, this.decoder.end_of_word_suffix = this.model.end_of_word_suffix), this.splitter_unnormalized = new G(s), this.splitter_normalized = new G(a), this.remove_space = this.config.remove_space, this.clean_up_tokenization_spaces = this.config.clean_up_tokenization_spaces ?? !0, this.do_lowercase_and_remove_accent = this.config.do_lowercase_and_remove_accent ?? !1;
	}
	encode(e, { text_pair: t = null, add_special_tokens: n = !0, return_token_type_ids: o = null } = {}) {
		let { tokens: s, token_type_ids: a } = this.tokenize_helper(e, {
			text_pair: t,
			add_special_tokens: n
		}), i = s.map((l) => this.added_tokens_map.get(l)?.id ?? this.model.tokens_to_ids.get(l) ?? this.model.unk_token_id), c = {
			ids: i,
			tokens: s,
			attention_mask: new Array(i.length).fill(1)
		};
		return o && a && (c.token_type_ids = a), c;
	}
	decode(e, t = {}) {
		if (!Array.isArray(e) || e.length === 0 || !rr(e[0])) throw Error("token_ids must be a non-empty array of integers.");
		let n = e.map((s) => this.model.vocab[Number(s)] ?? this.model.unk_token);
		t.skip_special_tokens && (n = n.filter((s) => !this.special_tokens.includes(s)));
		let o = this.decoder ? this.decoder(n) : n.join(" ");
		return this.decoder && this.decoder.end_of_word_suffix && (o = o.replaceAll(this.decoder.end_of_word_suffix, " "), t.skip_special_tokens && (o = o.trim())), (t.clean_up_tokenization_spaces ?? this.clean_up_tokenization_spaces) && (o = D(o)), o;
	}
	tokenize(e, { text_pair: t = null, add_special_tokens: n = !1 } = {}) {
		return this.tokenize_helper(e, {
			text_pair: t,
			add_special_tokens: n
		}).tokens;
	}
	encode_text(e) {
		if (e === null) return null;
		let t = this.splitter_unnormalized.split(e);
		return t.forEach((n, o) => {
			let s = this.added_tokens_map.get(n);
			s && (s.lstrip && o > 0 && (t[o - 1] = t[o - 1].trimEnd()), s.rstrip && o < t.length - 1 && (t[o + 1] = t[o + 1].trimStart()));
		}), t.flatMap((n, o) => {
			if (n.length === 0) return [];
			if (this.added_tokens_map.has(n)) return [n];
			if (this.remove_space === !0 && (n = n.trim().split(/\s+/).join(" ")), this.do_lowercase_and_remove_accent && (n = or(n)), this.normalizer !== null && (n = this.normalizer(n)), n.length === 0) return [];
			let s = this.splitter_normalized.split(n);
			return s.forEach((a, i) => {
				let c = this.added_tokens_map.get(a);
				c && (c.lstrip && i > 0 && (s[i - 1] = s[i - 1].trimEnd()), c.rstrip && i < s.length - 1 && (s[i + 1] = s[i + 1].trimStart()));
			}), s.flatMap((a) => {
				if (a.length === 0) return [];
				if (this.added_tokens_map.has(a)) return [a];
				let i = this.pre_tokenizer !== null ? this.pre_tokenizer(a, { section_index: o }) : [a];
				return this.model(i);
			});
		});
	}
	tokenize_helper(e, { text_pair: t = null, add_special_tokens: n = !0 }) {
		let o = this.encode_text(e), s = this.encode_text(t || null);
		return this.post_processor ? this.post_processor(o, s, n) : { tokens: k(o ?? [], s ?? []) };
	}
	token_to_id(e) {
		return this.model.tokens_to_ids.get(e);
	}
	id_to_token(e) {
		return this.model.vocab[e];
	}
	get_added_tokens_decoder() {
		let e = new Map();
		for (let t of this.added_tokens) e.set(t.id, t);
		return e;
	}
	get_vocab(e = !0) {
		let t = new Map();
		for (let n = 0; n < this.model.vocab.length; ++n) {
			let o = this.model.vocab[n];
			(e || !this.added_tokens_map.has(o)) && t.set(o, n);
		}
		return t;
	}
};
var Lr = Ft;
// denoising/chat-template.js
function readingOf(text, { reading, names, beginnings }) {
	return {
		"as it is": () => text,
		trimmed: () => strip(text),
		world: () => understood(text, names, beginnings)
	}[reading]();
}
function understood(text, names, beginnings) {
	const sudoku = sudokuPrompt(text);
	if (sudoku !== null) return sudoku;
	const words = strip(text).split(" ").map((word) => names.includes(stripEnd(word, /[,.;:!?]/)) ? word[0].toUpperCase() + word.slice(1) : word);
	const first = words[0].match(/^\p{L}+/u)?.[0] ?? "";
	return (first !== "" && !beginnings.includes(first) ? " " : "") + words.join(" ");
}
// denoising/vocabulary.js
const MARKS = /[\u{f0000}\u{f0001}]/gu;
const ABILITIES = {
	system: "a system prompt",
	thinking: "thinking"
};
var Vocabulary = class {
	#tokenizer;
	#plain;
	#spelled;
	constructor(tokenizer, manifest) {
		this.manifest = manifest;
		const options = { clean_up_tokenization_spaces: false };
		this.#tokenizer = new Lr(tokenizer, options);
		this.#plain = new Lr({
			...tokenizer,
			added_tokens: []
		}, options);
		const { texts, special_ids: special, control_tokens: controls = special.map((id) => texts[id]) } = manifest;
		const longestFirst = [...controls].sort((one, second) => second.length - one.length);
		this.#spelled = new RegExp(`(${longestFirst.map(escaped).join("|") || "(?!)"})`);
	}
	encode(text, { before = "", after = "" } = {}) {
		const parts = this.#bare(text).split(this.#spelled);
		parts[0] = before + parts[0];
		parts.push(parts.pop() + after);
		const ids = (part, at) => (at % 2 === 1 ? this.#plain : this.#tokenizer).encode(part, { add_special_tokens: false }).ids;
		return parts.flatMap((part, at) => part === "" ? [] : ids(part, at));
	}
	decode(ids) {
		return ids.length === 0 ? "" : this.#tokenizer.decode(ids, { skip_special_tokens: true });
	}
	textsOf(ids) {
		return ids.map((id) => this.manifest.texts[id] ?? `<unused ${id}>`);
	}
	promptIds({ text, system, thinking }) {
		const { template } = this.manifest;
		if (strip(text) === "") throw new PlaygroundError("The prompt is empty: write what the text should be about.");
		for (const [name, value] of [["system", strip(system) !== ""], ["thinking", thinking]]) if (value && !template.abilities[name]) throw new PlaygroundError(`This checkpoint does not support ${ABILITIES[name]} in a prompt; leave it out.`);
		return this.encode(readingOf(this.#bare(text), template), template);
	}
	#bare(text) {
		return this.#spelled.test(text) ? text.replace(MARKS, "") : text;
	}
};
const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
// denoising/world/world.js
var Expression = class {
	constructor({ source, flags }) {
		this.source = source;
		this.flags = flags;
		this.searched = new RegExp(source, flags);
	}
	whole(text) {
		return new RegExp(`^(?:${this.source})$`, this.flags).exec(text);
	}
	begin(text) {
		return new RegExp(`^(?:${this.source})`, this.flags).exec(text);
	}
	first(text) {
		return this.searched.exec(text);
	}
	every(text) {
		return [...text.matchAll(new RegExp(this.source, `g${this.flags}`))];
	}
	replaced(text, by) {
		return text.replace(new RegExp(this.source, `g${this.flags}`), by);
	}
};
var World = class {
	constructor(tables) {
		this.tables = tables;
		this.patterns = Object.fromEntries(Object.entries(tables.patterns).map(([name, pattern]) => [name, new Expression(pattern)]));
		this.trained = tables.trained && new Set(tables.trained);
		this.meaning = new Map(Object.entries(tables.nearest).flatMap(([known, words]) => words.split(" ").map((word) => [word, known.split(" ")])));
		this.names = new Map(tables.words.known.hero.map((name) => [name.toLowerCase(), name]));
		this.facts = new Map([
			"hero",
			"animal",
			"object",
			"helper",
			"place",
			"colour"
		].flatMap((fact) => tables.words.known[fact].map((word) => [word.toLowerCase(), fact])));
		this.unreadable = new Set(tables.unread.unreadable);
		this.scenery = new Set(tables.unread.scenery);
		this.foreign = new Set(tables.outside.foreign);
		this.meanings = new Set(tables.functions.meanings);
		this.skipped = new Set(tables.functions.skipped);
		this.things = new Set(tables.stories.things);
		this.places = new Set(tables.stories.places);
	}
};
// denoising/open.js
const VERSION = 1;
const MOST_THREADS = 4;
const WASM = "ort-wasm-simd-threaded.wasm";
async function openEngine({ base, runtime, inside, ort: loaded }, tell) {
	if (!hasSimd()) throw new PlaygroundError("This browser cannot run the model: it lacks WebAssembly with SIMD, which browsers have had since 2021 (Safari: 2023).");
	const began = performance.now();
	const report = (fraction, sentence = "The model is on its way to your browser.") => tell({
		state: "loading",
		sentence,
		fraction
	});
	report(null);
	const files = new Files(base, report, inside);
	const [manifest, tables, ort] = await Promise.all([
		files.json("manifest.json"),
		files.json("world.json").catch(() => null),
		loaded ?? runtimeOf(runtime, files)
	]);
	if (manifest.version !== VERSION) throw new PlaygroundError(`The model's manifest has version ${manifest.version}; this page reads version ${VERSION}. Reload the page.`);
	const entries = new Map(entriesOf(manifest).map((entry) => [entry.file, entry]));
	const graphs = new Graphs(ort, manifest, (file) => files.read(file, entries.get(file)));
	const compiled = graphs.ready("conclude");
	const tokenizer = await files.json(manifest.files.tokenizer.file);
	const first = [
		"read",
		"denoise",
		...usual(manifest)
	];
	await Promise.all([...first, ...manifest.weights].map((each) => graphs.read(each.file ?? manifest.graphs[each].file)));
	report(null, "The model is getting ready.");
	await compiled;
	for (const name of first) await graphs.ready(name);
	ort.env.wasm.wasmBinary = void 0;
	for (const { file } of manifest.weights) files.drop(file);
	const world = tables && new World(tables);
	const software = {
		"onnxruntime-web": ort.env.versions.web ?? ort.env.versions.common,
		browser: browserName(),
		threads: String(ort.env.wasm.numThreads)
	};
	return {
		engine: new Engine(graphs, new Vocabulary(tokenizer, manifest), world, software),
		status: readyOf(manifest, (performance.now() - began) / 1e3, ort.env.wasm.numThreads)
	};
}
function usual({ settings, self_conditioning: conditioned }) {
	const { way, draw, sampler, schedule } = settings;
	const names = [
		`temperature-${schedule}`,
		`statistics-${way}-${draw}`,
		`decide-${way}-${sampler}`,
		"conclude"
	];
	return conditioned ? [...names, "embed"] : names;
}
const entriesOf = ({ graphs, weights, files }) => [
	...Object.values(graphs),
	...weights,
	...Object.values(files)
];
async function runtimeOf(folder, files) {
	const address = (name) => new URL(name, folder).href;
	const [{ default: ort, ...named }, binary] = await Promise.all([import(address("ort.wasm.min.js")), files.read(address(WASM), void 0)]).catch((error) => {
		throw error instanceof PlaygroundError ? error : new PlaygroundError("The runtime of the model cannot be fetched; reload the page to fetch it again.");
	});
	const runtime = ort ?? named;
	runtime.env.wasm.wasmBinary = binary;
	runtime.env.wasm.wasmPaths = { mjs: address("ort-wasm-simd-threaded.js") };
	const cores = globalThis.navigator?.hardwareConcurrency ?? 1;
	runtime.env.wasm.numThreads = globalThis.crossOriginIsolated ? Math.min(cores, MOST_THREADS) : 1;
	files.drop(address(WASM));
	return runtime;
}
function readyOf({ name, revision, settings, knobs, weights, template, knows }, seconds, threads) {
	const title = name === "embedded" ? "The embedded model" : `The model ${name}`;
	const megabytes = weights.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
	return {
		state: "ready",
		sentence: `${title} is ready: ${[
			`revision ${revision.slice(0, 12)}`,
			`in your browser with ${threads} ${threads === 1 ? "thread" : "threads"}`,
			`${megabytes.toFixed(1)} MB`,
			`loaded in ${seconds.toFixed(0)} s`
		].join(", ")}.${knows ? ` ${knows}` : ""}`,
		abilities: template.abilities,
		defaults: knobs.map((knob) => settings[knob.name] ?? knob.value)
	};
}
const VECTORS = "AGFzbQEAAAABBQFgAAF7AwIBAAoKAQgAQQD9D/1iCw==";
const hasSimd = () => typeof WebAssembly === "object" && WebAssembly.validate(bytesOf(VECTORS));
function browserName() {
	const { userAgent = "", userAgentData } = globalThis.navigator ?? {};
	const brand = userAgentData?.brands?.find((each) => !/not.?a.?brand/i.test(each.brand));
	if (brand) return `${brand.brand} ${brand.version}`;
	const known = /(Firefox|Edg|Chrome|Node\.js)\/(\d+)/.exec(userAgent) ?? /(Version)\/(\d+).*Safari/.exec(userAgent);
	return known ? `${known[1].replace("Version", "Safari")} ${known[2]}` : "unknown";
}
// denoising/serve.js
function serve(openEngine) {
	let engine;
	const jobs = new Map();
	const ANSWERS = {
		async open(place, number) {
			const opened = openEngine(place, (status) => postMessage({
				number,
				status
			}));
			engine = opened.then((each) => each.engine);
			engine.catch(() => {});
			return (await opened).status;
		},
		async start(body, number) {
			const { runs, job, done } = (await engine).start(body, (message) => postMessage({
				number,
				message
			}));
			jobs.set(number, job);
			done.finally(() => jobs.delete(number));
			return runs;
		},
		stop: ({ tape, run }) => jobs.get(tape)?.stop(run),
		call: async ({ name, argument }) => (await engine).call(name, argument),
		trace: async (run) => (await engine).trace(run)
	};
	addEventListener("message", async ({ data: { number, kind, content } }) => {
		try {
			const value = await ANSWERS[kind](content, number);
			postMessage({
				number,
				value
			});
		} catch (error) {
			if (!(error instanceof PlaygroundError)) console.error(error);
			const sentence = error instanceof PlaygroundError ? error.message : "The engine in this page failed; reload the page.";
			postMessage({
				number,
				error: sentence
			});
		}
	});
}
// denoising/worker.js
serve(openEngine);
