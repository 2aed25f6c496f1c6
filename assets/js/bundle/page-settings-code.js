import { AS_CODE, addStyle, button, copyText, element } from "./main.js";
import { specOf } from "./branching.js";
// page/settings-code.js
const COPIED_MS = 2e3;
const FORMATS = [
	["pg", "Python, with this playground"],
	["cli", "Command line"],
	["transformers", "Python, with transformers"],
	["diffusers", "Scheduler of diffusers"]
];
var SettingsCode = class {
	constructor(root, shown, copies) {
		addStyle("compare");
		this.shown = shown;
		this.copies = copies;
		this.choice = element("select", { "aria-label": "Run" });
		this.choice.onchange = () => this.#tell();
		const close = button("Close", "Close");
		close.classList.add("tdp-pill");
		close.onclick = () => this.dialog.close();
		this.list = element("div");
		const head = element("div.tdp-panel-head", element("h2", AS_CODE), this.choice, close);
		this.dialog = element("dialog.tdp-help-dialog.tdp-code-dialog", { "aria-label": AS_CODE }, head, this.list);
		root.append(this.dialog);
		this.lanes = [];
	}
	open() {
		this.lanes = this.shown();
		this.choice.hidden = this.lanes.length < 2;
		this.choice.replaceChildren(...this.lanes.map(({ letter, title }, at) => element("option", { value: String(at) }, `${letter} ${title}`)));
		this.dialog.showModal();
		this.#tell();
	}
	async #tell() {
		const lane = this.lanes[Number(this.choice.value || 0)];
		this.list.replaceChildren();
		if (!lane) return;
		const copies = await this.copies(JSON.stringify(specOf(lane.recording.header))).catch(() => void 0);
		if (lane !== this.lanes[Number(this.choice.value || 0)]) return;
		const refused = copies === void 0 ? "The server does not answer; try again in a moment." : copies.refused;
		if (copies === void 0 || refused) return this.list.replaceChildren(element("p", { role: "alert" }, String(refused)));
		this.list.replaceChildren(...FORMATS.map(([name, title]) => part(title, copies[name])));
	}
};
function part(title, { text, refused }) {
	if (text === void 0) return element("section", element("h3", title), element("p.tdp-hint", refused ?? ""));
	const copy = button("Copy", `Copy: ${title}`);
	copy.classList.add("tdp-pill");
	copy.onclick = async () => {
		copy.textContent = await copyText(text) ? "Copied" : "Select it and copy by hand";
		setTimeout(() => copy.textContent = "Copy", COPIED_MS);
	};
	return element("section", element("div.tdp-panel-head", element("h3", title), copy), element("pre", { tabindex: "0" }, text));
}
export { SettingsCode };
