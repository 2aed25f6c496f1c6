import { element, modelName } from "./main.js";
// page/which-model.js
var WhichModel = class {
	constructor(before, choose) {
		this.models = [];
		this.menu = element("select.tdp-which-model", {
			"aria-label": "Model",
			title: "Which model writes"
		});
		this.menu.onchange = () => choose(this.chosen);
		this.choose = (name) => {
			const { chosen } = this;
			this.name = name;
			if (chosen !== this.chosen) choose(this.chosen);
		};
		before.before(this.menu);
	}
	update(models) {
		this.models = models;
		const { value } = this.menu;
		this.menu.replaceChildren(...models.map(({ name, state, sentence }) => {
			const option = element("option", {
				value: name,
				title: sentence
			}, modelName(name));
			option.disabled = state !== "ready";
			if (state !== "ready") option.append(state === "failed" ? " (not there)" : " (loading)");
			return option;
		}));
		this.name = value;
	}
	get chosen() {
		return this.models[this.menu.selectedIndex] ?? this.models[0];
	}
	get name() {
		return this.menu.selectedIndex > 0 ? this.menu.value : "";
	}
	set name(name) {
		const at = this.models.findIndex((model) => model.name === name && model.state === "ready");
		this.menu.selectedIndex = Math.max(at, 0);
	}
	get others() {
		return this.models.filter((model) => model !== this.chosen && model.state === "ready");
	}
};
export { WhichModel };
