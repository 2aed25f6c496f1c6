import { RefusedError } from "./main.js";
// engine/browser.js
const NOT_YET = "The model does not run in this page yet.";
var BrowserEngine = class {
	constructor({ base }) {
		this.base = base;
	}
	async start() {
		throw new RefusedError(NOT_YET);
	}
	async call() {
		throw new RefusedError(NOT_YET);
	}
	async trace() {
		throw new RefusedError(NOT_YET);
	}
	async *model() {
		yield {
			state: "failed",
			sentence: NOT_YET
		};
	}
};
export { BrowserEngine };
