/** The text at a step: what is committed, what is still a draft, and what is thought. */

import { plainText } from "../cells/glyphs.js";
import { element } from "../dom/elements.js";

/** @typedef {import("./panel.js").Panel} Panel */

/** @implements {Panel} */
export class TextSoFar {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.text = element("p.tdp-text", { tabindex: "0", role: "region", "aria-label": "Text so far" });
    root.append(element("h2", "Text so far"), this.text, key("tdp-committed", "committed"), key("tdp-draft", "draft"));
    /** @type {import("./panel.js").Recording | null} */
    this.recording = null;
  }

  /** @param {import("./panel.js").Recording} recording */
  show(recording) {
    this.recording = recording;
  }

  /** @param {number} step */
  paint(step) {
    if (this.recording === null) return;
    this.text.replaceChildren(
      ...this.recording
        .passages(step)
        .map(({ text, committed, thought }) =>
          element(
            "span",
            {
              class: `${committed ? "tdp-committed" : "tdp-draft"}${thought ? " tdp-thought" : ""}`,
              ...(thought && { "data-name": "Thought" }),
            },
            plainText(text),
          ),
        ),
    );
  }
}

/** @param {string} style @param {string} name */
const key = (style, name) => element("span", { class: `tdp-key ${style}` }, name);
