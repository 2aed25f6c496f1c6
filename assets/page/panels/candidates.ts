/** The most probable tokens of a position at one step, as bars, and all others together as one. */

import { element, setText } from "../dom/elements.ts";
import { candidatesOf } from "../run/one-step.ts";
import { tokenText } from "../words/glyphs.ts";
import { counted, percent } from "../words/units.ts";
import { setToken } from "./panel.ts";
import type { Frame, Recording } from "../run/recording.ts";

/** Room for a token's text, in pixels. */
const WIDTH = 58;

export class Candidates {
  list: HTMLOListElement;
  none = element("p.tdp-rest.tdp-no-candidates");
  bars: ReturnType<typeof bar>[] = [];
  /** All that are not in sight, so that the bars add up to 100%. */
  remainder: ReturnType<typeof bar>;

  /** @param shown how many stand apart @param name for screen readers */
  constructor(
    public shown: number,
    name: string,
  ) {
    this.list = element("ol.tdp-candidates", { "aria-label": name });
    this.remainder = bar();
    this.remainder.root.classList.add("tdp-others");
    setText(this.remainder.token, "others");
  }

  /**
   * @param drawn what the page calls the token that was drawn; "" marks none
   * @returns what is drawn
   */
  paint(
    recording: Recording,
    frame: Frame,
    position: number,
    drawn: string = "",
  ): import("../run/one-step.ts").Candidates | null {
    const { header, live } = recording;
    const candidates = candidatesOf(frame, position, header.vocab_size, this.shown);
    this.list.hidden = candidates === null;
    this.none.hidden = candidates !== null;
    if (candidates === null) {
      setText(
        this.none,
        live ? "The candidates of a live run come when it has ended." : "This run has no candidates recorded.",
      );
      return null;
    }
    const { list, rest } = candidates;
    if (this.bars.length !== list.length + 1) {
      this.bars = Array.from({ length: list.length + 1 }, bar);
      this.list.replaceChildren(...this.bars.map(({ root }) => root));
    }
    const id = frame.sampled_ids[position];
    const others = !list.some((candidate) => candidate.id === id);
    this.bars.forEach(({ root, token, track, share, marks }, i) => {
      const candidate = list[i];
      const isDrawn = drawn !== "" && (candidate ? candidate.id === id : others);
      const part = candidate?.share ?? rest.share;
      if (candidate) setToken(token, tokenText(recording, candidate.id), WIDTH);
      else setToken(token, counted(rest.count, "other").replace(/\B(?=(\d{3})+ )/, ","), 2 * WIDTH);
      // Pale, how they compare without the temperature: the first one is as long either way.
      const pale = candidate && drawn !== "" ? candidate.cool * list[0].share : 0;
      track.style.backgroundSize = `${(100 * part).toFixed(2)}% 100%, ${(100 * pale).toFixed(2)}% 100%`;
      setText(share, percent(candidate ? part : Math.max(part, Number.EPSILON))); // every token has some probability
      setText(marks, isDrawn ? drawn : "");
      root.classList.toggle("tdp-is-drawn", isDrawn);
      root.classList.toggle("tdp-others", candidate === undefined);
    });
    return candidates;
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
