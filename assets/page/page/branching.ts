/** Branches: runs that go on from a step of the run that is shown, with the settings of the form and what else changes. */

import { differsAt } from "../run/branching.ts";
import { placeOf } from "../run/lanes.ts";
import { foreignProblem } from "../run/sentences.ts";
import { NO_SPEC } from "../run/spec.ts";
import { sameSteering, steeringOf, withEdit, withPins } from "../run/steering.ts";
import { settingName } from "../words/settings.ts";
import type { Recording } from "../run/recording.ts";
import type { Branch } from "../run/spec-schema.ts";
import type { RunSpec } from "../run/spec.ts";
import type { Steering } from "../run/steering.ts";
import type { MadeRun } from "./address.ts";
import type { Knobs } from "./knobs.ts";

/** What is branched from, the position that is chosen there, and what the form holds, with the picture beside its prompt. */
export interface Origin {
  recording: Recording;
  moment: number;
  chosen: number | null;
  form: RunSpec;
  picture: string;
}

/** For the chosen position: a text, and its tokens, null while there are none, or they are not known yet. */
export interface Word {
  text: string;
  ids: number[] | null;
  /** Does it stay there, or may the sampler take it back? */
  held: boolean;
}

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

/** @returns what is to hold from the step on */
export function specOf(origin: Origin, { seed: { value: seed }, values }: Knobs, word: Word): RunSpec {
  const { form } = origin;
  return { ...form, seed, settings: { ...form.settings, ...values }, ...withWord(origin, word) };
}

/** @returns with the word in its cell */
function withWord({ recording, moment, chosen, form }: Origin, { ids, held }: Word): Steering {
  if (ids === null || chosen === null) return {};
  const { block, step } = placeOf(recording, moment);
  const first = chosen + (held ? recording.header.canvas_length * (block - 1) : 0);
  const cells = Object.fromEntries(ids.map((id, beside) => [first + beside, id]));
  return held ? withPins(form, cells) : withEdit(form, { block, step: step + 1, cells });
}

/** @param knobs that are offered @returns what differs from the run that is branched from, such as `seed 4` */
export function changesOf({ recording, form, chosen }: Origin, knobs: Knobs, { text, ids, held }: Word): string[] {
  const { spec } = recording.header;
  const {
    seed: { value: seed },
    values,
    table,
  } = knobs;
  const counts = (name: string) => {
    const knob = table.find((knob) => knob.name === name);
    return knob ? knobs.has(knob) : name in spec.settings;
  };
  const named = Object.entries({ ...form.settings, ...values })
    .filter(([name, value]) => counts(name) && spec.settings[name] !== value)
    .map(([name, value]) => settingName(name, value));
  return [
    ...(seed === spec.seed ? [] : [`seed ${seed}`]),
    ...named,
    ...(ids ? [`“${text.trim()}” ${held ? "held" : "put in once"} at position ${chosen}`] : []),
    ...(sameSteering({ pins: form.pins }, { pins: spec.pins }) ? [] : ["what you hold by hand"]),
  ];
}

type Left = Pick<Origin, "recording" | "moment" | "picture">;

/** @param wanted what holds after the branch @returns the run to make, or why there can be none */
export function branchOf({ recording, moment, picture }: Left, wanted: RunSpec): MadeRun | string {
  const { header, frames, moments } = recording;
  const problem = problemOf(recording, picture);
  if (problem !== "") return problem;
  const place = placeOf(recording, moment);
  const { pins = {}, edits = [], settings, seed, sampler_source } = wanted;
  const later = edits.filter(
    (edit) => edit.block > place.block || (edit.block === place.block && edit.step > place.step),
  );
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
