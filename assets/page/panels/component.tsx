/**
 * Makes a panel of a component, so that one panel at a time can become one. A component is a function of what is shown:
 * it keeps nothing by hand, and asks the reader to choose, seek or point. Once all panels are components, the page's state
 * is signals that they read, and this file goes.
 */

import { signal } from "@preact/signals";
import { render } from "preact";
import { shades } from "../cells/colour.ts";
import { inksOf } from "../cells/inks.ts";
import type { ReadonlySignal } from "@preact/signals";
import type { ComponentType } from "preact";
import type { Shade, Theme } from "../cells/colour.ts";
import type { Inks } from "../cells/inks.ts";
import type { Panel, Reader, Taste } from "../player/panel.ts";
import type { Recording } from "../run/recording.ts";

/** What the player shows, and how a component answers. */
export interface Shown {
  recording: Recording;
  theme: Theme;
  /** Of the theme: those of uncertainty, by index of `shadeOf`, and all others. */
  shades: Shade[];
  inks: Inks;
  taste: Taste;
  /** From 0; -1 before the first step. */
  step: number;
  chosen: number | null;
  /** The position that others are compared with. */
  pinned: number | null;
  /** The position under the pointer, here or elsewhere. */
  pointed: ReadonlySignal<number | null>;
  /** Another one when the run, the theme or the taste is, and when the run has been filled in place. */
  version: number;
  /** Another one each time: runs grow, and the form changes, in place, and what has signals is drawn for new values alone. */
  picture: number;
  reader: Reader;
}

/** @returns a panel that draws the component into its root, at once, whenever it is painted */
export const panelOf = (Component: ComponentType<Shown>) =>
  class implements Panel {
    #shown: Pick<Shown, "recording" | "theme" | "shades" | "inks" | "taste" | "version"> | null = null;
    #pointed = signal<number | null>(null);
    #picture = 0;

    constructor(
      private root: HTMLElement,
      private reader: Reader,
    ) {
      root.classList.add("tdp-panel");
    }

    show(recording: Recording, theme: Theme, taste: Taste) {
      if (recording !== this.#shown?.recording) this.#pointed.value = null;
      const version = (this.#shown?.version ?? 0) + 1;
      this.#shown = { recording, theme, shades: shades(theme), inks: inksOf(this.root), taste, version };
    }

    point(position: number | null) {
      this.#pointed.value = position;
    }

    paint(step: number, chosen: number | null, pinned: number | null) {
      if (this.#shown === null) return;
      const { reader } = this;
      const shown = { ...this.#shown, step, chosen, pinned, pointed: this.#pointed, picture: ++this.#picture, reader };
      render(<Component {...shown} />, this.root);
    }
  };
