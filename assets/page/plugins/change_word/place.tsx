/** The place below the figures of Compare, and what pairs of runs need of the page. */

import { addPluginStyle } from "../../dom/style.ts";
import { addressedSpec } from "../../page/address.ts";
import { filled } from "../../ui/filled.ts";
import { OneWord } from "./word.tsx";
import type { LanesContext } from "../../page/places.ts";

type Pairing = LanesContext["page"];

export function lanes(place: HTMLElement, context: LanesContext) {
  const { page } = context;
  const load = () => page.parts.known(page.player.recording?.header.spec.model ?? "").catch(() => ({}));
  const push = () => page.player.view.branch.click();
  place.classList.add("tdp-one-word", "tdp-makes");
  addPluginStyle("change_word");
  return filled(place, context, () => {
    const prompt = shown(page)?.prompt.text ?? "";
    return <OneWord key={prompt} {...{ prompt, load, push }} pair={(text) => pair(page, text)} />;
  });
}

/** The run that is shown, if it can be made again. */
const shown = ({ player, table }: Pairing) => player.recording && addressedSpec(player.recording.header, table);

/** Makes the same run of another prompt, alone beside it: only cells that differ are coloured. */
function pair(page: Pairing, text: string) {
  const spec = shown(page);
  if (spec === null) return;
  const { sideBySide, views } = page.player;
  const { others } = sideBySide;
  sideBySide.compare([]);
  if (page.lanes.make([{ spec: { ...spec, prompt: { ...spec.prompt, text } } }])) views.state.cells.value = "differing";
  else sideBySide.compare(others);
}
