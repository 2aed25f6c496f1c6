/** The race's own panel in Compare: how to begin one, how far each lane is, and what is known of the three ways. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import { addPluginStyle } from "../../dom/style.ts";
import { filled } from "../../ui/filled.ts";
import { Frame } from "../../ui/frame.tsx";
import { Pill } from "../../ui/pill.tsx";
import { RaceFigures } from "./figures.tsx";
import { Race } from "./race.ts";
import { RaceScore } from "./score.tsx";
import type { RaceContext } from "../../page/places.ts";

/** It waits for its styles. */
export const race = (place: HTMLElement, context: RaceContext) =>
  filled(place, context, () => <RaceView page={context.page} />, addPluginStyle("race"));

function RaceView({ page }: Pick<RaceContext, "page">) {
  const { say, parts } = page;
  const race = useMemo(() => new Race(page), []);
  const offers = useRef<HTMLDivElement>(null);
  useEffect(() => {
    parts.fill(offers.current as HTMLElement, "compare", { race: (prompt) => race.start.beginOn(prompt) }).catch(say);
    return () => race.leave();
  }, []);
  const { value: lanes } = race.lanes;
  const racing = lanes.length > 0;
  return (
    <section class="tdp-race tdp-panel">
      <Frame name="Race">
        <p class="tdp-hint">One prompt, one seed, one set of weights, written in three ways.</p>
        <div class="tdp-lane-offers" ref={offers}>
          {race.start.recorded && (
            <Pill
              class="tdp-pill tdp-race-first"
              hint="A 9×9 Sudoku with 30 clues, which one of the three ways solves, as it was recorded"
              data-race="recorded"
              onClick={() => race.start.playRecorded().catch(say)}
            >
              ▶ watch the 9×9 race, as recorded
            </Pill>
          )}
          <Pill
            hint="Write this prompt with the same seed and weights as uniform diffusion, as masked diffusion, and token after token"
            data-race="race"
            onClick={() => race.start.begin().catch(say)}
          >
            race this prompt
          </Pill>
        </div>
        {racing && <RaceScore lanes={lanes} places={race.places} />}
        <p class="tdp-race-run" role="status" hidden={!racing}>
          {racing && race.proof()}
        </p>
        {race.card.value && <RaceFigures card={race.card.value} />}
      </Frame>
    </section>
  );
}
