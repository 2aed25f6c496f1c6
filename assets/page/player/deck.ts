/**
 * All panels together. Those of the drawer come with their mode, or when something is first chosen that they show; those
 * of the tray are tabs, of which one at a time is open. They are made when they are first opened, and the browser remembers
 * which one is. All follow the same run, step and chosen positions.
 */

import { element, freshId, roam, setText } from "../dom/elements.ts";
import { recall, remember } from "../dom/memory.ts";
import type { Theme } from "../cells/colour.ts";
import type { Recording } from "../run/recording.ts";
import type { LatePanel, Panel, Panels, Reader, Taste } from "./panel.ts";

const OPEN = "open detail";
const NOT_FETCHED = "This part of the page did not arrive; close it and open it again when the server answers.";

/** Those that need no more than the text of each step; a run from elsewhere has nothing else. */
const TELLING = new Set(["text", "lanes"]);

export class Deck implements Panel {
  /** Those that have been made, by name. */
  panels: Record<string, any> = {};
  prefix: string;
  /** What `show` was given last. */
  shown: Parameters<Panel["show"]> | null = null;
  /** Those of the tray: where they stand and what opens them. */
  tray: Map<string, { root: HTMLElement; tab: HTMLButtonElement; Panel: LatePanel }> = new Map();
  /** Those of the drawer, and where they stand. */
  drawer: Map<string, { root: HTMLElement; Panel: LatePanel }> = new Map();
  /** Those of the drawer that have not come yet. */
  late: Set<string> = new Set();
  /** Those that did not arrive: another choice or mode asks again. */
  missing: Set<string> = new Set();
  /** The mode and the chosen position, when something was last asked for. */
  wanted = "";
  /** Which of the tray is open. */
  detail: string | null;
  /** One of the drawer that stands elsewhere, and comes whatever the mode is. */
  lent: string | null = null;

  /** @param opened a panel has come that shows nothing yet */
  constructor(
    panels: Panels,
    public view: Record<"root" | "watching" | "tuning" | "comparing" | "tray" | "tabs" | "details", HTMLElement>,
    public reader: Reader,
    public opened: () => void,
  ) {
    const { watching, tuning, comparing, tabs, details } = view;
    this.prefix = `${freshId("tdp-deck")}-`;
    for (const [name, Panel] of Object.entries(panels)) {
      if (Panel.needs && reader[Panel.needs] === null) continue;
      const root = element("section", { class: `tdp-${name}-panel` });
      if (Panel.place === "tray") {
        this.#add(name, Panel, root, tabs, details);
        continue;
      }
      ({ watch: watching, tune: tuning, compare: comparing })[Panel.place].append(root);
      root.hidden = true;
      this.drawer.set(name, { root, Panel });
      this.late.add(name);
    }
    roam(tabs, (tab) => this.#stopAt(tab), { ArrowRight: 1, ArrowLeft: -1 });
    this.detail = recall(OPEN, "");
    this.open(this.detail);
  }

  #add(name: string, Panel: LatePanel, root: HTMLElement, tabs: HTMLElement, details: HTMLElement) {
    const [id, controls] = [`${this.prefix}${name}-tab`, `${this.prefix}${name}`];
    const tab = element("button.tdp-tab", { id, role: "tab", "aria-controls": controls, "data-panel": name });
    tab.append(Panel.title ?? name);
    tab.onclick = () => (this.detail === name ? this.#choose(null) : this.reveal(name));
    for (const [key, value] of Object.entries({ id: controls, role: "tabpanel", "aria-labelledby": id }))
      root.setAttribute(key, value);
    tabs.append(tab);
    details.append(root);
    this.tray.set(name, { root, tab, Panel });
  }

  /** @param name of the one panel of the tray that is open from now on; null for none */
  async open(name: string | null) {
    const entry = this.tray.get(name ?? "");
    this.detail = entry ? name : null;
    this.#turn();
    if (!entry || name === null) return;
    await this.#fetch(name, entry.root, entry.Panel);
  }

  /** @param Panel is made, if it is not yet, and shows the run */
  async #fetch(name: string, root: HTMLElement, Panel: LatePanel) {
    const Found = await Panel.fetch().catch(() => null);
    if (Found === null) {
      root.replaceChildren(element("p.tdp-hint", { role: "alert" }, NOT_FETCHED));
      if (Panel.place !== "tray") this.missing.add(name);
      return;
    }
    if (!(name in this.panels)) {
      root.querySelector(":scope > [role=alert]")?.remove();
      this.panels[name] = new Found(root, this.reader);
    }
    if (root.hidden && this.tray.has(name)) return;
    if (this.shown) this.panels[name].show(...this.shown);
    this.opened();
  }

