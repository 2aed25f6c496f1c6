/**
 * The memory of one cell, drawn: the words of the step before flow into one note, each as wide as it was probable, and the
 * note goes into the step beside the token that stands there. The widths are the probabilities of the trace.
 */

import { useMemo } from "preact/hooks";
import { shortToken } from "../../panels/panel.ts";
import { candidatesOf, inputOf, memoryOf } from "../../run/one-step.ts";
import { percent } from "../../words/units.ts";
import type { Memory } from "./lesson.ts";
import type { Around } from "./stand.ts";
import type { Frame } from "../../run/recording.ts";

/** So many words have a stream of their own. */
const SHOWN = 5;
/** In pixels: the picture, the lines of words, where the streams begin, where they meet, and how wide they are together. */
const [WIDTH, HEIGHT, LINE, FROM, TO, WIDE] = [340, 176, 23, 128, 212, 60];
const MEET = 38;

export function MemoryOfCell({ block: { row, position }, recording: current }: Around<Memory>) {
  const recording = useMemo(current, []);
  const before = memoryOf(recording, row) as Frame;
  const { id, origin } = inputOf(recording, row, position);
  const candidates = candidatesOf(before, position, recording.header.vocab_size, SHOWN);
  const streams = (candidates?.list ?? []).map(({ id, share }) => ({ name: shortToken(recording, id), share }));
  if (candidates) streams.push({ name: "others", share: candidates.rest.share });
  const stands = `${origin === "kept" ? "kept" : "noise"} “${shortToken(recording, id)}”`;
  const next = `step ${recording.frames[row].step}`;
  const list = streams.map(({ name, share }) => `${name} ${percent(share)}`).join(", ");
  const about = `At step ${before.step} the cell had ${list}. That note and ${stands} go into ${next}.`;
  const middle = MEET + WIDE / 2;
  let top = MEET;
  return (
    <figure class="tdp-memory" role="img" aria-label={about}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <text x={122} y={12} text-anchor="end">{`step ${before.step} gave`}</text>
        {streams.map(({ name, share }, at) => {
          const [y, wide] = [31 + LINE * at, share * WIDE];
          const [half, end] = [(FROM + TO) / 2, top + wide / 2];
          top += wide;
          return (
            <>
              <text x={76} y={y + 4} text-anchor="end">
                {name}
              </text>
              <text x={122} y={y + 4} text-anchor="end">
                {percent(share)}
              </text>
              <path
                class={`tdp-memory-stream${at === streams.length - 1 ? " tdp-memory-others" : ""}`}
                d={`M${FROM} ${y}C${half} ${y} ${half} ${end} ${TO} ${end}`}
                stroke-width={wide}
              />
            </>
          );
        })}
        <rect class="tdp-memory-note" x={TO} y={MEET} width={34} height={WIDE} rx={4} />
        <text x={TO + 17} y={MEET - 7} text-anchor="middle">
          the note
        </text>
        <path d={`M${TO + 34} ${middle}H268M284 ${middle}H300M295 ${middle - 4}L300 ${middle}L295 ${middle + 4}`} />
        <circle cx={276} cy={middle} r={8} />
        <path d={`M272 ${middle}H280M276 ${middle - 4}V${middle + 4}M276 138V${middle + 8}`} />
        <text x={276} y={153} text-anchor="middle">
          {stands}
        </text>
        <text x={304} y={middle + 4}>
          {next}
        </text>
      </svg>
    </figure>
  );
}
