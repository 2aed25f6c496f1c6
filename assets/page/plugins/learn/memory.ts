/**
 * The memory of one cell, drawn: the words of the step before flow into one note, each as wide as it was probable, and the
 * note goes into the step beside the token that stands there. The widths are the probabilities of the trace.
 */

import { element, shape } from "../../dom/elements.ts";
import { shortToken } from "../../panels/panel.ts";
import { candidatesOf, inputOf, memoryOf } from "../../run/one-step.ts";
import { percent } from "../../words/units.ts";
import type { Memory } from "./lesson.ts";
import type { Frame, Recording } from "../../run/recording.ts";

/** So many words have a stream of their own. */
const SHOWN = 5;
/** In pixels: the picture, the lines of words, where the streams begin, where they meet, and how wide they are together. */
const [WIDTH, HEIGHT, LINE, FROM, TO, WIDE] = [340, 176, 23, 128, 212, 60];
const MEET = 38;

export function memoryOfCell({ row, position }: Memory, recording: Recording): HTMLElement {
  const before = memoryOf(recording, row) as Frame;
  const { id, origin } = inputOf(recording, row, position);
  const candidates = candidatesOf(before, position, recording.header.vocab_size, SHOWN);
  const streams = (candidates?.list ?? []).map((one) => ({ name: shortToken(recording, one.id), share: one.share }));
  if (candidates) streams.push({ name: "others", share: candidates.rest.share });
  const token = shortToken(recording, id);
  const stands = `${origin === "kept" ? "kept" : "noise"} “${token}”`;
  const next = `step ${recording.frames[row].step}`;

  let top = MEET;
  const drawn = streams.flatMap(({ name, share }, at) => {
    const [y, wide] = [31 + LINE * at, share * WIDE];
    const end = top + wide / 2;
    top += wide;
    return [
      shape("text", { x: 76, y: y + 4, "text-anchor": "end" }, name),
      shape("text", { x: 122, y: y + 4, "text-anchor": "end" }, percent(share)),
      shape("path", {
        class: at === streams.length - 1 ? "tdp-memory-stream tdp-memory-others" : "tdp-memory-stream",
        d: `M${FROM} ${y}C${(FROM + TO) / 2} ${y} ${(FROM + TO) / 2} ${end} ${TO} ${end}`,
        "stroke-width": wide,
      }),
    ];
  });
  const middle = MEET + WIDE / 2;
  const picture = shape(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    shape("text", { x: 122, y: 12, "text-anchor": "end" }, `step ${before.step} gave`),
    ...drawn,
    shape("rect", { class: "tdp-memory-note", x: TO, y: MEET, width: 34, height: WIDE, rx: 4 }),
    shape("text", { x: TO + 17, y: MEET - 7, "text-anchor": "middle" }, "the note"),
    shape("path", {
      d: `M${TO + 34} ${middle}H268M284 ${middle}H300M295 ${middle - 4}L300 ${middle}L295 ${middle + 4}`,
    }),
    shape("circle", { cx: 276, cy: middle, r: 8 }),
    shape("path", { d: `M272 ${middle}H280M276 ${middle - 4}V${middle + 4}M276 138V${middle + 8}` }),
    shape("text", { x: 276, y: 153, "text-anchor": "middle" }, stands),
    shape("text", { x: 304, y: middle + 4 }, next),
  );
  const list = streams.map(({ name, share }) => `${name} ${percent(share)}`).join(", ");
  return element(
    "figure.tdp-memory",
    {
      role: "img",
      "aria-label": `At step ${before.step} the cell had ${list}. That note and ${stands} go into ${next}.`,
    },
    picture,
  );
}
