import { element, frame, setText, tokenText, wayOf } from "./main.js";
// run/repair.js
function repairOf({ header, frames }) {
	const start = header.spec?.start ?? void 0;
	const [length, last] = [header.canvas_length, frames.at(-1)];
	if (start === void 0 || last === void 0) return null;
	const share = Number(header.spec?.noise ?? 0);
	const firsts = frames.filter(({ step }) => step === 1);
	const ended = start.findIndex((id) => header.eos_ids.includes(id));
	const end = ended === -1 ? start.length : ended + 1;
	const now = written(frames, header);
	const cells = [];
	const counts = {
		restored: 0,
		wrong: 0,
		kept: 0,
		broken: 0
	};
	let [drawn, positions] = [0, 0];
	firsts.forEach(({ input_ids: seen, pinned }, block) => {
		for (let position = 0; position < length && block * length + position < start.length; position += 1) {
			const place = block * length + position;
			const original = start[place];
			const differs = seen[position] !== original && !pinned?.[position];
			positions += 1;
			drawn += Number(differs);
			if (place >= end) continue;
			const written = now[place] ?? null;
			const fate = differs ? written === original ? "restored" : "wrong" : written === original ? "kept" : "broken";
			counts[fate] += 1;
			cells.push({
				original,
				noised: differs ? seen[position] : null,
				now: written,
				fate
			});
		}
	});
	return {
		cells,
		counts,
		share,
		drawn,
		positions
	};
}
function written(frames, header) {
	const ids = [];
	frames.forEach((frame, at) => {
		if (frames[at + 1]?.block !== frame.block) ids.push(...wayOf(header).standing(frame));
	});
	const end = ids.findIndex((id) => header.eos_ids.includes(id));
	return end === -1 ? ids : ids.slice(0, end + 1);
}
// panels/repair.js
const LOOKS = {
	restored: "tdp-restored",
	wrong: "tdp-lost",
	kept: "tdp-plain",
	broken: "tdp-lost"
};
const HEADINGS = [
	"Original",
	"Noised: what noise replaced has a dashed edge",
	"Repaired: a line under what came back, a wavy one under what is not as it was"
];
const MOST = 600;
var Repair = class {
	constructor(root) {
		const body = frame(root, "The text that it started from");
		this.sentence = element("p");
		this.rows = [
			"Original",
			"Noised",
			"Repaired"
		].map((name) => element("div.tdp-tokens", {
			role: "group",
			"aria-label": name
		}));
		this.parts = this.rows.map((row, at) => element("section", element("h4", HEADINGS[at]), row));
		body.append(this.sentence, ...this.parts);
		this.recording = null;
		this.steps = -1;
	}
	show(recording) {
		this.recording = recording;
		this.steps = -1;
		this.paint();
	}
	paint() {
		const { recording } = this;
		if (recording === null || recording.frames.length === this.steps) return;
		this.steps = recording.frames.length;
		const repair = repairOf(recording);
		if (repair === null) return;
		const { cells, counts, share, drawn, positions } = repair;
		const replaced = counts.restored + counts.wrong;
		const noise = share === 0 ? "Nothing was replaced." : `Noise replaced ${drawn} of ${positions} positions, ${(100 * drawn / positions).toFixed(1)} %; ${Math.round(100 * share)} % were expected, and chance may replace a token by itself.`;
		const so = recording.live ? "So far" : "In the end";
		setText(this.sentence, `${noise} ${so}, of ${replaced} noised tokens of the text ${counts.restored} were restored and ${counts.wrong} left wrong; of the other ${counts.kept + counts.broken}, ${counts.kept} were kept and ${counts.broken} broken.`);
		const shown = cells.slice(0, MOST);
		const token = (id, look) => element("span", look ? { class: look } : {}, id === null ? "∅" : tokenText(recording, id));
		this.rows[0].replaceChildren(...shown.map(({ original }) => token(original, "tdp-plain")));
		this.rows[1].replaceChildren(...shown.map(({ original, noised }) => token(noised ?? original, noised === null ? "tdp-plain" : "tdp-noised")));
		this.rows[2].replaceChildren(...shown.map(({ now, fate }) => token(now, LOOKS[fate])));
	}
};
export { Repair };
