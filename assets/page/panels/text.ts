/** The text at a step: what is committed, what is still a draft, and what is thought. */

import { element } from "../dom/elements.ts";
import { plainText } from "../words/glyphs.ts";
import type { Panel } from "../player/panel.ts";
import type { Recording } from "../run/recording.ts";

export class TextSoFar implements Panel {
  text = element("p.tdp-text", { tabindex: "0", role: "region", "aria-label": "Text so far" });
  recording: Recording | null = null;

  constructor(root: HTMLElement) {
    root.append(element("h2", "Text so far"), this.text, key("tdp-committed", "committed"), key("tdp-draft", "draft"));
  }

  show(recording: Recording) {
    this.recording = recording;
  }

  paint(step: number) {
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

const key = (style: string, name: string) => element("span", { class: `tdp-key ${style}` }, name);
