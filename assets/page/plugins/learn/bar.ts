/** A token with its probability as a bar, as the inspector has its candidates. */

import { element, setText } from "../../dom/elements.ts";
import { tokenProps } from "../../panels/panel.ts";
import { percent } from "../../words/units.ts";

type Bar = ReturnType<typeof bar>;

/** @returns its texts and its length follow what is shown */
export function bar() {
  const [token, share, marks] = ["tdp-token", "tdp-share", "tdp-marks"].map((style) =>
    element("span", { class: style }),
  );
  const track = element("span.tdp-track", { "aria-hidden": "true" });
  return { root: element("li", token, track, share, marks), token, track, share, marks };
}

/** @param text cut to so many pixels */
export function nameBar({ token }: Bar, text: string, width: number) {
  const { children, title = "" } = tokenProps(text, width);
  setText(token, children);
  token.title = title;
}

/** @param probability 0 .. 1 */
export function fillBar({ track, share }: Bar, probability: number) {
  track.style.backgroundSize = `${(100 * probability).toFixed(2)}% 100%`;
  setText(share, percent(probability));
}
