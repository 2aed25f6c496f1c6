import { MOST_BYTES, forget, isKept, makeRoom, recall, remember } from "./main.js";
import { clear, createStore, delMany, get, getMany, keys, set, setMany } from "../vendor/idb-keyval.js";
// page/library.js
const NAME = "text-diffusion-playground";
const [ABOUT, TRACE] = ["about ", "trace "];
const REFUSED = "This browser keeps nothing for this page: your runs last as long as the page.";
const NO_ROOM = "This browser has no room for another run: the last one lasts as long as the page.";
const UNASKED = "Your runs last as long as this page: this browser keeps none of them.";
const LIMIT = `200 runs and ${MOST_BYTES / 1e6} MB`;
const WANTED = "keep runs";
var Library = class {
	constructor(shelf, asks = false) {
		this.shelf = shelf;
		this.asks = asks;
		this.store = null;
		this.turn = Promise.resolve();
		this.said = "";
	}
	async load() {
		if (!this.wanted) {
			this.said = UNASKED;
			return this.shelf.changed();
		}
		this.said = "";
		try {
			const store = createStore(NAME, "runs");
			const { kept, damaged } = await list(store);
			this.store = store;
			this.shelf.addKept(kept.map((about) => [about, () => this.#read(about)]));
			if (damaged > 0) this.said = `${damaged === 1 ? "A run that was" : `${damaged} runs that were`} kept here cannot be read any more and ${damaged === 1 ? "is" : "are"} left out.`;
		} catch {
			this.said = REFUSED;
		}
		this.shelf.completed = (exhibit) => this.keep(exhibit);
		for (const exhibit of this.shelf.own) if (exhibit.whole && !exhibit.kept) await this.keep(exhibit);
		this.shelf.changed();
	}
	get wanted() {
		return !this.asks || recall(WANTED, "") === "yes";
	}
	async want() {
		remember(WANTED, "yes");
		await this.load();
	}
	async forgetAll() {
		const undo = await this.removeAll();
		forget();
		if (this.asks) {
			this.store = null;
			this.said = UNASKED;
		}
		return undo;
	}
	keep(exhibit) {
		return this.#inTurn(() => this.#keep(exhibit));
	}
	#inTurn(change) {
		this.turn = this.turn.then(change);
		return this.turn;
	}
	async #keep(exhibit) {
		const { about } = exhibit;
		if (this.store === null || about === null || !this.shelf.own.includes(exhibit)) return;
		try {
			const packed = await exhibit.file();
			about.bytes = packed.length;
			const going = makeRoom((await list(this.store)).kept, about);
			if (going === null) this.said = `The last run lasts as long as the page: this browser keeps at most ${LIMIT}, and every run in it has a star.`;
			else {
				if (going.length > 0) await this.#leave(going);
				await setMany([[ABOUT + about.id, about], [TRACE + about.id, packed]], this.store);
				exhibit.kept = true;
			}
		} catch {
			this.said = NO_ROOM;
		}
		this.shelf.changed();
	}
	async change(exhibit, changes) {
		if (exhibit.about === null) return;
		Object.assign(exhibit.about, changes);
		this.shelf.changed();
		const { about } = exhibit;
		const { store } = this;
		if (store) await this.#inTurn(async () => exhibit.kept ? set(ABOUT + about.id, about, store).catch(() => this.#fails()) : void 0);
	}
	async remove(exhibits) {
		const back = [];
		for (const exhibit of exhibits) {
			const packed = await exhibit.file().catch(() => null);
			if (packed === null) continue;
			exhibit.file = async () => packed;
			back.push(exhibit);
		}
		const ids = exhibits.flatMap(({ about }) => about === null ? [] : [ABOUT + about.id, TRACE + about.id]);
		const kept = back.filter((exhibit) => exhibit.kept);
		const { store } = this;
		if (store) await this.#inTurn(() => delMany(ids, store).catch(() => this.#fails()));
		for (const exhibit of kept) exhibit.kept = false;
		this.shelf.drop(exhibits);
		return async () => {
			this.shelf.bringBack(back);
			for (const exhibit of kept) await this.keep(exhibit);
		};
	}
	async removeAll() {
		const undo = await this.remove(this.shelf.own.filter(({ whole }) => whole));
		if (this.store) {
			this.said = "";
			await clear(this.store).catch(() => this.#fails());
		}
		return undo;
	}
	async #read({ id }) {
		const packed = this.store && await get(TRACE + id, this.store);
		if (!(packed instanceof Uint8Array)) throw new Error("The trace of this run is no longer in this browser.");
		return packed;
	}
	async #leave(going) {
		const store = this.store;
		await delMany(going.flatMap(({ id }) => [ABOUT + id, TRACE + id]), store);
		const ids = new Set(going.map(({ id }) => id));
		this.shelf.drop(this.shelf.own.filter(({ about }) => about !== null && ids.has(about.id)));
		const those = going.length === 1 ? "The oldest run without a star has" : `The ${going.length} oldest runs without a star have`;
		this.said = `${those} made room for a new one: this browser keeps at most ${LIMIT}.`;
	}
	#fails() {
		this.said = "This browser did not take the last change; it lasts as long as the page.";
		this.shelf.changed();
	}
};
async function list(store) {
	const all = new Set(await keys(store));
	const abouts = [...all].filter((key) => typeof key === "string" && key.startsWith(ABOUT));
	const values = await getMany(abouts, store);
	const kept = values.filter((value, at) => isKept(value) && abouts[at] === ABOUT + value.id && all.has(TRACE + value.id));
	return {
		kept: kept.sort((a, b) => a.time - b.time),
		damaged: values.length - kept.length
	};
}
export { Library };
