/** One thing to try live: a setting of the lesson's run, which the reader changes and runs. */

import { button, element, setText } from "../dom/elements.js";
import { KnobRow } from "../page/knob-row.js";
import { digits } from "../words/units.js";
import { nodesOf } from "./text.js";

/** @typedef {import("../run/recording.js").Recording} Recording */

const NO_MODEL = "This page holds recorded runs and no model. To run it, open this lesson in the playground.";

/**
 * @param {import("./lesson.js").Try} block
 * @param {object} stand
 * @param {import("../player/player.js").Player} stand.player
 * @param {import("../page/address.js").Knob[]} stand.knobs
 * @param {() => Recording} stand.recording the run of the lesson
 * @param {import("./text.js").Name} stand.name
 * @param {import("./learn.js").Surroundings["make"]} stand.make runs the same prompt with other settings
 * @param {AbortSignal} stand.signal ends its listeners
 * @returns {HTMLElement}
 */
export function trialOf({ knob, value, say }, { player, knobs, recording, name, make, signal }) {
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

/** @param {string} who @param {Recording} recording */
export function figures(who, { frames, verdict, textTokens }) {
  const judged = verdict ? `; ${verdict.sentence}` : "";
  return `${who}: ${frames.length} passes, ${digits(textTokens / frames.length, 3)} tokens a pass${judged}.`;
}
