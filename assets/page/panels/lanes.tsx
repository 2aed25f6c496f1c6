/** Runs side by side: what is the same for all, their figures, and what can be added. */

import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { onceSeen } from "../dom/elements.ts";
import { NO_LANE_LEFT } from "../run/lane-sentences.ts";
import { MOST_LANES } from "../run/lanes.ts";
import { Added } from "../ui/added.tsx";
import { Frame } from "../ui/frame.tsx";
import { panelOf } from "./component.tsx";
import { laneFigures } from "./figures.ts";
import { LaneTable } from "./lane-table.tsx";
import { TakeAlong } from "./take-along.tsx";
import type { Adding } from "../player/actions.ts";
import type { Reader } from "../player/panel.ts";
import type { Header, Recording } from "../run/recording.ts";
import type { Unit } from "../words/units.ts";

const COUNTS = ["One run", "One run", "Two lanes", "Three lanes", "Four lanes"];
const HINT =
  "Add a lane: the same run with one thing changed, and both play under one clock. Or open the menu of runs, and choose Compare there.";

/** It follows the runs, and not the step. */
export const Lanes = panelOf(({ taste: { unit }, version, reader: { lanes } }) =>
  useMemo(() => <Compared {...{ lanes, unit, version }} />, [version]),
);

function Compared({ lanes, unit, version }: { lanes: Reader["lanes"]; unit: Unit; version: number }) {
  const shown = lanes?.shown() ?? [];
  const guest = (shown.length > 0 && lanes?.guest?.()) || null;
  const count = shown.length + (guest ? 1 : 0);
  const adding = lanes?.adding;
  const { place, race, LaneOffers, MoreOffers } = useAdding(adding);
  const figures = () => ({ title: "lanes", columns: laneFigures(shown, guest) });
  return (
    <Frame name={COUNTS[count]}>
      <p class="tdp-hint">{shown.length === 0 ? HINT : sameSentence(shown, guest?.about)}</p>
      <div class="tdp-lane-adding" ref={place}>
        {adding && LaneOffers && <LaneOffers adding={adding} full={count === MOST_LANES ? NO_LANE_LEFT : ""} />}
      </div>
      <div class="tdp-lane-room" ref={race} />
      {shown.length > 0 && <LaneTable {...{ shown, guest, unit }} />}
      {shown.length > 0 && <TakeAlong name="each lane" figures={figures} />}
      {adding && MoreOffers && <MoreOffers adding={adding} several={count > 0} />}
      {adding && <Added fill={adding.more} changes={[version]} />}
    </Frame>
  );
}

/** @returns where what can be added stands and where a race does, and what makes the offers, once they are seen */
function useAdding(adding: Adding | undefined) {
  const [place, race] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const offers = useSignal<typeof import("./lane-offers.tsx") | null>(null);
  useEffect(() => {
    if (adding === undefined) return;
    adding.race(race.current as HTMLElement);
    onceSeen(place.current as HTMLElement, async () => (offers.value = await import("./lane-offers.tsx")));
  }, []);
  return { place, race, ...offers.value };
}

/** @param guest what is to be said of who stands beside them */
function sameSentence(lanes: { recording: Recording }[], guest?: string): string {
  if (guest) return lanes.length > 1 ? `${sameSentence(lanes)} ${guest}` : guest;
  const headers = lanes.map(({ recording }) => recording.header);
  if (headers.some(({ source }) => source))
    return "Some of it comes from another program, which tells neither its prompt nor its settings.";
  const same = (of: (header: Header) => unknown) => new Set(headers.map(of)).size === 1;
  const shared = [
    same(({ spec }) => spec.prompt.text) && "prompt",
    same(({ spec }) => spec.seed) && "seed",
    same(({ spec }) => `${spec.model} ${spec.revision}`) && "model",
  ].filter(Boolean);
  return shared.length === 0
    ? "Nothing is the same."
    : `The same ${shared.join(", ").replace(/, ([^,]+)$/, " and $1")}.`;
}