  /** @param name of a panel of the tray that the reader opens; null closes what is open */
  #choose(name: string | null) {
    remember(OPEN, name ?? "");
    return this.open(name);
  }

  /** @param name of a panel of the tray that the reader shall see */
  async reveal(name: string) {
    await this.#choose(name);
    await new Promise(requestAnimationFrame); // the picture that gives it its height
    this.view.tray.scrollIntoView({ block: "nearest" });
  }

  /** Tabs are those that have something to show of this run; the open one has its panel below. */
  #turn() {
    const { detail, tray } = this;
    for (const [name, { root, tab }] of tray) {
      tab.hidden = !this.#offers(name);
      root.hidden = tab.hidden || name !== detail;
      tab.setAttribute("aria-selected", String(!root.hidden));
    }
    const tabs = [...tray.values()].map(({ tab }) => tab).filter(({ hidden }) => !hidden);
    this.#stopAt(tabs.find(({ ariaSelected }) => ariaSelected === "true") ?? tabs[0]);
  }

  /** @param stop the one tab that the Tab key reaches; arrows lead to the others */
  #stopAt(stop: HTMLElement | undefined) {
    for (const { tab } of this.tray.values()) tab.tabIndex = tab === stop ? 0 : -1;
  }

  /** @returns does the run hold what this panel shows? */
  #offers(name: string): boolean {
    const Panel = this.tray.get(name)?.Panel;
    const recording = this.shown?.[0];
    if (!recording) return true;
    if (recording.header.source && !TELLING.has(name)) return false;
    return Panel?.holds?.(recording) ?? true;
  }

  /** Those that can be seen. */
  get #visible(): Panel[] {
    return Object.entries(this.panels).flatMap(([name, panel]) =>
      this.#offers(name) && !this.tray.get(name)?.root.hidden ? [panel] : [],
    );
  }

  show(recording: Recording, theme: Theme, taste: Taste): void {
    this.shown = [recording, theme, taste];
    for (const [name, { tab, Panel }] of this.tray)
      setText(tab, (taste.terms === "terms" && Panel.term) || Panel.title || name);
    this.#turn();
    for (const panel of this.#visible) panel.show(recording, theme, taste);
  }

  paint(step: number, chosen: number | null, pinned: number | null) {
    const { mode } = this.view.root.dataset;
    if (this.wanted !== `${mode} ${chosen}`) for (const name of this.missing) this.late.add(name);
    this.wanted = `${mode} ${chosen}`;
    for (const [name, { root, Panel }] of this.drawer) {
      if (!this.shown || !this.#offers(name)) continue;
      const shows = Panel.wanted?.(this.shown[0], step, chosen) ?? (mode === Panel.place || name === this.lent);
      if (Panel.wanted) root.hidden = !shows;
      if (!shows || !this.late.delete(name)) continue;
      root.hidden = false;
      this.#fetch(name, root, Panel);
    }
    for (const panel of this.#visible) panel.paint(step, chosen, pinned);
  }

  /** @param position under the pointer */
  point(position: number | null) {
    for (const panel of this.#visible) panel.point?.(position);
  }
}
