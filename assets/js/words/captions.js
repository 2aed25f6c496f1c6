/** What the page says about a moment, around the cells and to screen readers. */

import { element, setText } from "../dom/elements.js";
import { lanesSentence } from "./lanes.js";
import { placeSentence, runSentence, stepSentence } from "./sentences.js";
import { verdictElement } from "./verdict.js";

/** @typedef {import("../run/recording.js").Recording} Recording */

/** Why the drawer explains nothing: at the noise, and of runs of other programs. The style sheets show them, by name. */
export const UNEXPLAINED = {
  "data-noise": "The model has not read this canvas yet. Nothing has been measured, so there is nothing to explain.",
  "data-elsewhere": "The rule of the sampler and its settings are not recorded, so there is nothing to explain.",
  "data-bare":
    "Only the text of each step is recorded. What was kept, and how sure the model was, is not, so there is nothing to explain.",
};

/** While the reader is to say first what the step keeps. */
const WITHHELD = {
  plain: "The blue lines are those of the step before. What this step keeps is shown once you have answered.",
  special: "",
  aside: "",
};
/** While the reader is to say first how long a run is. */
const ENDLESS =
  " This lesson asks how long the runs are. The timeline is shown once you have answered, or when you play.";

export class Captions {
  /**
   * @param {ReturnType<typeof import("../player/view.js").buildView>} view
   * @param {import("../player/views.js").Views} views
   */
  constructor(view, views) {
    this.view = view;
    this.views = views;
    this.parts = { plain: element("span"), special: element("strong"), aside: element("span.tdp-aside") };
    this.verdict = element("span");
    view.sentence.append(this.parts.plain, " ", this.parts.special);
    view.sentence.after(element("p.tdp-beside-sentence", this.verdict, this.parts.aside));
    /** Whose verdict is shown. @type {Recording | null} */
    this.judged = null;
    /** Which moment, in a few words. */
    this.where = "";
  }

  /**
   * @param {Recording} recording
   * @param {number} at the moment
   * @param {Recording[]} lanes
   * @param {number} clock its tick
   * @param {Parameters<typeof lanesSentence>[2]} by
   */
  paint(recording, at, lanes, clock, by) {
    const { view, views, parts } = this;
    const moment = recording.moments[at];
    if (view.label.dataset.label !== recording.label)
      view.label.textContent = view.label.dataset.label = recording.label;
    setText(view.about, runSentence(recording, views.taste));
    this.where = placeSentence(recording, moment, views.taste);
    const words = views.withheld.decision
      ? WITHHELD
      : lanes.length > 1
        ? lanesSentence(lanes, clock, by)
        : stepSentence(recording, moment, views.taste);
    for (const part of /** @type {const} */ (["plain", "special", "aside"])) setText(parts[part], words[part]);
    setText(parts.aside, words.aside + (views.withheld.length ? ENDLESS : views.shapeSentence(moment?.step ?? -1)));
    this.#judge(
      recording,
      !views.withheld.decision && lanes.length === 1 && at === recording.moments.length - 1 && !recording.live,
    );
  }

  /** @param {Recording} recording @param {boolean} over is its end shown? */
  #judge(recording, over) {
    const judged = over ? recording : null;
    if (judged === this.judged) return;
    this.judged = judged;
    const verdict = judged && verdictElement(judged);
    this.verdict.replaceChildren(...(verdict ? [verdict] : []));
  }

  /** Tells screen readers about a step that has been shown for a while. @param {number} step */
  speak(step) {
    const { view, views } = this;
    const sentence = (view.caption.textContent ?? "").replace(/\s+/g, " ").trim();
    setText(view.spoken, sentence + views.chosenSentence(step));
    const grid = views.painter.grid.frame ? "The canvas as a Sudoku board" : "Heatmap of the canvas";
    const shape = views.shape === "text" ? "The canvas as a text" : grid;
    view.canvas.setAttribute("aria-label", `${shape}, ${this.where}. ${sentence} Arrow keys choose a position.`);
  }
}
