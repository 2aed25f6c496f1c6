/** Offers the race against a rival, and shows the lane of one that an address names. */

import { render } from "preact";
import { addPluginStyle } from "../../dom/style.ts";
import { NO_LANE_LEFT } from "../../run/lane-sentences.ts";
import { MOST_LANES } from "../../run/lanes.ts";
import { made } from "../../ui/made.ts";
import { RivalLane } from "./lane.ts";
import { Lane, Offer } from "./offer.tsx";
import { NOT_SENT } from "./sentences.ts";
import type { PartContext } from "../../page/places.ts";

export function compare(place: HTMLElement, { config, page: { player, lanes, say } }: PartContext) {
  const source: string = config.source;
  addPluginStyle("rival");
  const root = made(<section class="tdp-rival tdp-makes" aria-label="Rival" />);
  const lane = new RivalLane(root, player, source, (named) => (lanes.beside = { ...lanes.beside, rival: named }));
  const race = () => begin().catch(say);

  async function begin() {
    const spec = lanes.base;
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

  render(<Lane lane={lane} race={race} />, root);
  if (source !== "") render(<Offer source={source} race={race} />, place);
  player.addEventListener("looks", update);
  update();
  return () => {
    player.removeEventListener("looks", update);
    lane.close();
    render(null, root);
    render(null, place);
  };
}
