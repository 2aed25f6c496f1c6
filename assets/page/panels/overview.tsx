/** The whole run at a glance: a column for each step, a line for each position. Drag in it to move through the run. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { HAND_COLOURS, STATUS_COLOURS } from "../cells/raster.ts";
import { statusName } from "../rules/hand-sentences.ts";
import { handsOf } from "../rules/hand.ts";
import { namesOf } from "../rules/way-words.ts";
import { wayOf } from "../rules/ways.ts";
import { Frame } from "../ui/frame.tsx";
import { Switch } from "../ui/switch.tsx";
import { tokenText } from "../words/glyphs.ts";
import { words } from "../words/terms.ts";
import { entropyIn } from "../words/units.ts";
import { panelOf } from "./component.tsx";
import { Raster } from "./raster.tsx";
import type { Colouring } from "../cells/raster.ts";
import type { Shown } from "./component.tsx";
import type { Cell } from "./raster.tsx";

export const Overview = panelOf((shown) => {
  const { taste, step, chosen, reader } = shown;
  const by = useSignal<Colouring>("entropy");
  /** Under the pointer, until another step is shown. */
  const pointed = useSignal<Cell | null>(null);
  useLayoutEffect(() => void (pointed.value = null), [step, chosen]);
  const look = (cell: Cell | null) => {
    pointed.value = cell;
    reader.point(cell && cell.position);
  };
  const colourings = { entropy: words(taste.terms).uncertainty, status: "status" };
  const tools = (
    <span>
      <Switch name="Colour" options={colourings} chosen={by.value} choose={(value) => (by.value = value)} />
    </span>
  );
  return (
    <Frame name="Overview: position × step" tools={tools}>
      <Raster {...shown} by={by.value} look={look} />
      <Key {...shown} by={by.value} />
      <p class="tdp-readout">{readout(shown, pointed.value ?? { step, position: chosen })}</p>
    </Frame>
  );
});

/** What the colours mean. The scale of entropy is above the canvas of tokens. */
function Key({ recording: { header }, theme, taste, by }: Shown & { by: Colouring }) {
  const hands = handsOf(header.spec);
  const { held, favoured } = HAND_COLOURS[theme];
  const states = by === "status" ? namesOf(wayOf(header), taste.terms) : [];
  const entries = [
    ...states.map((name, code) => [STATUS_COLOURS[theme][code], name]),
    ...(hands.has("held") ? [[held, "pinned by hand"]] : []),
    ...(hands.has("favoured") ? [[favoured, "your own word, favoured"]] : []),
  ];
  return (
    <p class="tdp-raster-key">
      {by === "entropy" && "Colours as in the cells; what is no text is paler. "}
      {entries.map(([colour, name]) => (
        <>
          <i class="tdp-raster-swatch" style={{ background: colour }} />
          {`${name} `}
        </>
      ))}
    </p>
  );
}

function readout({ recording, taste }: Shown, { step, position }: Cell): string {
  const now = recording.frames[step];
  if (now === undefined) return "";
  const { part, uncertainty } = words(taste.terms);
  const where = `${part} ${now.block}, step ${now.step}`;
  if (position === null) return `${where}: drag to move through the run, double-click to choose a position.`;
  const token = tokenText(recording, now.sampled_ids[position]);
  const status = statusName(now, position, wayOf(recording.header), taste.terms);
  return `${where}, position ${position}: “${token}”, ${uncertainty} ${entropyIn(now.entropy[position], taste.unit)}, ${status}`;
}
