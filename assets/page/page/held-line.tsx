/** The line under the prompt: what the next run holds, changes or starts from; pressing a part takes it away. */

import { stretchesOf, withPins } from "../run/steering.ts";
import { counted } from "../words/units.ts";
import type { Steering } from "../run/steering.ts";

/** More stretches of pins than these are counted instead of listed, and more characters of one left out. */
const [LISTED, SHOWN] = [6, 24];

interface Props {
  steering: Steering;
  /** Of a token, in running text. */
  textOf: (id: number) => string;
  /** Of a processor of logits. */
  titleOf: (name: string) => string;
  steer: (steering: Steering) => void;
}

export function HeldLine({ steering, textOf, titleOf, steer }: Props) {
  const { pins = {}, edits = [], processors = {}, start, noise, keep } = steering;
  const held = stretchesOf(pins);
  const chip = (face: string, hint: string, without: Steering) => (
    <button type="button" title={hint} onClick={() => steer(without)}>
      {face} ×
    </button>
  );
  return (
    <>
      {held.length > 0 && <span>Held:</span>}
      {held.slice(0, LISTED).map((pins) => {
        const [first, last] = [pins[0][0], pins[pins.length - 1][0]];
        const where = first === last ? `${first}` : `${first}–${last}`;
        const whole = pins.map(([, id]) => textOf(id)).join("");
        const letters = [...(whole.trim() || "␣")];
        const text = `${letters.slice(0, SHOWN).join("")}${letters.length > SHOWN ? "…" : ""}`;
        const free = Object.fromEntries(pins.map(([place]) => [place, null]));
        return chip(`${where} “${text}”`, `Let go of place ${where}`, withPins(steering, free));
      })}
      {held.length > LISTED &&
        chip(`and ${held.length - LISTED} more`, "Let go of all pins", { ...steering, pins: undefined })}
      {start &&
        chip(
          `starts from a text of yours${keep ? `, ${keep}` : ""}${noise ? `, ${Math.round(100 * noise)} % noise` : ""}`,
          "Start from noise",
          { pins: steering.pins, edits: steering.edits },
        )}
      {edits.map((edit) =>
        chip(
          `${counted(Object.keys(edit.cells).length, "cell")} changed before step ${edit.step}`,
          "Leave these cells alone",
          { ...steering, edits: edits.filter((each) => each !== edit) },
        ),
      )}
      {Object.keys(processors).map((name) => {
        const { [name]: _, ...rest } = processors;
        return chip(titleOf(name), "Go on without it", { ...steering, processors: rest });
      })}
    </>
  );
}
