/** Panels of plugins: each has a script of its own, which is imported when its tab is first opened. */

import { element, messageOf } from "../dom/elements.ts";
import type { LatePanel, Panel, Panels } from "../player/panel.ts";
import type { Recording } from "../run/recording.ts";

/** As playground/server/files.py writes it. */
export type Part = { plugin: string; place: "tray"; title: string; script: string };

/** What a plugin's script knows of the page. */
export interface PartContext {
  /** The run that is shown. */
  readonly recording: Recording;
  /** The step that is shown, from 0 over all parts; -1 is the noise. */
  readonly step: number;
  /** The position that the reader has chosen, or none. */
  readonly chosen: number | null;
  /** Calls back after each change of these; what it returns ends that. */
  listen(call: () => void): () => void;
}
/** What the script exports. What it returns takes all of it away. */
export type Mount = (place: HTMLElement, context: PartContext) => () => void;

const FAILED = "This part of a plugin failed; the rest of the page goes on. What went wrong: ";

/** Mounts the script's part with the first picture, and passes on what changes. */
class PartPanel implements Panel {
  #calls = new Set<() => void>();
  #context: PartContext | null = null;
  #recording: Recording | null = null;

  constructor(
    private root: HTMLElement,
    private mount: Mount,
  ) {}

  show(recording: Recording) {
    this.#recording = recording;
  }

  paint(step: number, chosen: number | null) {
    const recording = this.#recording as Recording;
    try {
      if (this.#context === null) this.#begin({ recording, step, chosen });
      else {
        Object.assign(this.#context, { recording, step, chosen });
        for (const call of this.#calls) call();
      }
    } catch (error) {
      this.#calls.clear();
      this.root.replaceChildren(element("p.tdp-hint", { role: "alert" }, FAILED + messageOf(error)));
    }
  }

  #begin(shown: Pick<PartContext, "recording" | "step" | "chosen">) {
    const listen = (call: () => void) => {
      this.#calls.add(call);
      return () => this.#calls.delete(call);
    };
    this.#context = { ...shown, listen };
    this.mount(this.root, this.#context);
  }
}

/**
 * @param folder of the page's files
 * @returns the panels, for the end of the tray
 */
export const partPanels = (parts: Part[], folder: URL): Panels =>
  Object.fromEntries(
    parts.map(({ plugin, place, title, script }): [string, LatePanel] => {
      const fetch = async () => {
        const { mount } = (await import(new URL(script, folder).href)) as { mount: Mount };
        return class extends PartPanel {
          constructor(root: HTMLElement) {
            super(root, mount);
          }
        };
      };
      return [`part-${plugin}`, { place, title, fetch }];
    }),
  );
