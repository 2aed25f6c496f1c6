/** The columns that a person's hand fills; `playground/engine/steered.py` has the same rules. */

import { held, inBlock } from "./held-tokens.ts";
import type { Frame, Run } from "./run.ts";

/**
 * @param lead as in the table of columns; -1 where no token is favoured
 * @returns what a hand does at each position of a step; nothing for a run that has none of it
 */
export function steered(run: Run, lead: Float32Array | undefined): Record<string, Uint8Array | Float32Array> {
  const { manifest, spec, edited } = run;
  const { canvas_length: length } = manifest;
  const wanted = steers(run);
  const figures: Record<string, Uint8Array | Float32Array> = {};
  const favours = wanted.lead && lead !== undefined;
  if (favours) figures.lead = lead;
  if (wanted.pinned) {
    const margin = Number(spec.settings.favour_margin);
    const pins = inBlock(held(spec, manifest), run.block, length);
    const stands = (at: number) => favours && lead[at] >= 0 && lead[at] <= margin;
    figures.pinned = Uint8Array.from(pins, (token, at) => Number(token >= 0 || stands(at)));
  }
  if (wanted.edited) figures.edited = Uint8Array.from({ length }, (_, at) => Number(edited.has(at)));
  return figures;
}

/** A frame of a run that another one has branched off from, with the figures that its steps have. */
export function withSteered(frame: Frame, run: Run) {
  const wanted = steers(run);
  for (const name of ["lead", "pinned", "edited"] as const)
    if (wanted[name] && frame[name] === undefined)
      frame[name] = new (name === "lead" ? Float32Array : Uint8Array)(frame.accepted.length);
  return frame;
}

/** Which of the columns the steps of a run have, by its chain of specs. */
function steers({ goal }: Run) {
  const { chain } = goal;
  const favours = chain[0].keep === "favoured";
  return {
    lead: favours,
    pinned: favours || chain[0].keep === "held" || chain.some(({ pins }) => pins.length > 0),
    edited: chain.some(({ edits }) => edits.length > 0),
  };
}
