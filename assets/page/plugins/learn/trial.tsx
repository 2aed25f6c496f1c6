/** One thing to try live: a setting of the lesson's run, which the reader changes and runs. */

import { useMemo, useRef } from "preact/hooks";
import { KnobRow } from "../../page/knob-row.tsx";
import { Knobs } from "../../page/knobs.ts";
import { passesOf } from "../../run/recording.ts";
import { digits } from "../../words/units.ts";
import { Choice } from "./choice.tsx";
import { usePlayer } from "./use-player.ts";
import { wordsOf } from "./words.tsx";
import type { Knob } from "../../rules/knobs.ts";
import type { Recording } from "../../run/recording.ts";
import type { Try } from "./lesson.ts";
import type { Around, Stand } from "./stand.ts";

const NO_MODEL = "This page holds recorded runs and no model. To run it, open this lesson in the playground.";

export function Trial({ block, ...stand }: Around<Try>) {
  const { knobs, make } = stand;
  const knob = knobs.find(({ name }) => name === block.knob);
  return (
    <section class="tdp-trial" aria-label="Try it">
      <p>{wordsOf(block.say)}</p>
      {make === null && <p class="tdp-told">{NO_MODEL}</p>}
      {make && knob && <Setting {...stand} knob={knob} usual={block.value} make={make} />}
    </section>
  );
}

interface SettingProps extends Pick<Stand, "player" | "recording"> {
  knob: Knob;
  /** What it is before the reader changes it. */
  usual: Try["value"];
  make: NonNullable<Stand["make"]>;
}

function Setting({ player, recording, knob, usual, make }: SettingProps) {
  const knobs = useMemo(() => new Knobs([{ ...knob, value: usual }], 0), []);
  const made = useRef(false);
  const comparison = useRef("");
  const compared = usePlayer(player, "paint", () => {
    const shown = player.recording;
    if (made.current && shown && shown !== recording() && !shown.live && shown.frames.length > 0)
      comparison.current = `${figures("The lesson’s run", recording())} ${figures("Yours", shown)}`;
    return comparison.current;
  });
  const run = () => {
    if (knobs.problemOf(knob) !== "") return;
    made.current = true;
    make(recording(), knobs.values);
  };
  return (
    <>
      <KnobRow {...{ knobs, knob }} />
      <div class="tdp-choices">
        <Choice face="Run it" title="Make this run now, with the model of this page" onClick={run} />
      </div>
      <p class="tdp-told" role="status">
        {compared}
      </p>
    </>
  );
}

export function figures(who: string, { frames, verdict, textTokens }: Recording) {
  const judged = verdict ? `; ${verdict.sentence}` : "";
  const passes = passesOf(frames);
  return `${who}: ${passes} passes, ${digits(textTokens / passes, 3)} tokens a pass${judged}.`;
}
