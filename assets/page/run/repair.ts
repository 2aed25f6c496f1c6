/** What a run made of the text that it started from: three canvases, and what became of each token. */

import { wayOf } from "../rules/ways.ts";
import type { Recording } from "./recording.ts";

/** Noised and back again or not; left alone and still there or not. */
export type Fate = "restored" | "wrong" | "kept" | "broken";
/** `noised` is null where nothing was replaced; `now` where the text has ended */
type Cell = { original: number; noised: number | null; now: number | null; fate: Fate };
/** `drawn` of the `positions` of the start were replaced, `share` was asked for */
type Repair = { cells: Cell[]; counts: Record<Fate, number>; share: number; drawn: number; positions: number };

/** @returns of the text and its end, without padding; null for a run that did not start from a text */
export function repairOf({ header, frames }: Recording): Repair | null {
  const start: number[] | undefined = header.spec.start ?? undefined;
  const [length, last] = [header.canvas_length, frames.at(-1)];
  if (start === undefined || last === undefined) return null;
  const share = Number(header.spec.noise ?? 0);
  const firsts = frames.filter(({ step }) => step === 1);
  const ended = start.findIndex((id) => header.eos_ids.includes(id));
  const end = ended === -1 ? start.length : ended + 1;
  const now = written(frames, header);
  const cells: Cell[] = [];
  const counts = { restored: 0, wrong: 0, kept: 0, broken: 0 };
  let [drawn, positions] = [0, 0];
  firsts.forEach(({ input_ids: seen, pinned }, block) => {
    for (let position = 0; position < length && block * length + position < start.length; position += 1) {
      const place = block * length + position;
      const original = start[place];
      const differs = seen[position] !== original && !pinned?.[position];
      positions += 1;
      drawn += Number(differs);
      if (place >= end) continue;
      const written = now[place] ?? null;
      const fate = differs ? (written === original ? "restored" : "wrong") : written === original ? "kept" : "broken";
      counts[fate] += 1;
      cells.push({ original, noised: differs ? seen[position] : null, now: written, fate });
    }
  });
  return { cells, counts, share, drawn, positions };
}

/** @returns what stands at the last step of each block, up to the end of the text */
function written(frames: Recording["frames"], header: Recording["header"]): number[] {
  const ids: number[] = [];
  frames.forEach((frame, at) => {
    if (frames[at + 1]?.block !== frame.block) ids.push(...wayOf(header).standing(frame));
  });
  const end = ids.findIndex((id) => header.eos_ids.includes(id));
  return end === -1 ? ids : ids.slice(0, end + 1);
}
