/** The short form of a position beside its cell: the whole token, what became of it, and how sure the model was. */

import { element, setText } from "../dom/elements.js";
import { tokenText } from "../panels/panel.js";
import { canvasOf } from "../run/recording.js";
import { statusName } from "../words/hand.js";
import { words } from "../words/terms.js";
import { entropyIn, temperatureText } from "../words/units.js";

/** The most room that it may need, in pixels. Asking the browser for the real size would cost a layout at each picture. */
const [WIDTH, HEIGHT] = [300, 54];

export class CellTip {
  /**
   * @param {HTMLElement} place around the stage, which itself would cut it off
   * @param {HTMLElement} stage
   * @param {() => import("../cells/layout.js").Layout} layout returns the present layout
   */
  constructor(place, stage, layout) {
    this.stage = stage;
    this.layout = layout;
    this.token = element("b.tdp-token");
    this.line = element("span");
    this.root = element("div.tdp-tip", { "aria-hidden": "true", hidden: "" }, this.token, this.line);
    place.append(this.root);
    /** @type {number | null} */
    this.pointed = null;
    /** What was painted last. @type {Parameters<CellTip["paint"]> | null} */
    this.painted = null;
  }

  /** @param {number | null} position under the pointer */
  point(position) {
    if (position === this.pointed) return;
    this.pointed = position;
    if (this.painted) this.paint(...this.painted);
  }

  /**
   * @param {import("../run/recording.js").Recording} recording
   * @param {import("../run/recording.js").Moment} moment
   * @param {import("../panels/panel.js").Taste} taste
   * @param {number | null} chosen
   * @param {boolean} keyed was it chosen by the keyboard? Then it has the short form too.
   */
  paint(recording, moment, taste, chosen, keyed) {
    this.painted = [recording, moment, taste, chosen, keyed];
    const position = this.pointed ?? (keyed ? chosen : null);
    const frame = recording.frames[moment.step];
    const box = position === null ? undefined : this.layout().boxes[position];
    this.root.hidden = box === undefined || frame === undefined;
    if (box === undefined || frame === undefined || position === null) return;
    const id = canvasOf(frame, moment.noise ? "input" : recording.header.source ? "argmax" : taste.layer)[position];
    const empty = recording.emptiness(id);
    setText(this.token, tokenText(recording, id));
    const nothing = recording.header.source ? "how it began is not recorded" : "noise: nothing is measured yet";
    const line = moment.noise && !recording.bare ? nothing : shortForm(recording, moment.step, position, taste);
    setText(this.line, empty === "" ? line : `${words(taste.terms)[empty]} · ${line}`);
    this.#place(box, chosen === null ? undefined : this.layout().boxes[chosen]);
  }

  /**
   * Above the cell; below it where it would lie on the chosen one, or leave the player.
   *
   * @param {import("../cells/layout.js").Box} box
   * @param {import("../cells/layout.js").Box} [margin] of the chosen cell, which stays in sight
   */
  #place(box, margin) {
    const { stage, root } = this;
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
    root.style.transform = `translate(${left}px, ${top}px) translate(${right ? "-100%" : "0"}, ${below ? "0" : "-100%"})`;
  }
}

/**
 * @param {import("../run/recording.js").Recording} recording
 * @param {number} step
 * @param {number} position
 * @param {import("../panels/panel.js").Taste} taste
 * @returns {string} such as `reopened · 0.44 nats at temperature 0.7`
 */
export function shortForm({ frames, header, bare }, step, position, { unit, terms, newcomer }) {
  const { entropy, temperature } = frames[step];
  if (bare) return "uncertainty and status are not recorded";
  const at = header.source ? "" : ` at temperature ${temperatureText(temperature)}`;
  const status = statusName(frames[step], position, header.way, terms);
  return newcomer ? status : `${status} · ${entropyIn(entropy[position], unit)}${at}`;
}
