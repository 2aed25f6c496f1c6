/** One thing to try live: a setting of the lesson's run, which the reader changes and runs. */

import { button, element, setText } from "../../dom/elements.ts";
import { KnobRow } from "../../page/knob-row.ts";
import { passesOf } from "../../run/recording.ts";
import { digits } from "../../words/units.ts";
import { nodesOf } from "./text.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Player } from "../../player/player.ts";
import type { Knob } from "../../rules/knobs.ts";
import type { Try } from "./lesson.ts";
import type { Recording } from "../../run/recording.ts";
import type { Name } from "./text.ts";

const NO_MODEL = "This page holds recorded runs and no model. To run it, open this lesson in the playground.";

export function trialOf(
  { knob, value, say }: Try,
  {
    player,
    knobs,
    recording,
    name,
    make,
    signal,
  }: {
    player: Player;
    knobs: Knob[];
    recording: () => Recording;
    name: Name;
    make: Surroundings["make"];
    signal: AbortSignal;
  },
): HTMLElement {
  const entry = knobs.find((known) => known.name === knob);
  const sentence = element("p", ...nodesOf(say, name));
  if (make === null) return element("section.tdp-trial", sentence, element("p.tdp-told", NO_MODEL));
  if (entry === undefined) return element("section.tdp-trial", sentence);
  const row = new KnobRow(entry, () => {});
  row.value = value;
  const run = button("Run it", "Make this run now, with the model of this page");
  run.classList.add("tdp-choice");
  const compared = element("p.tdp-told", { role: "status" });
  let made = false;
  run.onclick = () => {
    if (row.problem !== "") return row.complain(row.problem);
    made = true;
    make(recording(), { [knob]: row.value });
  };
  player.addEventListener(
    "paint",
    () => {
      const shown = player.recording;
      if (!made || shown === null || shown === recording() || shown.live || shown.frames.length === 0) return;
      setText(compared, `${figures("The lesson’s run", recording())} ${figures("Yours", shown)}`);
    },
    { signal },
  );
  return element(
    "section.tdp-trial",
    { "aria-label": "Try it" },
    sentence,
    row.root,
    element("div.tdp-choices", run),
    compared,
  );
}

export function figures(who: string, { frames, verdict, textTokens }: Recording) {
  const judged = verdict ? `; ${verdict.sentence}` : "";
  const passes = passesOf(frames);
  return `${who}: ${passes} passes, ${digits(textTokens / passes, 3)} tokens a pass${judged}.`;
}
