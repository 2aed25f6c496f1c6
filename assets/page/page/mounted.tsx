/** What a plugin has in the page: a place that hears of changes, a panel of the player, a button. */

import { messageOf } from "../dom/elements.ts";
import { Pill } from "../ui/pill.tsx";
import type { Listening } from "../dom/elements.ts";
import type { Theme } from "../cells/colour.ts";
import type { Panel, Reader } from "../player/panel.ts";
import type { Recording } from "../run/recording.ts";
import type { Part, PartContext, PartScript, TrayState } from "./places.ts";

const FAILED = "This part of a plugin failed; the rest of the page goes on. What went wrong: ";

/** @returns what stands in the place of a part that failed */
export const failed = (error: unknown) =>
  Object.assign(document.createElement("p"), {
    className: "tdp-hint",
    role: "alert",
    textContent: FAILED + messageOf(error),
  });

/** A script's part: it is mounted with the first state that it is told, and hears of each later one, until it fails. */
export class Mounted<State extends object> {
  #calls = new Set<() => void>();
  #end = () => {};
  #context: (PartContext & State & Listening) | null = null;

  constructor(
    private root: HTMLElement,
    private mount: (place: HTMLElement, context: any) => () => void,
    private around: PartContext,
  ) {}

  update(state: State) {
    try {
      if (this.#context === null) this.#begin(state);
      else {
        Object.assign(this.#context, state);
        for (const call of this.#calls) call();
      }
    } catch (error) {
      this.#calls.clear();
      try {
        this.#end();
      } catch {} // what it could not draw, it may not be able to take away
      this.root.replaceChildren(failed(error));
    }
  }

  #begin(state: State) {
    const listen = (call: () => void) => {
      this.#calls.add(call);
      return () => this.#calls.delete(call);
    };
    this.#context = { ...this.around, ...state, listen };
    this.#end = this.mount(this.root, this.#context);
  }
}

/** One among the details, or in Tune. */
export class PartPanel implements Panel {
  #part: Mounted<TrayState>;
  #shown: Pick<TrayState, "recording" | "theme" | "version"> | null = null;

  constructor(
    root: HTMLElement,
    private reader: Reader,
    mount: NonNullable<PartScript["tray"]>,
    around: PartContext,
  ) {
    this.#part = new Mounted(root, mount, around);
  }

  show(recording: Recording, theme: Theme) {
    this.#shown = { recording, theme, version: (this.#shown?.version ?? 0) + 1 };
  }

  paint(step: number, chosen: number | null) {
    if (this.#shown) this.#part.update({ ...this.#shown, step, chosen, plotly: this.reader.plotly });
  }
}

/** @returns a button of a part */
export const pillOf = ({ plugin }: Part, face: string, hint: string, press: () => void) => (
  // a tab of the details may be called as its face
  <Pill face={face} hint={hint} aria-label={`${face}: ${hint}`} data-part={plugin} onClick={press} />
);
