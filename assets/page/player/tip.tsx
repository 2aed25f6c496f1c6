/** The short form of a position beside its cell: the whole token, what became of it, and how sure the model was. */

import { signal } from "@preact/signals";
import { statusName } from "../rules/hand-sentences.ts";
import { wayOf } from "../rules/ways.ts";
import { canvasOf } from "../run/recording.ts";
import { tokenText } from "../words/glyphs.ts";
import { words } from "../words/terms.ts";
import { entropyIn, temperatureText } from "../words/units.ts";
import type { Box, Layout } from "../cells/layout.ts";
import type { Moment, Recording } from "../run/recording.ts";
import type { Taste } from "./panel.ts";

/** The most room that it may need, in pixels. Asking the browser for the real size would cost a layout at each picture. */
const [WIDTH, HEIGHT] = [300, 54];

export class CellTip {
  token = signal("");
  line = signal("");
  hidden = signal(true);
  style = signal("");
  pointed: number | null = null;
  /** What was painted last. */
  painted: Parameters<CellTip["paint"]> | null = null;

  /** @param view its stage would cut it off, so that it stands around that */
  constructor(public view: { stage: HTMLElement }) {}

  /** @param position under the pointer */
  point(position: number | null) {
    if (position === this.pointed) return;
    this.pointed = position;
    if (this.painted) this.paint(...this.painted);
  }

  /** @param keyed was it chosen by the keyboard? Then it has the short form too. */
  paint(layout: Layout, recording: Recording, moment: Moment, taste: Taste, chosen: number | null, keyed: boolean) {
    this.painted = [layout, recording, moment, taste, chosen, keyed];
    const position = this.pointed ?? (keyed ? chosen : null);
    const frame = recording.frames[moment.step];
    const box = position === null ? undefined : layout.boxes[position];
    this.hidden.value = box === undefined || frame === undefined;
    if (box === undefined || frame === undefined || position === null) return;
    const id = canvasOf(frame, moment.noise ? "input" : recording.header.source ? "argmax" : taste.layer)[position];
    const empty = recording.emptiness(id);
    this.token.value = tokenText(recording, id);
    const nothing = recording.header.source ? "how it began is not recorded" : "noise: nothing is measured yet";
    const line = moment.noise && !recording.bare ? nothing : shortForm(recording, moment.step, position, taste);
    this.line.value = empty === "" ? line : `${words(taste.terms)[empty]} · ${line}`;
    this.#place(box, chosen === null ? undefined : layout.boxes[chosen]);
  }

  /**
   * Above the cell; below it where it would lie on the chosen one, or leave the player.
   *
   * @param margin of the chosen cell, which stays in sight
   */
  #place(box: Box, margin?: Box) {
    const { stage } = this.view;
    const right = box.x + box.width / 2 > stage.clientWidth / 2;
    const from = right ? box.x + box.width - WIDTH : box.x;
    const above = box.y - HEIGHT;
    const meets =
      margin !== undefined &&
      margin !== box &&
      margin.x < from + WIDTH &&
      from < margin.x + margin.width &&
      margin.y < box.y &&
      above < margin.y + margin.height;
    const upper = stage.offsetTop - stage.scrollTop;
    const below = meets || upper + above - 6 < 0;
    const top = upper + (below ? box.y + box.height + 6 : box.y - 6);
    const left = stage.offsetLeft + (right ? box.x + box.width : box.x);
    this.style.value = `transform: translate(${left}px, ${top}px) translate(${right ? "-100%" : "0"}, ${below ? "0" : "-100%"})`;
  }
}

export const Tip = ({ tip }: { tip: CellTip }) => (
  <div class="tdp-tip" aria-hidden="true" hidden={tip.hidden} style={tip.style}>
    <b class="tdp-token">{tip.token}</b>
    <span>{tip.line}</span>
  </div>
);

/** @returns such as `reopened · 0.44 nats at temperature 0.7` */
function shortForm({ frames, header, bare }: Recording, step: number, position: number, taste: Taste): string {
  const { unit, terms, newcomer } = taste;
  const { entropy, temperature } = frames[step];
  if (bare) return "uncertainty and status are not recorded";
  const at = header.source ? "" : ` at temperature ${temperatureText(temperature)}`;
  const status = statusName(frames[step], position, wayOf(header), terms);
  return newcomer ? status : `${status} · ${entropyIn(entropy[position], unit)}${at}`;
}
