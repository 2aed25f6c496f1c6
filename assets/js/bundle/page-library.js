import { MOST_BYTES, forget, isStoredRun, makeRoom, recall, remember } from "./main.js";
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
	constructor(runList, asks = false) {
		this.runList = runList;
		this.asks = asks;
		this.store = null;
		this.turn = Promise.resolve();
		this.sentence = "";
		this.tabs = new BroadcastChannel(NAME);
		this.tabs.onmessage = () => this.#inTurn(() => this.#follow());
	}
	async #follow() {
		const { store, runList } = this;
		if (store === null) return;
		const { kept: stored } = await list(store).catch(() => ({ kept: null }));
		if (stored === null) return;
		const known = new Map(runList.yours.map((item) => [item.about?.id, item]));
		const ids = new Set(stored.map(({ id }) => id));
		runList.drop(runList.yours.filter((item) => item.kept && item !== runList.shown && !ids.has(item.about?.id ?? "")));
		for (const about of stored) {
			const item = known.get(about.id);
			if (item?.about) Object.assign(item.about, {
				star: about.star,
				given: about.given
			});
			else runList.addStored([[about, () => this.#read(about)]]);
		}
		runList.changed();
	}
	async load() {
		if (!this.wanted) {
			this.sentence = UNASKED;
			return this.runList.changed();
		}
		this.sentence = "";
		try {
			const store = createStore(NAME, "runs");
			const { kept: stored, damaged } = await list(store);
			this.store = store;
			this.runList.addStored(stored.map((about) => [about, () => this.#read(about)]));
			if (damaged > 0) this.sentence = `${damaged === 1 ? "A run that was" : `${damaged} runs that were`} kept here cannot be read any more and ${damaged === 1 ? "is" : "are"} left out.`;
		} catch {
			this.sentence = REFUSED;
		}
		this.runList.completed = (item) => this.keep(item);
		for (const item of this.runList.yours) if (item.whole && !item.kept) await this.keep(item);
		this.runList.changed();
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
			this.sentence = UNASKED;
		}
		return undo;
	}
	keep(item) {
		return this.#inTurn(() => this.#keep(item));
	}
	#inTurn(change) {
		this.turn = this.turn.then(change);
		return this.turn;
	}
	async #keep(item) {
		const { about } = item;
		if (this.store === null || about === null || !this.runList.yours.includes(item)) return;
		try {
			const packed = await item.file();
			about.bytes = packed.length;
			const going = makeRoom((await list(this.store)).kept, about);
			if (going === null) this.sentence = `The last run lasts as long as the page: this browser keeps at most ${LIMIT}, and every run in it has a star.`;
			else {
				if (going.length > 0) await this.#leave(going);
				await setMany([[ABOUT + about.id, about], [TRACE + about.id, packed]], this.store);
				item.kept = true;
				this.tabs.postMessage("");
			}
		} catch {
			this.sentence = NO_ROOM;
		}
		this.runList.changed();
	}
	async change(item, changes) {
		if (item.about === null) return;
		Object.assign(item.about, changes);
		this.runList.changed();
		const { about } = item;
		const { store } = this;
		if (store) await this.#inTurn(async () => item.kept ? set(ABOUT + about.id, about, store).catch(() => this.#fails()) : void 0);
		this.tabs.postMessage("");
	}
	async remove(items) {
		const back = [];
		for (const item of items) {
			const packed = await item.file().catch(() => null);
			if (packed === null) continue;
			item.file = async () => packed;
			back.push(item);
		}
		const ids = items.flatMap(({ about }) => about === null ? [] : [ABOUT + about.id, TRACE + about.id]);
		const stored = back.filter((item) => item.kept);
		const { store } = this;
		if (store) await this.#inTurn(() => delMany(ids, store).catch(() => this.#fails()));
		for (const item of stored) item.kept = false;
		this.tabs.postMessage("");
		this.runList.drop(items);
		return async () => {
			this.runList.bringBack(back);
			for (const item of stored) await this.keep(item);
		};
	}
	async removeAll() {
		const undo = await this.remove(this.runList.yours.filter(({ whole }) => whole));
		if (this.store) {
			this.sentence = "";
			await clear(this.store).catch(() => this.#fails());
			this.tabs.postMessage("");
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
		this.runList.drop(this.runList.yours.filter(({ about }) => about !== null && ids.has(about.id)));
		const those = going.length === 1 ? "The oldest run without a star has" : `The ${going.length} oldest runs without a star have`;
		this.sentence = `${those} made room for a new one: this browser keeps at most ${LIMIT}.`;
	}
	#fails() {
		this.sentence = "This browser did not take the last change; it lasts as long as the page.";
		this.runList.changed();
	}
};
async function list(store) {
	const all = new Set(await keys(store));
	const abouts = [...all].filter((key) => typeof key === "string" && key.startsWith(ABOUT));
	const values = await getMany(abouts, store);
	const runs = values.filter((value, at) => isStoredRun(value) && abouts[at] === ABOUT + value.id && all.has(TRACE + value.id));
	return {
		kept: runs.sort((a, b) => a.time - b.time),
		damaged: values.length - runs.length
	};
}
export { Library };
