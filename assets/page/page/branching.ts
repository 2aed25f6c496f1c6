/** Makes branches: runs that go on from a step of the run that is shown, with the settings of the form. */

import { differsAt } from "../run/branching.ts";
import { placeOf } from "../run/lanes.ts";
import { foreignProblem } from "../run/sentences.ts";
import { NO_SPEC } from "../run/spec.ts";
import { sameSteering, steeringOf } from "../run/steering.ts";
import type { Recording } from "../run/recording.ts";
import type { Branch } from "../run/spec-schema.ts";
import type { RunSpec } from "../run/spec.ts";
import type { Steering } from "../run/steering.ts";
import type { MadeRun } from "./address.ts";

const LIVE = "This run is still going on; branch from it when it has ended, or press Stop first.";
const PICTURE =
  "The prompt of this run has a picture, which its trace does not hold; choose that picture again beside the prompt, then branch.";
const END = "The text ends with this step; branch from an earlier one.";

/**
 * @param picture that is chosen beside the prompt; "" for none
 * @returns why nothing can branch from it, wherever; "" if something can
 */
export function problemOf({ live, header }: Recording, picture: string): string {
  if (live) return LIVE;
  if (header.source) return foreignProblem(header.source);
  return header.spec.prompt.image_sha256 && picture === "" ? PICTURE : "";
}

/**
 * @param moment that is shown
 * @param form what holds after the branch
 * @param picture that is chosen beside the prompt; "" for none
 * @returns the run to make, or why there can be none
 */
export function branchOf(recording: Recording, moment: number, form: RunSpec, picture: string): MadeRun | string {
  const { header, frames, moments } = recording;
  const problem = problemOf(recording, picture);
  if (problem !== "") return problem;
  const place = placeOf(recording, moment);
  const { pins = {}, edits = [] } = form;
  const later = edits.filter(
    (edit) => edit.block > place.block || (edit.block === place.block && edit.step > place.step),
  );
  const { settings, seed, sampler_source } = form;
  const steering = steeringOf({ pins, edits: later });
  if (
    moment === moments.length - 1 &&
    frames.at(-1)?.stopReason !== "stopped" &&
    !goesOn(recording, settings, steering)
  )
    return END;
  const { prompt } = header.spec;
  const branch = { parent: header.spec, ...place };
  return { spec: { ...NO_SPEC, prompt, settings, sampler_source, seed, ...steering, branch }, parent: recording.run };
}

/** @returns may a run go on after its last step with them? The server has the last word */
const goesOn = ({ header }: Recording, settings: RunSpec["settings"], steering: Steering): boolean =>
  !sameSteering(steering, { pins: header.spec.pins }) ||
  Object.entries(settings).some(
    ([name, value]) => name in header.spec.settings && header.spec.settings[name] !== value,
  );

/**
 * @param parent as it was recorded
 * @returns whether its parent came out differently when it was computed again; "" if not
 */
export function noticeOf(parent: Recording, branch: Recording): string {
  const differs = branch.header.branch?.differs ?? null;
  const at = differs === null ? differsAt(parent, branch, branch.header.spec.branch as Branch) : differs - 1;
  if (at === null) return "";
  const frame = branch.frames[at];
  return `Computed again here, the run came out differently from step ${frame.step} of part ${frame.block} on than it was recorded; the branch goes on from what was computed.`;
}
