/** "How often?" beside the lanes: the run that is shown with many seeds, or all lanes, where they differ in one setting. */

import { button, element, setText } from "../dom/elements.ts";
import { variedBy } from "../run/lanes.ts";
import type { OftenActions } from "../player/actions.ts";
import type { Recording } from "../run/recording.ts";

const SEEDS = [16, 64];

export class OftenOffers {
  varied: { vary: string; values: string } = { vary: "", values: "" };
  about = element("p.tdp-hint");
  /** By their number of seeds. */
  buttons: Map<number, HTMLButtonElement>;
  root: HTMLDivElement;

  /** @param detail opens a panel of the tray */
  constructor({ studies }: OftenActions, detail: (name: string) => Promise<void>) {
    const offers = element("div.tdp-lane-offers");
    this.buttons = new Map(
      SEEDS.map((seeds) => [
        seeds,
        button(`${seeds} seeds`, "How often is the text right, and how many passes does it take?"),
      ]),
    );
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

  /** @param lanes none for one run alone */
  show(lanes: Recording[]) {
    const varied = variedBy(lanes);
    this.varied = { vary: varied?.name ?? "", values: varied?.values.join(", ") ?? "" };
    const sentence = varied
      ? "One seed proves little. Run all lanes with many."
      : lanes.length > 1
        ? "One run proves little. See what many of the first lane do."
        : "One run proves little. See what many of them do.";
    setText(this.about, sentence);
    for (const [seeds, offer] of this.buttons) setText(offer, `${seeds} seeds${varied ? " each" : ""}`);
  }
}
