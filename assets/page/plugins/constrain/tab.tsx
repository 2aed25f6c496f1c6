/** The tab: which cells of the text that is shown were decided by its rule. */

import { addPluginStyle } from "../../dom/style.ts";
import { filled } from "../../ui/filled.ts";
import { decidedCells, movedSentence } from "./moved.ts";
import type { TrayContext } from "../../page/places.ts";

/** The most cells that are listed. */
const LISTED = 40;

export const tray = (place: HTMLElement, context: TrayContext) =>
  filled(place, context, () => <Decided {...context} />, addPluginStyle("constrain"));

function Decided({ recording, step }: TrayContext) {
  const frame = recording.frames[step];
  const texts = Array.from(frame?.argmax_ids ?? [], (id: number) => recording.tokens.get(id) ?? "");
  return (
    <>
      <p>{movedSentence(frame?.moved, step)}</p>
      <ul class="tdp-constrain-cells">
        {decidedCells(frame?.moved ?? [], texts)
          .slice(0, LISTED)
          .map(({ position, text, nats }) => (
            <li>{`${position}: “${text}”, ${nats.toFixed(2)} nats`}</li>
          ))}
      </ul>
    </>
  );
}
