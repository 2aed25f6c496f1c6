/** Makes branches: runs that go on from a step of the run that is shown, with the settings of the form. */

import { differsAt, specOf } from "../run/branching.js";
import { placeOf } from "../run/lanes.js";
import { readSteering, steeringOf } from "./steering.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("./address.js").OwnRun} OwnRun */
/** @typedef {import("../run/branching.js").Place} Place */

const LIVE = "This run is still going on; branch from it when it has ended, or press Stop first.";
const PICTURE =
  "The prompt of this run has a picture, which its trace does not hold; choose that picture again beside the prompt, then branch.";
const END = "The text ends with this step; branch from an earlier one.";

/**
 * @param {Recording} recording
 * @param {string} picture that is chosen beside the prompt; "" for none
 * @returns {string} why nothing can branch from it, wherever; "" if something can
 */
export function problemOf({ live, header }, picture) {
  if (live) return LIVE;
  return header.image_sha256 && picture === "" ? PICTURE : "";
}

/**
 * @param {Recording} recording
 * @param {number} moment that is shown
 * @param {Pick<OwnRun, "seed" | "settings" | "steering"> & { source?: string }} form what holds after the branch
 * @param {string} picture that is chosen beside the prompt; "" for none
 * @returns {OwnRun | string} the run to make, or why there can be none
 */
export function branchOf(recording, moment, { seed, settings, steering = "", source = "" }, picture) {
  const { header, frames, moments } = recording;
  const problem = problemOf(recording, picture);
  if (problem !== "") return problem;
  const place = placeOf(recording, moment);
  const { pins = {}, edits = [] } = readSteering(steering) ?? {};
  const later = edits.filter(
    (edit) => edit.block > place.block || (edit.block === place.block && edit.step > place.step),
  );
  const steered = steeringOf({ pins, edits: later });
  if (moment === moments.length - 1 && frames.at(-1)?.stopReason !== "stopped" && !goesOn(recording, settings, steered))
    return END;
  const { prompt, system = "", thinking = false } = header;
  return {
    kind: "own",
    prompt,
    system,
    thinking,
    seed,
    settings,
    steering: steered,
    model: "",
    revision: "",
    source,
    branch: { run: recording.made || recording.run, parent: specOf(header), ...place },
  };
}

/**
 * @param {Recording} recording
 * @param {OwnRun["settings"]} settings
 * @param {string} steering
 * @returns {boolean} may a run go on after its last step with them? The server has the last word
 */
const goesOn = ({ header }, settings, steering) =>
  steering !== steeringOf({ pins: /** @type {any} */ (header.spec)?.pins }) ||
  Object.entries(settings).some(([name, value]) => name in header.settings && header.settings[name] !== value);

/**
 * @param {Recording} parent as it was recorded
 * @param {Recording} branch
 * @returns {string} whether its parent came out differently when it was computed again; "" if not
 */
export function noticeOf(parent, branch) {
  const differs = branch.header.branch?.differs ?? null;
  const at = differs === null ? differsAt(parent, branch, branch.header.spec?.branch) : differs - 1;
  if (at === null) return "";
  const frame = branch.frames[at];
  return `Computed again here, the run came out differently from step ${frame.step} of part ${frame.block} on than it was recorded; the branch goes on from what was computed.`;
}
