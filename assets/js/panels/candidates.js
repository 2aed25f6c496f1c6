/** The most probable tokens of a position at one step, as bars. */

import { element, setText } from "../dom/elements.js";
import { percent } from "../words/units.js";
import { fillTrack, setToken, tokenText } from "./panel.js";

/** @typedef {import("./panel.js").Recording} Recording */

/** So many are in sight; the others stand with the other figures. */
const SHOWN = 5;
/** Room for a token's text, in pixels. */
const WIDTH = 58;

export class Candidates {
  constructor() {
    this.first = element("ol.tdp-candidates", { "aria-label": "Most probable tokens at this step" });
    this.others = element("ol.tdp-candidates", {
      start: String(SHOWN + 1),
      "aria-label": "Less probable tokens at this step",
    });
    this.rest = element("p.tdp-rest");
    this.none = element("p.tdp-rest.tdp-no-candidates");
    /** @type {ReturnType<typeof bar>[]} */
    this.bars = [];
    /** All that are not in sight, so that the bars add up to 100%. */
    this.remainder = bar();
    this.remainder.root.classList.add("tdp-others");
    setText(this.remainder.token, "others");
  }

  /**
   * @param {Recording} recording
   * @param {import("../run/recording.js").Frame} frame
   * @param {number} position
   * @param {import("../words/terms.js").Mode} terms
   */
  paint(recording, { top_ids: ids, top_probs: probs, sampled_ids, argmax_ids }, position, terms) {
    const k = ids ? ids.length / argmax_ids.length : 0;
    if (this.bars.length !== k) {
      this.bars = Array.from({ length: k }, bar);
      this.first.replaceChildren(...this.bars.slice(0, SHOWN).map(({ root }) => root), this.remainder.root);
      this.others.replaceChildren(...this.bars.slice(SHOWN).map(({ root }) => root));
    }
    this.first.hidden = k === 0;
    this.none.hidden = k > 0;
    if (!ids || !probs) {
      const live = "The candidates of a live run come when it has ended.";
      setText(this.rest, "");
      return setText(this.none, recording.live ? live : "This run has no candidates recorded.");
    }
    const [drawn, best] = terms === "plain" ? ["drawn", "best guess"] : ["sampled", "argmax"];
    let rest = 1; // never quite 0: rounding may hide it, but every token has some probability
    let unseen = 1;
    this.bars.forEach(({ token, track, share, marks }, i) => {
      const at = position * k + i;
      rest -= probs[at];
      if (i < SHOWN) unseen -= probs[at];
      setToken(token, tokenText(recording, ids[at]), WIDTH);
      fillTrack(track, probs[at]);
      setText(share, percent(probs[at]));
      const both = [ids[at] === sampled_ids[position] ? drawn : "", ids[at] === argmax_ids[position] ? best : ""];
      setText(marks, both.filter(Boolean).join(", "));
    });
    const share = Math.max(unseen, Number.EPSILON);
    fillTrack(this.remainder.track, share);
    setText(this.remainder.share, percent(share));
    const count = recording.header.vocab_size - Math.min(k, SHOWN);
    setText(this.remainder.marks, `${count.toLocaleString("en")} tokens`);
    const beyond = !ids.subarray(position * k, (position + 1) * k).includes(sampled_ids[position]);
    const others = `All other tokens together ${percent(Math.max(rest, Number.EPSILON))}${beyond ? `, the one ${drawn} among them` : ""}.`;
    setText(this.rest, others);
  }
}

/** One candidate. Its texts and its length follow the step. */
export function bar() {
  const [token, share, marks] = ["tdp-token", "tdp-share", "tdp-marks"].map((style) =>
    element("span", { class: style }),
  );
  const track = element("span.tdp-track", { "aria-hidden": "true" });
  const root = element("li", token, track, share, marks);
  return { root, token, track, share, marks };
}
