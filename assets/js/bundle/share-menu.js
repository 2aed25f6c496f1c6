import { button, copyText, element, fileName, messageOf, readRun, saveBlob, switchOf } from "./main.js";
// share/maker.js
const GONE = "The server does not have this page any more; reload, and save it then.";
var Maker = class {
	constructor(assets, maxMib) {
		this.assets = assets;
		this.maxMib = maxMib;
	}
	async lesson({ lesson }) {
		if (lesson === null) throw new Error("No lesson is open.");
		const [{ lessonFile }, template] = await Promise.all([import("./share-page-file.js"), this.#template("lessons")]);
		return {
			name: `${fileName(lesson.lesson.title)}.html`,
			blob: await lessonFile(template, lesson)
		};
	}
	async page(shown) {
		return this.#page(shown, await this.#template("player"));
	}
	async modelPage(shown, tell) {
		const [template, { packedModel }] = await Promise.all([this.#template("model"), import("./share-model-files.js")]);
		return this.#page(shown, template, await packedModel(this.assets, tell));
	}
	async #page(shown, template, model) {
		const [runs, { pageFile }] = await Promise.all([this.#recordings(shown), import("./share-page-file.js")]);
		const refused = runs.find(({ file }) => file[0] !== 31);
		if (refused) throw new Error(`${refused.name} is no trace, which the page needs; make one with: python -m playground open FILE --trace ${refused.name}.trace`);
		const blob = await pageFile(template, runs.map(({ name, file }) => ({
			name,
			file
		})), runs[0].recording.header.prompt, shown.moment, model);
		return {
			name: `${runs[0].name}.html`,
			blob
		};
	}
	async table(shown, kind, rows) {
		const [runs, { positionsOf, stepsOf }] = await Promise.all([this.#recordings(shown), import("./table.js").then((n) => n.table_exports)]);
		const columns = rows === "steps" ? stepsOf(runs) : positionsOf(runs);
		const name = `${runs[0].name}${rows === "steps" ? ".steps" : ""}.${kind}`;
		if (kind === "csv") return {
			name,
			blob: new Blob([(await import("./csv.js").then((n) => n.csv_exports)).csvOf(columns)], { type: "text/csv" })
		};
		return {
			name,
			blob: new Blob([(await import("./share-parquet.js")).parquetOf(columns, runs)], { type: "application/vnd.apache.parquet" })
		};
	}
	async film(shown, kind, looks, watch) {
		const [runs, { film }] = await Promise.all([this.#recordings(shown), import("./share-film.js")]);
		const options = {
			...looks,
			scale: Number(looks.scale),
			moment: shown.moment
		};
		return {
			name: `${runs[0].name}.${kind}`,
			blob: await film(runs.map(({ recording }) => recording), kind, options, watch)
		};
	}
	#recordings({ runs }) {
		return Promise.all(runs.map(async ({ title, file: read }) => {
			const [name, file] = [fileName(title), await read()];
			return {
				name,
				file,
				recording: await readRun(file, name, this.maxMib)
			};
		}));
	}
	async #template(name) {
		const answer = await fetch(new URL(`share/${name}.html`, this.assets)).catch(() => null);
		if (!answer?.ok) throw new Error(GONE);
		return answer.text();
	}
};
// share/menu.js
const SPEEDS = [
	"1",
	"2",
	"4",
	"8",
	"16",
	"30"
];
const MODEL_BYTES = "18 MB";
const [WIDE, HIGH] = [800, 450];
const FRAMES = "Other sites can show it if this server was started with --embed-host and their name.";
const LEFT_OUT = "Recorded as it ran. Left out: the probabilities of all tokens but the most probable ones, attention, and a prompt’s picture; of a .csv, these most probable tokens too.";
function embedCode({ address, runs, lesson }) {
	const frame = document.createElement("iframe");
	const source = new URL(address);
	source.search = "?embed";
	frame.src = source.href;
	frame.width = String(WIDE);
	frame.height = String(HIGH);
	frame.title = lesson?.lesson.title ?? runs[0]?.title ?? "";
	frame.loading = "lazy";
	frame.style.border = "0";
	return frame.outerHTML;
}
var ShareMenu = class {
	constructor(root, shown, assets, maxMib) {
		this.shown = shown;
		const maker = new Maker(assets, maxMib);
		this.status = element("p.tdp-share-said", { role: "status" });
		this.looks = {
			kind: "webm",
			shape: "wide",
			scale: "1",
			theme: document.body.classList.contains("dark") ? "dark" : "light",
			table: "csv",
			rows: "positions"
		};
		this.stop = button("Stop", "Stop making the film");
		this.stop.classList.add("tdp-share-stop");
		this.stop.hidden = true;
		this.making = null;
		this.stop.onclick = () => this.making?.abort(new Error("Stopped; no film was saved."));
		const offer = (form, face, hint, make) => {
			const offered = button(face, hint);
			offered.dataset.form = form;
			offered.onclick = () => this.#save(make);
			return offered;
		};
		const choose = (name) => (value) => this.looks[name] = value;
		const film = (shown, kind) => {
			this.stop.hidden = kind === "png";
			const { signal } = this.making;
			const progress = (done, all) => this.#say(`Picture ${done} of ${all}`);
			return maker.film(shown, kind, {
				...this.looks,
				speed: Number(this.speed.value)
			}, {
				progress,
				signal
			});
		};
		this.speed = element("select", { "aria-label": "Steps a second of the film" });
		for (const speed of SPEEDS) this.speed.append(element("option", { value: speed }, `${speed} step${speed === "1" ? "" : "s"}/s`));
		this.speed.value = SPEEDS.find((speed) => Number(speed) >= shown().speed) ?? "30";
		this.lesson = offer("lesson", "This lesson, to play offline (.html)", "One file with the lesson, its runs and its questions", (shown) => maker.lesson(shown));
		this.model = offer("model", `Page with the model too (.html, ${MODEL_BYTES})`, "One file that plays the run, and makes others offline: its reader can change prompt, settings and seed", (shown) => maker.modelPage(shown, (fraction) => this.#say(`The model is ${Math.round(100 * fraction)}% on its way.`)));
		const page = offer("html", "Page that plays offline (.html)", "One file for an article or a lecture", (shown) => maker.page(shown));
		this.code = element("textarea.tdp-embed-code", {
			readonly: "",
			rows: "3",
			"aria-label": "Code for your page"
		});
		this.code.onfocus = () => this.code.select();
		this.embed = button("Code to embed this", "An iframe with the player alone, for a page or slides of yours");
		this.embed.dataset.form = "embed";
		this.embed.onclick = async () => {
			const shown = this.shown();
			this.code.value = embedCode(shown);
			this.code.hidden = false;
			const copied = await copyText(this.code.value) ? "Copied." : "Copy it from the field.";
			this.#say(shown.served ? `${copied} ${FRAMES}` : copied);
		};
		this.code.hidden = true;
		root.append(this.embed, this.code, ...assets === null ? [] : [
			this.lesson,
			page,
			this.model
		], offer("table", "Table", "For pandas, DuckDB or a spreadsheet", (shown) => maker.table(shown, this.looks.table, this.looks.rows)), element("div.tdp-share-looks", switchOf("Kind of table", {
			csv: ".csv",
			parquet: ".parquet"
		}, choose("table")), switchOf("A row for", {
			positions: "per position",
			steps: "per step"
		}, choose("rows"))), offer("png", "Picture of this step (.png)", "With the looks below", (shown) => film(shown, "png")), offer("film", "Film", "Save the run as a film", (shown) => film(shown, this.looks.kind)), element("div.tdp-share-looks", switchOf("Kind of film", {
			webm: ".webm",
			mp4: ".mp4",
			gif: ".gif"
		}, choose("kind")), this.speed, switchOf("Shape", ["wide", "square"], choose("shape")), switchOf("Theme", ["light", "dark"], choose("theme"), this.looks.theme), switchOf("Pixels for each one of the page", {
			1: "1×",
			2: "2×"
		}, choose("scale"))), element("div.tdp-share-foot", this.status, this.stop), element("p.tdp-share-hint", LEFT_OUT));
		const update = () => {
			const { lesson, portable, address } = shown();
			this.embed.hidden = address === "";
			this.code.hidden = true;
			this.lesson.hidden = lesson === null;
			this.model.hidden = !portable;
		};
		root.addEventListener("beforetoggle", update);
		update();
	}
	async #save(make) {
		if (this.making !== null) return;
		const shown = this.shown();
		if (shown.runs.length === 0) return this.#say("There is no run to save yet.");
		if (shown.live) return this.#say("The run still goes on; save it when it has ended.");
		this.making = new AbortController();
		this.#say("Working …");
		try {
			const { name, blob } = await make(shown);
			saveBlob(blob, name);
			this.#say(`Saved, ${(blob.size / 1e6).toFixed(blob.size < 1e5 ? 2 : 1)} MB.`);
		} catch (error) {
			this.#say(messageOf(error));
		} finally {
			this.making = null;
			this.stop.hidden = true;
		}
	}
	#say(sentence) {
		this.status.textContent = sentence;
	}
};
export { ShareMenu };
