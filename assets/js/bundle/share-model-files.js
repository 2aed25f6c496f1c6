import { PlaygroundError } from "./errors.js";
import "./main.js";
import { base64Of } from "./base64.js";
import "../vendor/noble-sha2.min.js";
import "../vendor/tokenizers.min.js";
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
new Set("and or with who that which at in on near under called named of had has lost found".split(" "));
new Set("something anything it me you us them him girl boy child".split(" "));
[
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
[
	"048c",
	"159d",
	"26ae",
	"37bf",
	"05af",
	"16bc",
	"278d",
	"349e"
].map((lane) => [...lane].map((digit) => parseInt(digit, 16)));
new Uint32Array(new Float32Array(1).buffer);
// denoising/job.js
const { port1, port2 } = new MessageChannel();
const waiting = [];
port1.onmessage = () => waiting.shift()?.();
port1.unref?.();
// denoising/studies.js
const DIGITS = "\\d+(?:_\\d+)*";
new RegExp(`^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:e[+-]?${DIGITS})?$`, "i");
// denoising/open.js
const WASM = "ort-wasm-simd-threaded.wasm";
const entriesOf = ({ graphs, weights, files }) => [
	...Object.values(graphs),
	...weights,
	...Object.values(files)
];
// share/model-files.js
async function packedModel(assets, tell) {
	const files = new Files(new URL("portable/", assets).href, tell);
	const manifest = await files.json("manifest.json");
	const runtime = files.read(new URL(`js/runtime/${WASM}`, assets).href).then((bytes) => [WASM, bytes]);
	const entries = entriesOf(manifest).map(async (entry) => [entry.file, await files.read(entry.file, entry)]);
	const plain = ["manifest.json", "world.json"].map(async (name) => [name, await files.read(name)]);
	const packed = (await Promise.all([
		runtime,
		...plain,
		...entries
	])).map(async ([name, bytes]) => [
		JSON.stringify(name),
		":\"",
		await gzipped(bytes),
		"\""
	]);
	return [
		"{",
		...(await Promise.all(packed)).flatMap((part, at) => at === 0 ? part : [",", ...part]),
		"}"
	];
}
async function gzipped(bytes) {
	const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
	return base64Of(await new Response(stream).blob());
}
export { packedModel };
