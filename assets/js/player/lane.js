/** One more run beside the first: its title, and its canvas under the same clock. */

import { CellPainter } from "../cells/draw.js";
import { cellText } from "../cells/glyphs.js";
import { positionAt } from "../cells/layout.js";
import { Places } from "../cells/text-flow.js";
import { button, element, setText } from "../dom/elements.js";
import { momentIn } from "../run/lanes.js";
import { placeSentence } from "../words/sentences.js";
import { namesOf, words } from "../words/terms.js";
import { CellCursor } from "./cursor.js";

/** @typedef {import("../run/recording.js").Recording} Recording */

export class Lane {
  /**
   * @param {Recording} recording
   * @param {{ letter: string, title: string }} named the title says only what differs
   * @param {{ choose: (position: number | null) => void, point: (position: number | null) => void }} reader
   * @param {{ enlarged: () => void, close: (() => void) | null }} acts the lane has another size, or goes; the first one stays
   * @param {HTMLElement} [stage] of the first lane; others get one
   */
  constructor(recording, { letter, title }, reader, { enlarged, close }, stage) {
    this.recording = recording;
    this.title = element("strong", { dir: "auto" }, title);
    this.where = element("span.tdp-lane-where");
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
    /** @type {CellPainter | null} */
    this.painter = null;
    /** @type {CellCursor | null} */
    this.cursor = null;
    /** @type {Places | null} */
    this.places = null;
    /** @type {import("../run/recording.js").Moment | undefined} */
    this.moment = undefined;
    this.stage = stage ?? element("div.tdp-stage.tdp-lane-stage");
    /** What the run waits for, or why it could not go on. */
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
    this.cursor = new CellCursor(this.stage, canvas, () => /** @type {CellPainter} */ (this.painter).grid, reader);
  }

  /** @param {number} x @param {number} y @returns {string} the token there, and what became of it */
  #textAt(x, y) {
    const { recording, painter, moment } = this;
    const position = painter && positionAt(painter.grid, x, y);
    if (!painter || position === null || moment === undefined) return "";
    const id = painter.ids[position];
    const empty = recording.emptiness(id);
    const token = `${cellText(recording.tokens.get(id) ?? "")}${empty && ` (${words("plain")[empty]})`}`;
    return moment.noise || recording.bare
      ? token
      : `${token}, ${namesOf(recording.header.way, "plain")[recording.frames[moment.step].status[position]]}`;
  }

  /**
   * @param {"grid" | "text"} shape
   * @param {import("../cells/colour.js").Theme} theme
   * @param {number} scale of the letters
   * @param {boolean} low may cells be too low for words?
   */
  prepare(shape, theme, scale, low) {
    const { painter, stage, recording } = this;
    if (painter === null) return;
    const bounded = getComputedStyle(stage).overflowY === "auto";
    const room = { width: stage.clientWidth, height: bounded ? stage.clientHeight : 0, scale, low };
    this.places = new Places(recording, shape, room, (text) => painter.measure(text));
    painter.prepare(this.places, theme);
  }

  /**
   * @param {number} at its moment; as many as it has, or more, once it is over
   * @param {import("../cells/draw.js").Look} look
   * @param {import("../cells/appearance.js").Half} half
   * @param {number | null} chosen
   * @param {import("../words/special.js").Taste} taste
   */
  paint(at, look, half, chosen, taste) {
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
