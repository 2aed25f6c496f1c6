import { button, element, setText, variedBy } from "./main.js";
// panels/often-offers.js
const SEEDS = [16, 64];
var OftenOffers = class {
	constructor({ studies }, detail) {
		this.varied = {
			vary: "",
			values: ""
		};
		this.about = element("p.tdp-hint");
		const offers = element("div.tdp-lane-offers");
		this.buttons = new Map(SEEDS.map((seeds) => [seeds, button(`${seeds} seeds`, "How often is the text right, and how many passes does it take?")]));
		for (const [seeds, offer] of this.buttons) {
			offer.classList.add("tdp-pill");
			offer.onclick = async () => {
				await detail("often");
				(await studies()).ask(seeds, this.varied.vary, this.varied.values);
			};
			offers.append(offer);
		}
		this.root = element("div.tdp-often-offer", element("h3", "How often?"), this.about, offers);
		this.show([]);
	}
	show(lanes) {
		const varied = variedBy(lanes);
		this.varied = {
			vary: varied?.name ?? "",
			values: varied?.values.join(", ") ?? ""
		};
		const sentence = varied ? "One seed proves little. Run all lanes with many." : lanes.length > 1 ? "One run proves little. See what many of the first lane do." : "One run proves little. See what many of them do.";
		setText(this.about, sentence);
		for (const [seeds, offer] of this.buttons) setText(offer, `${seeds} seeds${varied ? " each" : ""}`);
	}
};
export { OftenOffers };
