/** The race's own panel in Compare: how to begin one, how far each lane is, and what is known of the three ways. */

import { useEffect, useRef } from "preact/hooks";
import { Frame } from "../../ui/frame.tsx";
import { Pill } from "../../ui/pill.tsx";
import { RaceFigures } from "./figures.tsx";
import { RaceScore } from "./score.tsx";
import { RACERS } from "./sentences.ts";
import type { RaceContext } from "../../page/places.ts";
import type { Race } from "./race.tsx";

export function RaceView({ race, page: { say, parts } }: { race: Race; page: RaceContext["page"] }) {
  const offers = useRef<HTMLDivElement>(null);
  useEffect(() => {
    parts.fill(offers.current as HTMLElement, "compare", { race: (prompt) => race.beginOn(prompt) }).catch(say);
  }, []);
  const { value: lanes } = race.lanes;
  const racing = lanes.length > 0;
  return (
    <Frame name="Race">
      <p class="tdp-hint">One prompt, one seed, one set of weights, written in three ways.</p>
      <div class="tdp-lane-offers" ref={offers}>
        {race.recordedRun(RACERS[0]) && (
          <button
            type="button"
            class="tdp-pill tdp-race-first"
            title="A 9×9 Sudoku with 30 clues, which one of the three ways solves, as it was recorded"
            data-race="recorded"
            onClick={() => race.playRecorded().catch(say)}
          >
            ▶ watch the 9×9 race, as recorded
          </button>
        )}
        <Pill
          hint="Write this prompt with the same seed and weights as uniform diffusion, as masked diffusion, and token after token"
          data-race="race"
          onClick={() => race.begin().catch(say)}
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
  );
}
