/** What the page says about a step, around the cells and to screen readers. */

import { setText } from "../dom/elements.js";
import { placeSentence, runSentence, stepSentence } from "./sentences.js";

/** @typedef {import("../run/recording.js").Recording} Recording */

export class Captions {
  /**
   * @param {ReturnType<typeof import("../player/view.js").buildView>} view
   * @param {import("../player/views.js").Views} views
   */
  constructor(view, views) {
    this.view = view;
    this.views = views;
  }

  /**
   * @param {Recording} recording
   * @param {number} moment
   */
  paint(recording, moment) {
    const { view, views } = this;
    const step = recording.moments[moment]?.step ?? -1;
    const { unit } = views.taste;
    if (view.label.dataset.label !== recording.label) {
      view.label.textContent = view.label.dataset.label = recording.label;
      view.root.style.setProperty("--tdp-label", JSON.stringify(recording.label)); // shown beside each view's heading too
    }
    setText(view.about, runSentence(recording));
    const moment = { step, noise: false };
    setText(view.where, placeSentence(recording, moment));
    view.slider.setAttribute("aria-valuetext", view.where.textContent ?? "");
    const { plain, special, aside } = stepSentence(recording, moment, { unit, terms: "plain" });
    setText(view.sentence, [plain, special, aside].filter(Boolean).join(" ") + views.shapeSentence(step));
  }

  /**
   * Tells screen readers about a step that has been shown for a while.
   *
   * @param {number} step
   */
  speak(step) {
    const { view, views } = this;
    const sentence = view.sentence.textContent ?? "";
    setText(view.spoken, sentence + views.chosenSentence(step));
    const shape = views.shape === "text" ? "The canvas as a text" : "Heatmap of the canvas";
    view.canvas.setAttribute("aria-label", `${shape}, ${view.where.textContent}. ${sentence} Arrow keys choose a position.`);
  }
}
