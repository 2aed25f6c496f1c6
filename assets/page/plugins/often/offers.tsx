/** "How often?" beside the lanes: the run that is shown with many seeds, or all lanes, where they differ in one setting. */

import { addPluginStyle } from "../../dom/style.ts";
import { filled } from "../../ui/filled.ts";
import { Pill } from "../../ui/pill.tsx";
import { studiesOf } from "./studies.ts";
import { variedBy } from "./varied.ts";
import type { LanesContext } from "../../page/places.ts";

const SEEDS = [16, 64];

export function lanes(place: HTMLElement, context: LanesContext) {
  addPluginStyle("often");
  return filled(place, context, () => <OftenOffers page={context.page} />);
}

function OftenOffers({ page }: Pick<LanesContext, "page">) {
  const runs = page.lanes.shown().map(({ recording }) => recording);
  const varied = variedBy(runs);
  const ask = async (seeds: number) => {
    await page.player.views.reveal("part-often");
    studiesOf(page).ask(seeds, varied?.name ?? "", varied?.values.join(", ") ?? "");
  };
  const sentence = varied
    ? "One seed proves little. Run all lanes with many."
    : `One run proves little. See what many of ${runs.length > 1 ? "the first lane" : "them"} do.`;
  return (
    <div class="tdp-often-offer tdp-makes">
      <h3>How often?</h3>
      <p class="tdp-hint">{sentence}</p>
      <div class="tdp-lane-offers">
        {SEEDS.map((seeds) => (
          <Pill hint="How often is the text right, and how many passes does it take?" onClick={() => ask(seeds)}>
            {`${seeds} seeds${varied ? " each" : ""}`}
          </Pill>
        ))}
      </div>
    </div>
  );
}
