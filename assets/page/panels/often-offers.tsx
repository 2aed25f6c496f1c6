/** "How often?" beside the lanes: the run that is shown with many seeds, or all lanes, where they differ in one setting. */

import { variedBy } from "../run/lanes.ts";
import { Pill } from "../ui/pill.tsx";
import type { OftenActions } from "../player/actions.ts";
import type { Reader } from "../player/panel.ts";
import type { Recording } from "../run/recording.ts";

const SEEDS = [16, 64];

interface Props extends Pick<Reader, "detail"> {
  often: OftenActions;
  /** Of the lanes; none for one run alone. */
  runs: Recording[];
}

export function OftenOffers({ often, runs, detail }: Props) {
  const varied = variedBy(runs);
  const ask = async (seeds: number) => {
    await detail("often");
    (await often.studies()).ask(seeds, varied?.name ?? "", varied?.values.join(", ") ?? "");
  };
  const sentence = varied
    ? "One seed proves little. Run all lanes with many."
    : `One run proves little. See what many of ${runs.length > 1 ? "the first lane" : "them"} do.`;
  return (
    <div class="tdp-often-offer">
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
