/** The text at a step: what is committed, what is still a draft, and what is thought. */

import { plainText } from "../words/glyphs.ts";
import { panelOf } from "./component.tsx";

export const TextSoFar = panelOf(({ recording, step }) => (
  <>
    <h2>Text so far</h2>
    <p class="tdp-text" tabIndex={0} role="region" aria-label="Text so far">
      {recording.passages(step).map(({ text, committed, thought }) => (
        <span
          class={`${committed ? "tdp-committed" : "tdp-draft"}${thought ? " tdp-thought" : ""}`}
          data-name={thought ? "Thought" : undefined}
        >
          {plainText(text)}
        </span>
      ))}
    </p>
    <span class="tdp-key tdp-committed">committed</span>
    <span class="tdp-key tdp-draft">draft</span>
  </>
));
