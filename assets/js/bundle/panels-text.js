import { element, plainText } from "./main.js";
// panels/text.js
var TextSoFar = class {
	constructor(root) {
		this.text = element("p.tdp-text", {
			tabindex: "0",
			role: "region",
			"aria-label": "Text so far"
		});
		root.append(element("h2", "Text so far"), this.text, key("tdp-committed", "committed"), key("tdp-draft", "draft"));
		this.recording = null;
	}
	show(recording) {
		this.recording = recording;
	}
	paint(step) {
		if (this.recording === null) return;
		this.text.replaceChildren(...this.recording.passages(step).map(({ text, committed, thought }) => element("span", {
			class: `${committed ? "tdp-committed" : "tdp-draft"}${thought ? " tdp-thought" : ""}`,
			...thought && { "data-name": "Thought" }
		}, plainText(text))));
	}
};
const key = (style, name) => element("span", { class: `tdp-key ${style}` }, name);
export { TextSoFar };
