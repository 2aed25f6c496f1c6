/**
 * All panels together. Those of the drawer come with their mode, or when something is first chosen that they show; those
 * of the tray are tabs, of which one at a time is open. They are made when they are first opened, and the browser remembers
 * which one is. All follow the same run, step and chosen positions.
 */

import { freshId, roam } from "../dom/elements.ts";
import { recall, remember } from "../dom/memory.ts";
import { drawPlaces } from "./deck-places.tsx";
import type { Theme } from "../cells/colour.ts";
import type { Recording } from "../run/recording.ts";
import type { LatePanel, Panel, Panels, Reader, Taste } from "./panel.ts";

const OPEN = "open detail";

/** Those that need no more than the text of each step; a run from elsewhere has nothing else. */
const TELLING = new Set(["text", "lanes"]);

/** `hidden`: neither open nor wanted; `late`: not asked for yet; `failed`: it did not arrive, and is asked for again. */
export type Entry = { name: string; Panel: LatePanel; root: HTMLElement } & Record<
  "hidden" | "late" | "failed",
  boolean
>;

export class Deck implements Panel {
  /** Those that have been made, by name. */
  panels: Record<string, any> = {};
  prefix = `${freshId("tdp-deck")}-`;
  /** What `show` was given last. */
  shown: Parameters<Panel["show"]> | null = null;
  /** Those of the tray, and those of the drawer. */
  tray: Map<string, Entry> = new Map();
  drawer: Map<string, Entry> = new Map();
  /** The mode and the chosen position, when something was last asked for. */
  wanted = "";
  /** Which of the tray is open. */
  detail: string | null = null;
  /** The one tab that the Tab key reaches; arrows lead to the others. */
  stop: string | undefined;
  /** One of the drawer that stands elsewhere, and comes whatever the mode is. */
  lent: string | null = null;

  /** @param refresh has all of them painted in the next picture */
  constructor(
    panels: Panels,
    public view: Record<"root" | "watching" | "tuning" | "comparing" | "tray" | "tabs" | "details", HTMLElement>,
    public reader: Reader,
    public refresh: () => void,
  ) {
    for (const [name, Panel] of Object.entries(panels)) {
      if (Panel.needs && reader[Panel.needs] === null) continue;
      const entry = { name, Panel, root: view.details, hidden: true, late: true, failed: false };
      (Panel.place === "tray" ? this.tray : this.drawer).set(name, entry);
    }
    roam(view.tabs, ({ dataset }) => this.#stopAt(dataset.panel), { ArrowRight: 1, ArrowLeft: -1 });
    this.open(recall(OPEN, ""));
  }

  /** @param name of the one panel of the tray that is open from now on; null for none */
  async open(name: string | null) {
    const entry = this.tray.get(name ?? "");
    this.detail = entry ? name : null;
    this.#turn();
    if (entry) await this.#fetch(entry);
  }

  /** @param Panel is made, if it is not yet, and shows the run */
  async #fetch(entry: Entry) {
    const { name, root, Panel } = entry;
    entry.late = false;
    const Found = await Panel.fetch().catch(() => null);
    entry.failed = Found === null;
    drawPlaces(this);
    if (Found === null) return;
    this.panels[name] ??= new Found(root, this.reader);
    if (entry.hidden && this.tray.has(name)) return;
    if (this.shown) this.panels[name].show(...this.shown);
    this.refresh();
  }

  /** @param name of a panel of the tray that the reader opens; null closes what is open */
  choose(name: string | null) {
    remember(OPEN, name ?? "");
    return this.open(name);
  }

  /** @param name of a panel of the tray that the reader shall see */
  async reveal(name: string) {
    await this.choose(name);
    await new Promise(requestAnimationFrame); // the picture that gives it its height
    this.view.tray.scrollIntoView({ block: "nearest" });
  }

  /** Tabs are those that have something to show of this run; the open one has its panel below. */
  #turn() {
    const offered = [...this.tray.keys()].filter((name) => this.offers(name));
    for (const entry of this.tray.values()) entry.hidden = entry.name !== this.detail || !this.offers(entry.name);
    this.#stopAt(offered.find((name) => name === this.detail) ?? offered[0]);
  }

  #stopAt(name: string | undefined) {
    this.stop = name;
    drawPlaces(this);
  }

  /** @returns does the run hold what this panel shows? */
  offers(name: string): boolean {
    const recording = this.shown?.[0];
    if (!recording) return true;
    if (recording.header.source && !TELLING.has(name)) return false;
    return this.tray.get(name)?.Panel.holds?.(recording) ?? true;
  }

  /** Those that can be seen. */
  get #visible(): Panel[] {
    return Object.entries(this.panels).flatMap(([name, panel]) =>
      this.offers(name) && !this.tray.get(name)?.hidden ? [panel] : [],
    );
  }

  show(recording: Recording, theme: Theme, taste: Taste): void {
    this.shown = [recording, theme, taste];
    this.#turn();
    for (const panel of this.#visible) panel.show(recording, theme, taste);
  }

  paint(step: number, chosen: number | null, pinned: number | null) {
    // What is pressed stays in its place until it is let go: a press that ends on something else is none.
    if (this.view.root.querySelector(".tdp-panel button:active")) return this.refresh();
    const { mode } = this.view.root.dataset;
    const again = this.wanted !== `${mode} ${chosen}`;
    this.wanted = `${mode} ${chosen}`;
    let turned = false;
    for (const entry of this.drawer.values()) {
      const { name, Panel, hidden } = entry;
      entry.late ||= again && entry.failed;
      if (!this.shown || !this.offers(name)) continue;
      const shows = Panel.wanted?.(this.shown[0], step, chosen) ?? (mode === Panel.place || name === this.lent);
      if (Panel.wanted || shows) entry.hidden = !shows;
      turned ||= entry.hidden !== hidden;
      if (shows && entry.late) this.#fetch(entry);
    }
    if (turned) drawPlaces(this);
    for (const panel of this.#visible) panel.paint(step, chosen, pinned);
  }

  /** @param position under the pointer */
  point(position: number | null) {
    for (const panel of this.#visible) panel.point?.(position);
  }
}
