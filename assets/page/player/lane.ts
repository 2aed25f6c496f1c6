/** One more run beside the first: its title, and its canvas under the same clock. */

import { CellPainter } from "../cells/draw.ts";
import { positionAt } from "../cells/layout.ts";
import { Places } from "../cells/text-flow.ts";
import { button, element, setText } from "../dom/elements.ts";
import { namesOf } from "../rules/way-words.ts";
import { wayOf } from "../rules/ways.ts";
import { momentIn } from "../run/lanes.ts";
import { placeSentence } from "../run/sentences.ts";
import { cellText } from "../words/glyphs.ts";
import { words } from "../words/terms.ts";
import { CellCursor } from "./cursor.ts";
import type { Half } from "../cells/appearance.ts";
import type { Theme } from "../cells/colour.ts";
import type { Look } from "../cells/draw.ts";
import type { Moment, Recording } from "../run/recording.ts";
import type { Taste } from "../run/special.ts";

export class Lane {
  title: HTMLElement;
  where = element("span.tdp-lane-where");
  letter: string;
  painter: CellPainter | null = null;
  cursor: CellCursor | null = null;
  places: Places | null = null;
  moment: Moment | undefined;
  stage: HTMLElement;
  /** What the run waits for, or why it could not go on. */
  notice: HTMLParagraphElement;
  root: HTMLElement;

  /**
   * @param named the title says only what differs
   * @param acts the lane has another size, or goes; the first one stays
   * @param stage of the first lane; others get one
   */
  constructor(
    public recording: Recording,
    { letter, title }: { letter: string; title: string },
    reader: { choose: (position: number | null) => void; point: (position: number | null) => void },
    { enlarged, close }: { enlarged: () => void; close: (() => void) | null },
    stage?: HTMLElement,
  ) {
    this.title = element("strong", { dir: "auto" }, title);
    this.letter = letter;
    const head = element(
      "div.tdp-lane-head",
      element("b.tdp-lane-letter", { "data-lane": letter }, letter),
      this.title,
      this.where,
    );
    const large = button("⤢", `Enlarge the lane ${letter}, or make all alike`);
    large.setAttribute("aria-pressed", "false");
    large.onclick = () => {
      const pressed = this.root.classList.toggle("tdp-lane-large");
      large.setAttribute("aria-pressed", String(pressed));
      enlarged();
    };
    head.append(large);
    if (close) {
      const away = button("×", `Take away the lane: ${title}`);
      away.onclick = close;
      head.append(away);
    }
    this.stage = stage ?? element("div.tdp-stage.tdp-lane-stage");
    this.notice = element("p.tdp-lane-notice", { role: "status" }, recording.notice);
    this.root = element("section.tdp-lane", { "aria-label": title }, head, this.notice, this.stage);
    if (stage) return;
    const canvas = element("canvas.tdp-canvas", {
      role: "application",
      "aria-roledescription": "grid of tokens",
      "aria-label": `Canvas of the lane: ${title}`,
    });
    this.stage.append(canvas);
    this.painter = new CellPainter(canvas);
    // What is too low for words, or cut, is named on hover.
    canvas.addEventListener("pointermove", (event) => (canvas.title = this.#textAt(event.offsetX, event.offsetY)));
    this.cursor = new CellCursor(this.stage, canvas, () => (this.painter as CellPainter).grid, reader);
  }

  /** @returns the token there, and what became of it */
  #textAt(x: number, y: number): string {
    const { recording, painter, moment } = this;
    const position = painter && positionAt(painter.grid, x, y);
    if (!painter || position === null || moment === undefined) return "";
    const id = painter.ids[position];
    const empty = recording.emptiness(id);
    const token = `${cellText(recording.tokens.get(id) ?? "")}${empty && ` (${words("plain")[empty]})`}`;
    return moment.noise || recording.bare
      ? token
      : `${token}, ${namesOf(wayOf(recording.header), "plain")[recording.frames[moment.step].status[position]]}`;
  }

  /**
   * @param scale of the letters
   * @param low may cells be too low for words?
   */
  prepare(shape: "grid" | "text", theme: Theme, scale: number, low: boolean) {
    const { painter, stage, recording } = this;
    if (painter === null) return;
    const bounded = getComputedStyle(stage).overflowY === "auto";
    const room = { width: stage.clientWidth, height: bounded ? stage.clientHeight : 0, scale, low };
    this.places = new Places(recording, shape, room, (text) => painter.measure(text));
    painter.prepare(this.places, theme);
  }

  /** @param at its moment; as many as it has, or more, once it is over */
  paint(at: number, look: Look, half: Half, chosen: number | null, taste: Taste) {
    const { recording, painter, places, cursor } = this;
    const moment = (this.moment = momentIn(recording, at));
    const over = !recording.live && at >= recording.moments.length - 1;
    setText(this.notice, recording.notice);
    setText(
      this.where,
      moment === undefined
        ? ""
        : `${placeSentence(recording, moment, taste)}${over && at >= recording.moments.length ? ", over" : ""}`,
    );
    if (painter === null || places === null) return;
    if (moment === undefined) {
      painter.stand(places.before(1));
      return painter.blank();
    }
    painter.stand(places.at(moment.step));
    painter.paint(recording, moment, look, at >= recording.moments.length ? "whole" : half);
    cursor?.paint(chosen !== null && chosen < recording.header.canvas_length ? chosen : null);
  }
}
