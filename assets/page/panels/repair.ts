/** The text that a run started from, what noise made of it, and what the run made of that, token under token. */

import { element, setText } from "../dom/elements.ts";
import { repairOf } from "../run/repair.ts";
import { tokenText } from "../words/glyphs.ts";
import { frame as framed } from "./panel.ts";
import type { Panel } from "../player/panel.ts";
import type { Recording } from "../run/recording.ts";
import type { Fate } from "../run/repair.ts";

/** The look of what the run wrote, by what became of the token. */
const LOOKS: Record<Fate, string> = {
  restored: "tdp-restored",
  wrong: "tdp-lost",
  kept: "tdp-plain",
  broken: "tdp-lost",
};
const HEADINGS = [
  "Original",
  "Noised: what noise replaced has a dashed edge",
  "Repaired: a line under what came back, a wavy one under what is not as it was",
];
/** The most tokens that are drawn. */
const MOST = 600;

export class Repair implements Panel {
  sentence = element("p");
  rows: HTMLDivElement[];
  parts: HTMLElement[];
  recording: Recording | null = null;
  steps = -1;

  constructor(root: HTMLElement) {
    const body = framed(root, "The text that it started from");
    this.rows = ["Original", "Noised", "Repaired"].map((name) =>
      element("div.tdp-tokens", { role: "group", "aria-label": name }),
    );
    this.parts = this.rows.map((row, at) => element("section", element("h4", HEADINGS[at]), row));
    body.append(this.sentence, ...this.parts);
  }

  show(recording: Recording) {
    this.recording = recording;
    this.steps = -1;
    this.paint();
  }

  paint() {
    const { recording } = this;
    if (recording === null || recording.frames.length === this.steps) return;
    this.steps = recording.frames.length;
    const repair = repairOf(recording);
    if (repair === null) return; // before its first step
    const { cells, counts, share, drawn, positions } = repair;
    const replaced = counts.restored + counts.wrong;
    const noise =
      share === 0
        ? "Nothing was replaced."
        : `Noise replaced ${drawn} of ${positions} positions, ${((100 * drawn) / positions).toFixed(1)} %; ${Math.round(100 * share)} % were expected, and chance may replace a token by itself.`;
    const so = recording.live ? "So far" : "In the end";
    setText(
      this.sentence,
      `${noise} ${so}, of ${replaced} noised tokens of the text ${counts.restored} were restored and ${counts.wrong} left wrong; of the other ${counts.kept + counts.broken}, ${counts.kept} were kept and ${counts.broken} broken.`,
    );
    const shown = cells.slice(0, MOST);
    const token = (id: number | null, look: string) =>
      element("span", look ? { class: look } : {}, id === null ? "∅" : tokenText(recording, id));
    this.rows[0].replaceChildren(...shown.map(({ original }) => token(original, "tdp-plain")));
    this.rows[1].replaceChildren(
      ...shown.map(({ original, noised }) => token(noised ?? original, noised === null ? "tdp-plain" : "tdp-noised")),
    );
    this.rows[2].replaceChildren(...shown.map(({ now, fate }) => token(now, LOOKS[fate])));
  }
}
