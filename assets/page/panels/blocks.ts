/** The strip of blocks: the steps of each block and why it ended. Pressing a block goes to its last step. */

import { element, setText } from "../dom/elements.ts";
import { blocksOf, cacheSentence } from "../run/blocks.ts";
import { words } from "../words/terms.ts";
import { frame } from "./panel.ts";
import type { Theme } from "../cells/colour.ts";
import type { Panel, Reader, Taste } from "../player/panel.ts";
import type { Recording } from "../run/recording.ts";
import type { Mode } from "../words/terms.ts";

export class BlockStrip implements Panel {
  heading: HTMLElement;
  strip = element("ol.tdp-blocks");
  cache = element("p.tdp-cache");
  recording: Recording | null = null;
  terms: Mode = "plain";
  /** How many steps the strip was built for. */
  built = -1;

  constructor(root: HTMLElement, { seek }: Reader) {
    const body = frame(root, "");
    this.heading = root.querySelector("h2") as HTMLElement;
    body.append(this.strip, this.cache);
    this.strip.onclick = (event) => {
      const button = (event.target as HTMLElement).closest("button");
      if (button) seek(Number(button.dataset.last));
    };
  }

  show(recording: Recording, _theme: Theme, { terms }: Taste): void {
    Object.assign(this, { recording, terms, built: -1 });
  }

  paint(step: number) {
    if (this.recording === null || step < 0) return;
    const { frames } = this.recording;
    if (this.built !== frames.length) this.#build();
    const current = this.strip.children[frames[step].block - 1]?.firstElementChild;
    if (current?.getAttribute("aria-current") !== "true") {
      this.strip.querySelector("[aria-current]")?.removeAttribute("aria-current");
      current?.setAttribute("aria-current", "true");
    }
    setText(this.cache, cacheSentence(this.recording, step, words(this.terms).part));
  }

  #build() {
    const recording = this.recording as Recording;
    this.built = recording.frames.length;
    const { part } = words(this.terms);
    const name = `${part[0].toUpperCase()}${part.slice(1)}`;
    setText(this.heading, `${name}s`);
    this.strip.replaceChildren(
      ...blocksOf(recording).map(({ block, last, steps, reason }) =>
        element(
          "li",
          element("button", { "data-last": String(last) }, element("b", `${name} ${block}`), ` ${steps}, ${reason}`),
        ),
      ),
    );
  }
}
