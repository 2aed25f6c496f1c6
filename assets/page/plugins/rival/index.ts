/** A rival in Compare: a model on another server that is sent the prompt of the run, and whose text stands beside it. */

import { button } from "../../dom/elements.ts";
import { addPluginStyle } from "../../dom/style.ts";
import { NO_LANE_LEFT } from "../../run/lane-sentences.ts";
import { MOST_LANES } from "../../run/lanes.ts";
import { RivalLane } from "./lane.ts";
import { NOT_SENT } from "./sentences.ts";
import type { PartContext } from "../../page/places.ts";

/** Offers the race against it, and shows what an address names. */
export function compare(place: HTMLElement, { config, page: { player, lanes, say } }: PartContext) {
  const source: string = config.source;
  addPluginStyle("rival");
  const lane = new RivalLane(player, source, {
    named: (source) => (lanes.beside = { ...lanes.beside, rival: source }),
    again: () => begin().catch(say),
  });

  async function begin() {
    const spec = lanes.page.base();
    if (spec === null) throw new Error(NOT_SENT);
    if (player.sideBySide.guest === null && player.lanes.length === MOST_LANES) throw new Error(NO_LANE_LEFT);
    const { prompt, settings } = spec;
    await lane.race({ prompt: prompt.text, system: prompt.system, most: Number(settings.max_new_tokens) });
  }

  /** An address may name who answered; an answer to another prompt goes away. */
  function update() {
    lane.beside(player.recording?.header.spec.prompt.text);
    const { rival: named = "" } = lanes.beside;
    if (named === (player.sideBySide.guest?.title ?? "")) return;
    if (named === "") lane.close();
    else lane.offer(named);
  }

  if (source !== "") {
    const offer = button(
      `race against ${source}`,
      "Send this prompt to the other server, and show its text as it arrives",
    );
    offer.classList.add("tdp-pill");
    offer.dataset.race = "rival";
    offer.onclick = () => begin().catch(say);
    place.append(offer);
  }
  player.addEventListener("looks", update);
  update();
  return () => {
    player.removeEventListener("looks", update);
    lane.close();
    place.replaceChildren();
  };
}
