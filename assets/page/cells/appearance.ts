/** What each cell shows: a token, and how it looks. A step has two halves: what is drawn, and then what is kept of it. */

import { canvasOf } from "../run/recording.ts";
import { LOCKED, NEWLY_LOCKED, RELAPSED } from "../run/status.ts";
import type { Layer, Moment, Recording } from "../run/recording.ts";

/** Of a step; both at once while it stands still. `bare`: what was drawn, without marks of the step before. */
export type Half = "bare" | "drawn" | "kept" | "whole";

/** How a cell looks. Noise has not been measured; a drawn token shows how unsure the model is; a reopened one may be noise already. */
export const [NOISE, DRAWN, KEPT, JUST_KEPT, REOPENED, REOPENED_NOISE] = [0, 1, 2, 3, 4, 5];

/** A cell that is the same in every run, where only those that differ are coloured. */
export const ALIKE = 6;

/** By position. */
export type Appearance = { ids: Int32Array; looks: Uint8Array };

/** @param half only the sampled layer has halves */
export function appearanceAt(
  recording: Recording,
  { step, noise }: Moment,
  layer: Layer,
  half: Half = "whole",
): Appearance {
  const frame = recording.frames[step];
  const before = recording.frames[step - 1];
  const keptBefore = before?.block === frame.block ? before.accepted : null;
  const looks = new Uint8Array(frame.status.length);
  if (noise) return { ids: frame.input_ids, looks };
  if (recording.bare) return { ids: frame.argmax_ids, looks };
  if (recording.header.source) layer = "argmax"; // the only canvas that is told
  if (layer === "sampled" && half === "bare") return { ids: canvasOf(frame, layer), looks: looks.fill(DRAWN) };
  if (layer === "input" || (layer === "sampled" && half === "drawn")) {
    const rest = layer === "input" ? NOISE : DRAWN;
    return { ids: canvasOf(frame, layer), looks: looks.map((_, position) => (keptBefore?.[position] ? KEPT : rest)) };
  }
  const decided = looks.map((_, position) => lookOf(frame.status[position]));
  const after = layer === "sampled" && half === "kept" ? recording.frames[step + 1] : undefined;
  if (after?.block !== frame.block) return { ids: canvasOf(frame, layer), looks: decided };
  return {
    ids: frame.sampled_ids.map((id, position) => (frame.accepted[position] ? id : after.input_ids[position])),
    looks: decided.map((look) => (look === DRAWN ? NOISE : look === REOPENED ? REOPENED_NOISE : look)),
  };
}

function lookOf(status: number) {
  if (status === LOCKED) return KEPT;
  if (status === NEWLY_LOCKED) return JUST_KEPT;
  return status === RELAPSED ? REOPENED : DRAWN;
}
